import { afterEach, expect, test } from 'vitest';
import { lifecycle, onStop } from '@/lib/lifecycle';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
afterEach(() => site.close().catch(() => undefined));

test('R18 what was accepted is answered, then the tasks run last first', async () => {
  const done: string[] = [];
  let letGo = (): void => undefined;
  let arrived = (): void => undefined;
  const inside = new Promise<void>((resolve) => (arrived = resolve));
  site = await startFront(async (_request, response) => {
    arrived();
    await new Promise<void>((resolve) => (letGo = resolve));
    done.push('answered');
    response.end('fine');
  });
  onStop(() => void done.push('database'));
  onStop(() => Promise.reject(new Error('a task that fails does not keep the others from running')));
  onStop(() => void done.push('jobs'));
  const asked = site.ask('/api/x');
  await inside;
  const stopped = site.front.stop();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  letGo();
  expect((await asked).text).toBe('fine');
  await stopped;
  expect(done).toEqual(['answered', 'jobs', 'database']);
});

test('R18 a stop answers new connections for a moment, each for the last time, and then lets nobody in', async () => {
  site = await startFront(async (request, response) => void response.end(request.url === '/readyz' ? String(!lifecycle.stopping) : 'fine'));
  expect((await site.ask('/readyz')).text).toBe('true');
  const stopped = site.front.stop();
  expect((await site.ask('/readyz')).text).toBe('false');
  expect(await site.ask('/api/x')).toMatchObject({ status: 200, text: 'fine', headers: { connection: 'close' } });
  await stopped;
  await expect(site.ask('/api/x')).rejects.toThrow(/ECONNREFUSED/);
});
