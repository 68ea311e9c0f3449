import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { lifecycle, onStop } from '@/lib/process/lifecycle';
import { shutDown } from './shut-down';
import { startServer, type TestServer } from './testing/start-server';

let site: TestServer;
afterEach(() => site.close());

test('R18 what was accepted is answered, then the tasks run last first', async () => {
  const done: string[] = [];
  let finish = (): void => undefined;
  let arrived = (): void => undefined;
  const inside = new Promise<void>((resolve) => (arrived = resolve));
  site = await startServer(async (_request, response) => {
    arrived();
    await new Promise<void>((resolve) => (finish = resolve));
    done.push('answered');
    response.end('fine');
  });
  onStop(() => void done.push('database'));
  onStop(() => Promise.reject(new Error('a task that fails does not keep the others from running')));
  onStop(() => void done.push('jobs'));
  const asked = site.ask('/api/tabs');
  await inside;
  const stopped = shutDown(site.app);
  await sleep(2_500);
  finish();
  expect((await asked).text).toBe('fine');
  await stopped;
  expect(done).toEqual(['answered', 'jobs', 'database']);
});

test('R18 a stop answers new connections for a moment, each for the last time, and then lets nobody in', async () => {
  site = await startServer((request, response) => void response.end(request.url === '/readyz' ? String(!lifecycle.stopping) : 'fine'));
  expect((await site.ask('/readyz')).text).toBe('true');
  const stopped = shutDown(site.app);
  expect((await site.ask('/readyz')).text).toBe('false');
  expect(await site.ask('/api/tabs')).toMatchObject({ status: 200, text: 'fine', headers: { connection: 'close' } });
  await stopped;
  await expect(site.ask('/api/tabs')).rejects.toThrow(/ECONNREFUSED/);
});
