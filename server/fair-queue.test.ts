import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue, QueueFull } from './load-limits';

test('renders beyond the queue are refused, all others run [R19]', async () => {
  const queue = new FairQueue(1, 2, 1);
  let open = (_text: string): void => undefined;
  const first = queue.run('a', () => new Promise<string>((resolve) => (open = resolve)));
  const second = queue.run('a', () => Promise.resolve('second'));
  const third = queue.run('b', () => Promise.resolve('third'));
  await expect(queue.run('a', () => Promise.resolve('of one'))).rejects.toMatchObject({ isOfAddress: true });
  await expect(queue.run('c', () => Promise.resolve('of all'))).rejects.toBeInstanceOf(QueueFull);
  open('first');
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'third']);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('a', () => Promise.resolve('fourth'))).toBe('fourth');
});

test('addresses take turns, so that an address with many requests waits for its own [R19]', async () => {
  const queue = new FairQueue(1, 100, 100);
  const order: string[] = [];
  const createWork = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
  };
  const crowd = [1, 2, 3, 4].map((count) => queue.run('crowd', createWork(`crowd ${count}`)));
  await Promise.all([...crowd, queue.run('one', createWork('one')), queue.run('other', createWork('other'))]);
  expect(order).toEqual(['crowd 1', 'crowd 2', 'one', 'other', 'crowd 3', 'crowd 4']);
});

test('a slot pauses after its work, so that queued work leaves processor time for other requests [R19]', async () => {
  const queue = new FairQueue(1, 100, 100, 3);
  const gapsMs: number[] = [];
  let endedAtMs = 0;
  const runWork = async () => {
    if (endedAtMs > 0) gapsMs.push(performance.now() - endedAtMs);
    await sleep(10);
    endedAtMs = performance.now();
  };
  await Promise.all([queue.run('a', runWork), queue.run('a', runWork), queue.run('b', runWork)]);
  expect(gapsMs).toHaveLength(2);
  for (const gapMs of gapsMs) expect(gapMs).toBeGreaterThan(25);
});
