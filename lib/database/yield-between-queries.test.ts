import { expect, it } from 'vitest';
import { freshDatabase } from '@/lib/testing/database';
import { yieldToEventLoop } from './yield-between-queries';

const spin = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

it('A5 batch work lets timers and sockets have their turn', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let round = 0; round < 20; round += 1) {
    await yieldToEventLoop();
    spin(3);
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(4);
});

it('A5 a loop of database queries lets timers and sockets have their turn', async () => {
  const { client } = await freshDatabase();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let round = 0; round < 150; round += 1) await client.fact.findUnique({ where: { name: `fact ${round}` } });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
