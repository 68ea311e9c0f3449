import { beforeAll, expect, it } from 'vitest';
import { markReady } from '@/lib/process/lifecycle';
import { invalidate } from './invalidate';
import { memoizeUntilInvalidated } from './memoize';

beforeAll(() => markReady());

const counting = () => {
  let loads = 0;
  return { load: async () => (loads += 1) };
};

it('A5 a fact is loaded once until something it was made from changes', async () => {
  const { load } = counting();
  const ask = () => memoizeUntilInvalidated('course a', ['courses', 'course:a'], load);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  invalidate('course:b', 'products');
  expect(await ask()).toBe(1);
  invalidate('course:a');
  expect(await ask()).toBe(2);
  invalidate('*');
  expect(await ask()).toBe(3);
});

it('O7 what was read before a change is not returned after it', async () => {
  let price = 'old';
  let go: (() => void) | undefined;
  const slow = new Promise<undefined>((resolve) => (go = () => resolve(undefined)));
  const first = memoizeUntilInvalidated('price', ['products'], async () => {
    const read = price;
    await slow;
    return read;
  });
  price = 'new';
  invalidate('products');
  go?.();
  expect(await first).toBe('old');
  expect(await memoizeUntilInvalidated('price', ['products'], async () => price)).toBe('new');
});

it('A5 a failed loading is tried again', async () => {
  await expect(memoizeUntilInvalidated('a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await memoizeUntilInvalidated('a', [], async () => 'up')).toBe('up');
});
