import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureTemporaryFolder } from './temporary-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('leaves a writable temporary folder unchanged [O4]', () => {
  vi.stubEnv('TMPDIR', folder);
  expect([ensureTemporaryFolder(join(folder, 'data')), tmpdir()]).toEqual([null, folder]);
});

test('uses a private folder in DATA_DIR if the temporary folder is not writable [O4]', () => {
  vi.stubEnv('TMPDIR', join(folder, 'missing'));
  const own = join(folder, 'data/tmp');
  expect([ensureTemporaryFolder(join(folder, 'data')), tmpdir(), statSync(own).mode & 0o777]).toEqual([
    join(folder, 'missing'),
    own,
    0o700,
  ]);
});

test('names both folders if neither is writable [O4]', () => {
  vi.stubEnv('TMPDIR', join(folder, 'missing'));
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/tmp'), '');
  expect(() => ensureTemporaryFolder(join(folder, 'data/tmp'))).toThrow(
    `Neither the temporary folder ${join(folder, 'missing')} nor ${join(folder, 'data/tmp/tmp')} can be written`,
  );
});
