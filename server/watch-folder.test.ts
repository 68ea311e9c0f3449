import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { watchFolder } from './watch-folder';

test('a burst of changes to a content file is reported once [O7]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(folder, 'ar'));
  const onChange = vi.fn();
  const end = watchFolder(folder, onChange);
  writeFileSync(join(folder, 'ar', 'a.json'), '1');
  writeFileSync(join(folder, 'ar', 'a.json'), '2');
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
  end();
  rmSync(folder, { recursive: true });
  expect(() => watchFolder('/nowhere/at/all', onChange)()).not.toThrow();
});
