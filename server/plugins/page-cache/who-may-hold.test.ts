import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { markPageDegraded, setPageStatus, tagPage } from '@/lib/cache/page-context';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
let page: { state: 'there' | 'gone' | 'moved'; isDegraded: boolean; takesMs: number };
let renders: number;

beforeEach(async () => {
  page = { state: 'there', isDegraded: false, takesMs: 0 };
  renders = 0;
  site = await startServer(
    async (_request, response) => {
      renders += 1;
      tagPage('articles');
      await sleep(page.takesMs);
      if (page.isDegraded) markPageDegraded();
      if (page.state === 'gone') setPageStatus(404);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (page.state === 'moved') response.writeHead(308, { location: '/ar/articles/two' });
      response.end('<p>');
    },
    { env: { TRUSTED_PROXIES: '1' } },
  );
});
afterEach(() => site.close());

const ask = async () => {
  const { status, headers } = await site.ask('/ar/articles/one');
  return [status, headers['x-accel-expires'], headers['cache-control']];
};

test.each([
  ['gone', 404],
  ['moved', 308],
] as const)(
  'a %s page is rendered once and replaces the copy in nginx, and browsers store nothing of it [O4, O8, A14]',
  async (state, status) => {
    page.state = state;
    expect([await ask(), await ask(), renders]).toEqual([[status, '1', 'no-store'], [status, '1', 'no-store'], 1]);
  },
);

test('nginx must not cache a stale page [O4, O7]', async () => {
  expect(await ask()).toEqual([200, '1', 'public, max-age=0, must-revalidate']);
  page.takesMs = 800;
  invalidate('articles');
  expect(await ask()).toEqual([200, '@1', 'public, max-age=0, must-revalidate']);
});

test('a degraded page is shown but not stored by the service, nginx or the browser [R03]', async () => {
  page.isDegraded = true;
  expect(await ask()).toEqual([200, undefined, 'no-store']);
  page.isDegraded = false;
  expect([await ask(), await ask(), renders]).toEqual([
    [200, '1', 'public, max-age=0, must-revalidate'],
    [200, '1', 'public, max-age=0, must-revalidate'],
    2,
  ]);
  page.isDegraded = true;
  expect((await site.ask('/content/common/header.json')).headers['cache-control']).toBe('no-store');
});

test('an earlier complete page is preferred to a degraded new one for ten minutes [R03, O7]', async () => {
  const stale = [200, '@1', 'public, max-age=0, must-revalidate'];
  const makeshift = [200, undefined, 'no-store'];
  expect(await ask()).toEqual([200, '1', 'public, max-age=0, must-revalidate']);
  page.isDegraded = true;
  invalidate('articles');
  expect([await ask(), await ask(), renders]).toEqual([stale, stale, 3]);
  const later = Date.now() + 10 * 60_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  expect(await ask()).toEqual(makeshift);
  vi.mocked(Date.now).mockRestore();
  page.isDegraded = false;
  expect(await ask()).toEqual([200, '1', 'public, max-age=0, must-revalidate']);
});
