import { expect, it } from 'vitest';
import { resetDatabase } from '@/tests/support/database';
import { yieldToEventLoop } from './pglite';

const spin = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

it('batch work yields to timers and sockets [A5]', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let round = 0; round < 20; round += 1) {
    await yieldToEventLoop();
    spin(3);
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(4);
});

it('a loop of database queries yields to timers and sockets [A5]', async () => {
  const { client } = await resetDatabase();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let round = 0; round < 150; round += 1) await client.fact.findUnique({ where: { name: `fact ${round}` } });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
