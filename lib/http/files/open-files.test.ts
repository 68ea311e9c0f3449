import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenFiles } from './open-files';

let root: string;
let files: OpenFiles;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'films-'));
  files = new OpenFiles();
});
afterEach(() => {
  files.closeAll();
  rmSync(root, { recursive: true });
});

test('L7 a film stays open from piece to piece', async () => {
  const path = join(root, 'film.mp4');
  writeFileSync(path, 'film');
  const first = await files.lend(root, path);
  first?.giveBack();
  const second = await files.lend(root, path);
  expect([second?.handle, second?.facts.size]).toEqual([first?.handle, 4]);
});

test('L7 a film that was replaced is sent anew a second later, and who still reads the old one reads on', async () => {
  const path = join(root, 'film.mp4');
  writeFileSync(path, 'old film');
  const old = await files.lend(root, path);
  writeFileSync(join(root, 'new'), 'a new film');
  renameSync(join(root, 'new'), path);
  await pause(1_100);
  const replaced = await files.lend(root, path);
  expect((await replaced?.handle.readFile())?.toString()).toBe('a new film');
  expect((await old?.handle.readFile())?.toString()).toBe('old film');
  old?.giveBack();
  await expect.poll(() => old?.handle.fd).toBe(-1);
});

test('L7 a film that was taken away is not sent any more, and none is left open', async () => {
  const path = join(root, 'film.mp4');
  writeFileSync(path, 'film');
  const lent = await files.lend(root, path);
  rmSync(path);
  await pause(1_100);
  expect(await files.lend(root, path)).toBeNull();
  lent?.giveBack();
  await expect.poll(() => lent?.handle.fd).toBe(-1);
});
