import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFolder, unpackFolder } from './template';

test('a packed folder is unpacked with its files, nested and empty folders, readable by its owner only [O16]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  const [from, file, to] = ['from', 'packed.gz', 'to'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(join(from, 'base/1'), { recursive: true });
  mkdirSync(join(from, 'empty'));
  writeFileSync(join(from, 'base/1/a'), Buffer.from([0, 255, 10]));
  writeFileSync(join(from, 'long-name-before-short-folders'), '');
  packFolder(from, file);
  unpackFolder(file, to);
  expect(readdirSync(to, { recursive: true }).sort()).toEqual(readdirSync(from, { recursive: true }).sort());
  expect(readFileSync(join(to, 'base/1/a'))).toEqual(Buffer.from([0, 255, 10]));
  expect([to, join(to, 'empty'), join(to, 'base/1/a')].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o700, 0o700, 0o600,
  ]);
});
