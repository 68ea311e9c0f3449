import { afterEach, expect, test, vi } from 'vitest';
import { lifecycle } from '@/lib/process/shared-state';
import { startServer, type TestServer } from '@/server/testing/start-server';

const disk = vi.hoisted(() => ({ freeBytes: 0 }));
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<object>()),
  statfs: () =>
    disk.freeBytes < 0
      ? Promise.reject(new Error('gone'))
      : Promise.resolve({ bavail: disk.freeBytes / 4096, bsize: 4096 }),
}));

let site: TestServer;
afterEach(() => site.close());

test('less than 256 MB free or a missing folder counts as low storage, but not before the first start [R12, X33]', async () => {
  disk.freeBytes = 255 * 1024 * 1024;
  site = await startServer((_request, response) => void response.end());
  await expect.poll(() => lifecycle.storageLow).toBe(true);
  disk.freeBytes = 257 * 1024 * 1024;
  await expect.poll(() => lifecycle.storageLow, { timeout: 5_000 }).toBe(false);
  disk.freeBytes = -1;
  await expect.poll(() => lifecycle.storageLow, { timeout: 5_000 }).toBe(true);
  lifecycle.ready = false;
  await expect.poll(() => lifecycle.storageLow, { timeout: 5_000 }).toBe(false);
});

test('a nearly full disk refuses writes and still answers reads [R12]', async () => {
  disk.freeBytes = 1;
  site = await startServer((_request, response) => void response.end());
  await expect.poll(() => lifecycle.storageLow).toBe(true);
  const refused = await site.ask('/api/contact', { method: 'POST', body: '{}' });
  expect([refused.status, refused.headers['retry-after'], (JSON.parse(refused.text) as { type: string }).type]).toEqual(
    [503, '30', '/problems/storage-full'],
  );
  expect((await site.ask('/api/header-tabs.css')).status).toBe(200);
});

test('healthz reports a live process and is not cached [O4]', async () => {
  site = await startServer((_request, response) => void response.end());
  const answer = await site.ask('/healthz');
  expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  const head = await site.ask('/healthz', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
});
