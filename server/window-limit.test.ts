import { afterEach, expect, test, vi } from 'vitest';
import { WindowLimit } from './load-limits';

afterEach(() => void vi.useRealTimers());

test('forgets the longest unused key if there are too many, never all of them [X42]', () => {
  const limit = new WindowLimit(2, 60_000);
  const take = (key: string) => limit.take(key, 1000) > 0;
  for (let at = 0; at < 3; at += 1) take('attacker');
  for (let at = 0; at < 150_000; at += 1) {
    take(`address-${at}`);
    if (at % 50_000 === 0) expect(take('attacker')).toBe(true);
  }
  expect(take('attacker')).toBe(true);
  expect([take('address-149999'), take('address-149999')]).toEqual([false, true]);
});

test('a clock that was ahead keeps no address waiting [R15, X42]', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2036-01-01') });
  const limit = new WindowLimit(1, 60_000);
  limit.take('visitor');
  vi.setSystemTime('2026-01-01');
  expect(limit.take('visitor')).toBeLessThanOrEqual(60);
});
