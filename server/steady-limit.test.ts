import { expect, test } from 'vitest';
import { SteadyLimit } from './steady-limit';

test('R19 a few at once, then so many a second; who is refused pays nothing, and each address has its own', () => {
  const limit = new SteadyLimit(3, 2);
  const take = (key: string, nowMs: number) => limit.take(key, nowMs);
  expect([1, 2, 3, 4, 5].map(() => take('a', 1_000))).toEqual([0, 0, 0, 1, 1]);
  expect(take('b', 1_000)).toBe(0);
  expect([take('a', 1_499), take('a', 1_500), take('a', 1_500), take('a', 2_000)]).toEqual([1, 0, 1, 0]);
  expect([1, 2, 3, 4].map(() => take('a', 60_000))).toEqual([0, 0, 0, 1]);
});

test('R19 a slow limit says how long to wait', () => {
  const limit = new SteadyLimit(1, 0.1);
  expect([limit.take('a', 0), limit.take('a', 500)]).toEqual([0, 10]);
});
