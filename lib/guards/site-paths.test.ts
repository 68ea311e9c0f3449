import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isSitePath } from './site-paths';

/** The pages under app/[lang], as paths with a sample for each parameter. */
function pagePaths(folder = 'app/[lang]'): string[][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => file.split('/').slice(0, -1).filter((part) => !/^\(.*\)$/.test(part)))
    .map((parts) => parts.flatMap((part) => (part.startsWith('[[...') ? [] : [part.replace(/^\[.*\]$/, 'sample')])));
}

describe('A4 A8 which paths are pages', () => {
  test('A4 A8 every page has its place in the list', () => {
    const paths = pagePaths();
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !isSitePath(path)).map((path) => path.join('/'))).toEqual([]);
  });

  test('A4 A8 deeper, shorter and differently written paths are not', () => {
    for (const path of ['home/x', 'Home', 'course', 'articles/a/b', 'profile/a/b', 'forgetpassword', 'admin/nowhere', 'admin/audit/x', '']) expect(isSitePath(path.split('/'))).toBe(false);
  });
});
