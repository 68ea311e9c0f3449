import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidatePerMinute } from '@/lib/articles/views';
import { onInvalidate } from './invalidate';

const seen: string[] = [];
let unsubscribe: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  seen.length = 0;
  unsubscribe = onInvalidate(({ tags }) => seen.push(...tags));
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  unsubscribe();
});

test('invalidates a busy tag a few times a minute and once more when the minute is over [X23]', () => {
  for (let each = 0; each < 100; each += 1) invalidatePerMinute('busy', 3);
  expect(seen).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(seen).toHaveLength(4);
  vi.advanceTimersByTime(600_000);
  expect(seen).toHaveLength(4);
});

test('invalidates a quiet tag at once and counts each tag separately [X23]', () => {
  for (const tag of ['one', 'two']) invalidatePerMinute(tag, 1);
  vi.advanceTimersByTime(60_000);
  invalidatePerMinute('one', 1);
  expect(seen).toEqual(['one', 'two', 'one']);
});
