import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { addScriptHints } from '../bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([{}, { rootMainFiles: [] }])('a build whose manifest is %j fails', async (manifest) => {
  mkdirSync(join(folder, '.next'), { recursive: true });
  writeFileSync(join(folder, '.next', 'build-manifest.json'), JSON.stringify(manifest));
  await expect(addScriptHints(folder)).rejects.toThrow('rootMainFiles');
});

test('the compile hint is added once, however often it runs', async () => {
  mkdirSync(join(folder, '.next'), { recursive: true });
  writeFileSync(join(folder, '.next', 'build-manifest.json'), JSON.stringify({ rootMainFiles: ['main.js'] }));
  writeFileSync(join(folder, '.next', 'main.js'), 'go()');
  await addScriptHints(folder);
  await addScriptHints(folder);
  expect(readFileSync(join(folder, '.next', 'main.js'), 'utf8')).toBe('//# allFunctionsCalledOnLoad\ngo()');
});
