import { expect, test } from 'vitest';
import { computeTicks } from '@/components/admin/figures';

test('a chart’s scale is round and not lower than its highest bar [O6]', () => {
  expect(computeTicks(0)).toEqual([0, 1]);
  expect(computeTicks(1)).toEqual([0, 1]);
  expect(computeTicks(7)).toEqual([0, 5, 10]);
  expect(computeTicks(990_000)).toEqual([0, 500_000, 1_000_000]);
  for (let most = 1; most < 3000; most += 7) {
    const ticks = computeTicks(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThan(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});
