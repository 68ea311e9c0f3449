import { afterEach, expect, test, vi } from 'vitest';
import { lifecycle } from '@/lib/process/lifecycle';
import { startServer, type TestServer } from '../testing/start-server';

const disk = vi.hoisted(() => ({ freeBytes: 0 }));
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<object>()),
  statfs: () => (disk.freeBytes < 0 ? Promise.reject(new Error('gone')) : Promise.resolve({ bavail: disk.freeBytes / 4096, bsize: 4096 })),
}));

let site: TestServer;
afterEach(() => site.close());

test('R12 X33 less than 256 MB free is low, and so is a folder that went; before the first start there is none', async () => {
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

test('R12 with the disk nearly full, writing is refused and reading goes on', async () => {
  disk.freeBytes = 1;
  site = await startServer((_request, response) => void response.end());
  await expect.poll(() => lifecycle.storageLow).toBe(true);
  const refused = await site.ask('/api/contact', { method: 'POST', body: '{}' });
  expect([refused.status, refused.headers['retry-after'], (JSON.parse(refused.text) as { type: string }).type]).toEqual([503, '30', '/problems/storage-full']);
  expect((await site.ask('/api/tabs')).status).toBe(200);
});

test('O4 healthz says that the process lives, and nothing holds the answer', async () => {
  site = await startServer((_request, response) => void response.end());
  const answer = await site.ask('/healthz');
  expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  const head = await site.ask('/healthz', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
});
