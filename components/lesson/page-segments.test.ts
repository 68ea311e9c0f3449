import { expect, test } from 'vitest';
import { readCourseSegments } from './page-segments';

test.each([
  ['2', 2],
  ['0', 1],
  ['-1', 1],
  ['x', 1],
  [undefined, 1],
])('a lesson page reads the page %j of its questions as %i [N15]', async (page, read) => {
  const { query } = await readCourseSegments({
    params: Promise.resolve({ lang: 'en', name: 'nextjs-from-zero' }),
    searchParams: Promise.resolve({ page, t: '12', section: 'questions', extra: 'x' }),
  });
  expect(query).toEqual({ page: read, t: 12, section: 'questions' });
});
