import { beforeAll, expect, it } from 'vitest';
import { markReady } from '@/lib/process/shared-state';
import { invalidate, memoizeUntilInvalidated } from './invalidate';

beforeAll(() => markReady());

const createCounter = () => {
  let loads = 0;
  return { load: async () => (loads += 1) };
};

it('a value is loaded once until one of its tags is invalidated [A5]', async () => {
  const { load } = createCounter();
  const ask = () => memoizeUntilInvalidated('course a', ['courses', 'course:a'], load);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  invalidate('course:b', 'products');
  expect(await ask()).toBe(1);
  invalidate('course:a');
  expect(await ask()).toBe(2);
  invalidate('*');
  expect(await ask()).toBe(3);
});

it('a value read before a change is not returned after it [O7]', async () => {
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

it('a failed load is tried again [A5]', async () => {
  await expect(memoizeUntilInvalidated('a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await memoizeUntilInvalidated('a', [], async () => 'up')).toBe('up');
});
