import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { doNotStore, setPageStatus, tagPage } from '@/lib/cache/page-context';
import { startServer, type TestServer } from '../../testing/start-server';

let site: TestServer;
let page: { state: 'there' | 'gone' | 'moved'; isMakeshift: boolean; takesMs: number };
let renders: number;

beforeEach(async () => {
  page = { state: 'there', isMakeshift: false, takesMs: 0 };
  renders = 0;
  site = await startServer(async (_request, response) => {
    renders += 1;
    tagPage('articles');
    await new Promise((resolve) => setTimeout(resolve, page.takesMs));
    if (page.isMakeshift) doNotStore();
    if (page.state === 'gone') setPageStatus(404);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page.state === 'moved') response.writeHead(308, { location: '/ar/articles/two' });
    response.end('<p>');
  }, { env: { TRUSTED_PROXIES: '1' } });
});
afterEach(() => site.close());

const ask = async () => {
  const { status, headers } = await site.ask('/ar/articles/one');
  return [status, headers['x-accel-expires'], headers['cache-control']];
};

test.each([['gone', 404], ['moved', 308]] as const)('O4 O8 A14 a page that is %s is rendered once, and takes the place of what nginx holds; browsers hold nothing of it', async (state, status) => {
  page.state = state;
  expect([await ask(), await ask(), renders]).toEqual([[status, '1', 'no-store'], [status, '1', 'no-store'], 1]);
});

test('O4 O7 nginx may not hold a stale page', async () => {
  expect(await ask()).toEqual([200, '1', 'public, max-age=0, must-revalidate']);
  page.takesMs = 800;
  invalidate('articles');
  expect(await ask()).toEqual([200, '@1', 'public, max-age=0, must-revalidate']);
});

test('R03 a page that something stands in for is shown, and stored neither here nor by nginx nor by the browser', async () => {
  page.isMakeshift = true;
  expect(await ask()).toEqual([200, undefined, 'no-store']);
  page.isMakeshift = false;
  expect([await ask(), await ask(), renders]).toEqual([[200, '1', 'public, max-age=0, must-revalidate'], [200, '1', 'public, max-age=0, must-revalidate'], 2]);
  page.isMakeshift = true;
  expect((await site.ask('/content/common/header.json')).headers['cache-control']).toBe('no-store');
});

test('R03 O7 a whole page from before is shown rather than a new one that something stands in for, for ten minutes', async () => {
  const stale = [200, '@1', 'public, max-age=0, must-revalidate'];
  const makeshift = [200, undefined, 'no-store'];
  expect(await ask()).toEqual([200, '1', 'public, max-age=0, must-revalidate']);
  page.isMakeshift = true;
  invalidate('articles');
  expect([await ask(), await ask(), renders]).toEqual([stale, stale, 3]);
  const later = Date.now() + 10 * 60_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  expect(await ask()).toEqual(makeshift);
  vi.mocked(Date.now).mockRestore();
  page.isMakeshift = false;
  expect(await ask()).toEqual([200, '1', 'public, max-age=0, must-revalidate']);
});
