import { expect, it } from 'vitest';
import { KeptFacts } from './kept-facts';

const counting = () => {
  let loads = 0;
  return { load: async () => (loads += 1) };
};

it('A5 a fact is loaded once until something it was made from changes', async () => {
  const facts = new KeptFacts();
  const { load } = counting();
  const ask = () => facts.keep('course a', ['courses', 'course:a'], load);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  facts.drop(['course:b', 'products']);
  expect(await ask()).toBe(1);
  facts.drop(['course:a']);
  expect(await ask()).toBe(2);
  facts.drop(['*']);
  expect(await ask()).toBe(3);
});

it('O7 what was read before a change is not kept after it', async () => {
  const facts = new KeptFacts();
  let price = 'old';
  let go: (() => void) | undefined;
  const slow = new Promise<undefined>((resolve) => (go = () => resolve(undefined)));
  const first = facts.keep('price', ['products'], async () => {
    const read = price;
    await slow;
    return read;
  });
  price = 'new';
  facts.drop(['products']);
  go?.();
  expect(await first).toBe('old');
  expect(await facts.keep('price', ['products'], async () => price)).toBe('new');
});

it('A5 a failed loading is tried again', async () => {
  const facts = new KeptFacts();
  await expect(facts.keep('a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await facts.keep('a', [], async () => 'up')).toBe('up');
});
