import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { loadJsonFile } from './json-file';

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
