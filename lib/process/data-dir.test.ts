import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertSameUser, prepareDataDir } from './data-dir';

const readMode = (path: string): number => statSync(path).mode & 0o777;

it('makes a new DATA_DIR private; in an existing one, closes folders with personal data and leaves public ones open [X20]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  prepareDataDir(join(folder, 'new'));
  expect(readMode(join(folder, 'new'))).toBe(0o700);
  const old = join(folder, 'old');
  for (const name of ['db', 'uploads', 'mail', 'media']) mkdirSync(join(old, name), { recursive: true, mode: 0o755 });
  chmodSync(old, 0o755);
  writeFileSync(join(old, 'db', 'PG_VERSION'), '17');
  prepareDataDir(old);
  expect(['db', 'uploads', 'mail', 'media', '.'].map((name) => readMode(join(old, name)))).toEqual([
    0o700, 0o700, 0o700, 0o755, 0o755,
  ]);
});

it('only the owner of DATA_DIR can open its database [O4]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  const { uid } = statSync(folder);
  assertSameUser(folder, uid);
  assertSameUser(join(folder, 'not-there'), uid + 1);
  expect(() => assertSameUser(folder, uid + 1)).toThrow(
    new RegExp(`id ${uid}, but this command runs as ${uid + 1}.*deploy/README.md`),
  );
});
