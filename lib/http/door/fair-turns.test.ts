import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns';

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('R25 a crowd of short works leaves others their turns, and keeps its order', async () => {
  const turns = new FairTurns();
  const done: number[] = [];
  const crowd = Array.from({ length: 100 }, (_, at) => turns.run(() => {
    busyFor(1);
    return done.push(at);
  }));
  const seen: number[] = [];
  while (done.length < 100) {
    await nextTurn();
    seen.push(done.length);
  }
  expect(await Promise.all(crowd)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect(done).toEqual(Array.from({ length: 100 }, (_, at) => at));
  expect(seen.length).toBeGreaterThanOrEqual(20);
});

test('R25 work that throws is its own trouble', async () => {
  const turns = new FairTurns();
  const works = [turns.run(() => 1), turns.run(() => { throw new Error('no'); }), turns.run(() => 3)];
  expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
