// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { playedText, recordPlayed } from './played-store';

const [mona, hala] = ['mona', 'hala'].map((userId) => ({ userId, courseSlug: 'a-course' })) as [{ userId: string; courseSlug: string }, { userId: string; courseSlug: string }];

beforeEach(() => localStorage.clear());

test('L4 who signs in on a shared browser sees no other person’s ticks', () => {
  recordPlayed(mona, 'a.mp4', 'b.mp4');
  recordPlayed(hala, 'c.mp4');
  expect([playedText(mona), playedText(hala)]).toEqual(['["a.mp4","b.mp4"]', '["c.mp4"]']);
  expect(localStorage.getItem('played:mona:a-course')).toBe('["a.mp4","b.mp4"]');
});

test('L4 what was stored without a person is nobody’s, and goes', () => {
  localStorage.setItem('played:a-course', '["b.mp4"]');
  recordPlayed(mona, 'a.mp4');
  expect([playedText(mona), localStorage.getItem('played:a-course')]).toEqual(['["a.mp4"]', null]);
});
