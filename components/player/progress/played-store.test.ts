// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { playedText, recordPlayedLessons } from './local-progress';

const [mona, hala] = ['mona', 'hala'].map((userId) => ({ userId, courseSlug: 'a-course' })) as [
  { userId: string; courseSlug: string },
  { userId: string; courseSlug: string },
];

beforeEach(() => localStorage.clear());

test('a learner on a shared browser does not see another learner’s ticks [L4]', () => {
  recordPlayedLessons(mona, 'a.mp4', 'b.mp4');
  recordPlayedLessons(hala, 'c.mp4');
  expect([playedText(mona), playedText(hala)]).toEqual(['["a.mp4","b.mp4"]', '["c.mp4"]']);
  expect(localStorage.getItem('played:mona:a-course')).toBe('["a.mp4","b.mp4"]');
});

test('ticks stored without a user are ignored and deleted [L4]', () => {
  localStorage.setItem('played:a-course', '["b.mp4"]');
  recordPlayedLessons(mona, 'a.mp4');
  expect([playedText(mona), localStorage.getItem('played:a-course')]).toEqual(['["a.mp4"]', null]);
});
