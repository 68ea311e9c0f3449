import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseConfig } from '@/lib/config/config';
import { clientAddress } from '@/lib/http/door/client-address';
import { chooseEncoding } from '@/lib/http/answers/encoding';
import { invalidate } from '@/lib/cache/invalidate';
import { pageNonce, setPageStatus, tagPage } from '@/lib/cache/page-context';
import { markReady } from '@/lib/lifecycle';
import { frontStats } from '@/lib/http/front';
import { policySources } from '@/lib/http/options-from-config';
import { pagePolicy } from '@/lib/http/answers/policy';
import { StorageGuard } from '@/lib/http/door/storage-guard';
import { QueueFull, RenderQueue } from '@/lib/http/door/render-queue';
import { watchFolder } from '@/lib/http/files/watch-folder';

test('O4 without a front nothing that meets it breaks', () => {
  delete globalThis.siteFront;
  setPageStatus(404);
  tagPage('content');
  invalidate('content');
  markReady();
  expect([pageNonce()(), frontStats().pages]).toEqual([undefined, false, 0]);
});

test.each([
  ['br', 'br'], ['gzip, br;q=0', 'gzip'], ['*', 'br'], ['identity', 'identity'], ['GZIP;q=0.5', 'gzip'], ['br;q=zero', 'identity'],
])('A5 Accept-Encoding %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  expect(chooseEncoding(header)).toBe(encoding);
});

test('O4 addresses: mapped IPv4 is IPv4, what a visitor put before the proxies is not looked at', () => {
  expect(clientAddress('::ffff:41.2.3.4', '1.1.1.1', 0)).toBe('41.2.3.4');
  expect(clientAddress('10.0.0.1', 'nonsense', 1)).toBe('10.0.0.1');
});

test('R12 less than 256 MB free is low, a folder that is not there is not', async () => {
  let free = 255 * 1024 * 1024;
  const guard = new StorageGuard('/x', () => (free < 0 ? Promise.reject(new Error('gone')) : Promise.resolve(free)));
  await guard.look();
  expect(guard.isLow).toBe(true);
  free = 257 * 1024 * 1024;
  await guard.look();
  expect(guard.isLow).toBe(false);
  free = -1;
  await guard.look();
  expect(guard.isLow).toBe(false);
});

test('R19 renderings beyond the queue are refused, the others all run', async () => {
  const queue = new RenderQueue(1, 2, 1);
  let open = (_word: string): void => undefined;
  const first = queue.run('a', () => new Promise<string>((resolve) => (open = resolve)));
  const second = queue.run('a', () => Promise.resolve('second'));
  const third = queue.run('b', () => Promise.resolve('third'));
  await expect(queue.run('a', () => Promise.resolve('of one'))).rejects.toMatchObject({ isOfAddress: true });
  await expect(queue.run('c', () => Promise.resolve('of all'))).rejects.toBeInstanceOf(QueueFull);
  open('first');
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second', 'third']);
  expect(await queue.run('a', () => Promise.resolve('fourth'))).toBe('fourth');
});

test('R19 addresses take turns, so that who asks for many waits for their own', async () => {
  const queue = new RenderQueue(1, 100, 100);
  const order: string[] = [];
  const work = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
  };
  const crowd = [1, 2, 3, 4].map((count) => queue.run('crowd', work(`crowd ${count}`)));
  await Promise.all([...crowd, queue.run('one', work('one')), queue.run('other', work('other'))]);
  expect(order).toEqual(['crowd 1', 'crowd 2', 'one', 'other', 'crowd 3', 'crowd 4']);
});

test('B7 the policy names a foreign host only when it is configured', () => {
  const quiet = pagePolicy(policySources(parseConfig({ AUTH_SECRET: 'x'.repeat(32) })))({ script: [], style: [] });
  expect(quiet).not.toContain('http');
  const settings = parseConfig({
    AUTH_SECRET: 'x'.repeat(32), GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_ISSUER: 'http://127.0.0.1:9/x',
    FEEDBACK_FORM_URL: 'https://forms.example/f', ANALYTICS_ID: 'G-1',
  });
  const policy = pagePolicy(policySources(settings))({ script: [], style: [] });
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9;");
  expect(policy).toContain('frame-src https://forms.example;');
  expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
});

test('O7 a changed content file is noticed, once for a burst', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(folder, 'ar'));
  const noticed = vi.fn();
  const end = watchFolder(folder, noticed);
  writeFileSync(join(folder, 'ar', 'a.json'), '1');
  writeFileSync(join(folder, 'ar', 'a.json'), '2');
  await expect.poll(() => noticed.mock.calls.length).toBe(1);
  end();
  rmSync(folder, { recursive: true });
  expect(() => watchFolder('/nowhere/at/all', noticed)()).not.toThrow();
});
