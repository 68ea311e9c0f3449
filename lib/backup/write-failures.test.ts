import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { openBlankDatabase, resetDatabase } from '@/tests/support/database';
import { writeBackup } from './backup';
import { writeBackupFile } from './backup-file';
import { checkBackup, restoreBackup } from './restore';

const disk = vi.hoisted(() => ({ isFull: false, opened: [] as fs.FileHandle[] }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  const refuse = () => Promise.reject(new Error('ENOSPC'));
  return {
    ...real,
    writeFile: (...given: Parameters<typeof real.writeFile>) => (disk.isFull ? refuse() : real.writeFile(...given)),
    open: async (...given: Parameters<typeof real.open>) => {
      const handle = await real.open(...given);
      if (disk.isFull) vi.spyOn(handle, 'sync').mockImplementation(refuse);
      vi.spyOn(handle, 'close');
      disk.opened.push(handle);
      return handle;
    },
  };
});

const now = new Date('2026-11-21T10:00:00Z');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  vi.stubEnv('AUTH_SECRET', undefined);
  vi.stubEnv('DATA_DIR', folder);
  resetConfig();
});
afterEach(() => {
  disk.isFull = false;
  disk.opened = [];
  vi.unstubAllEnvs();
  resetConfig();
});

test('a backup that the disk refuses leaves no open file and no part of one [R22]', async () => {
  disk.isFull = true;
  const write = writeBackupFile(join(folder, 'one.backup'), (append) => append(yieldLine()));
  await expect(write).rejects.toThrow('ENOSPC');
  expect(disk.opened.map(({ close }) => vi.mocked(close).mock.calls.length)).toEqual([1]);
  expect(readdirSync(folder)).toEqual([]);
});

async function* yieldLine(): AsyncGenerator<string> {
  yield 'a line';
}

test('a restore that cannot write the backup’s secret keeps the present one in place [R22]', async () => {
  const file = join(folder, 'one.backup');
  const secretFile = join(folder, 'auth-secret');
  writeFileSync(secretFile, 's'.repeat(43));
  await writeBackup(await resetDatabase(), file, '0.0.4', now);
  writeFileSync(secretFile, 'o'.repeat(43));
  const clean = await openBlankDatabase();
  const checked = await checkBackup(file);
  disk.isFull = true;
  await expect(restoreBackup(clean, checked, now)).rejects.toThrow('ENOSPC');
  expect(readFileSync(secretFile, 'utf8')).toBe('o'.repeat(43));
  await clean.close();
}, 120_000);
