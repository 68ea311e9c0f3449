import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { lifecycle, onStop } from '@/lib/process/shared-state';
import { shutDown } from './shut-down';
import { startServer, type TestServer } from './testing/start-server';

let site: TestServer;
afterEach(() => site.close());

test('accepted requests are answered, then stop tasks run in reverse order [R18]', async () => {
  const done: string[] = [];
  let finish = (): void => undefined;
  let reportArrival = (): void => undefined;
  const inside = new Promise<void>((resolve) => (reportArrival = resolve));
  site = await startServer(async (_request, response) => {
    reportArrival();
    await new Promise<void>((resolve) => (finish = resolve));
    done.push('answered');
    response.end('fine');
  });
  onStop(() => void done.push('database'));
  onStop(() => Promise.reject(new Error('a task that fails does not keep the others from running')));
  onStop(() => void done.push('jobs'));
  const asked = site.ask('/api/header-tabs.css');
  await inside;
  const stopped = shutDown(site.app);
  await sleep(2_500);
  finish();
  expect((await asked).text).toBe('fine');
  await stopped;
  expect(done).toEqual(['answered', 'jobs', 'database']);
});

test('a stop answers new connections for a moment, each for the last time, and then refuses them [R18]', async () => {
  site = await startServer(
    (request, response) => void response.end(request.url === '/readyz' ? String(!lifecycle.stopping) : 'fine'),
  );
  expect((await site.ask('/readyz')).text).toBe('true');
  const stopped = shutDown(site.app);
  expect((await site.ask('/readyz')).text).toBe('false');
  expect(await site.ask('/api/header-tabs.css')).toMatchObject({
    status: 200,
    text: 'fine',
    headers: { connection: 'close' },
  });
  await stopped;
  await expect(site.ask('/api/header-tabs.css')).rejects.toThrow(/ECONNREFUSED/);
});
