import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { loadJsonFile, readContentFile } from './json-file';

it('reports a wrong price with the key of its product [R14]', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'json-')), 'products.json');
  writeFileSync(
    file,
    JSON.stringify([
      { key: 'a', amount: 1 },
      { key: 'course-b', amount: 0 },
    ]),
  );
  const shape = z.array(z.object({ key: z.string(), amount: z.number().positive('too low') }));
  expect(await loadJsonFile(file, shape)).toEqual({ state: 'broken', reasons: ['1.amount: too low (course-b)'] });
});

it('refuses a file that would not fit in memory and a device that never ends, instead of reading them [N5, R13]', async () => {
  const long = join(mkdtempSync(join(tmpdir(), 'json-')), 'long.json');
  writeFileSync(long, '');
  truncateSync(long, 700_000_000);
  await expect(readContentFile(long)).rejects.toThrow('larger than 2097152 bytes');
  await expect(readContentFile('/dev/zero')).rejects.toThrow('not a file');
  expect(await loadJsonFile('/dev/zero', z.unknown())).toEqual({ state: 'broken', reasons: ['not a file'] });
}, 2_000);
