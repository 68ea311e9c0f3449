import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { setPageStatus } from '@/lib/cache/page-context';
import { type AskOptions, startServer, type TestApplication, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(() => site.close());

interface Rendering {
  readonly urls: string[];
  text: string;
  takesMs: number;
  status: 200 | 404 | 503;
  breaks: boolean;
  atOnce: number;
  mostAtOnce: number;
}

const createRendering = (): Rendering => ({
  urls: [],
  text: 'one',
  takesMs: 0,
  status: 200,
  breaks: false,
  atOnce: 0,
  mostAtOnce: 0,
});

const createApplication =
  (rendering: Rendering): TestApplication =>
  async (request, response) => {
    rendering.urls.push(request.url ?? '');
    rendering.mostAtOnce = Math.max(rendering.mostAtOnce, (rendering.atOnce += 1));
    const { text, takesMs, status, breaks } = rendering;
    if (status !== 200) setPageStatus(status);
    await sleep(takesMs);
    rendering.atOnce -= 1;
    if (breaks) throw new Error('broken');
    response.setHeader('content-type', request.url?.endsWith('.png') ? 'image/png' : 'text/html; charset=utf-8');
    response.end(`<html><head></head>${text} ${'x'.repeat(600)}</html>`);
  };

const browser: AskOptions = { headers: { accept: 'text/html,*/*;q=0.8' } };
const requestFrom = (address: string, more: AskOptions = {}): AskOptions => ({
  headers: { ...more.headers, 'x-forwarded-for': address },
});
const buildScale = (points: number, limit: number) => ({
  env: { LIMIT_SCALE: String(points / limit), TRUSTED_PROXIES: '1' },
});
const problem = 'application/problem+json; charset=utf-8';

test('all unknown addresses share one page per language [A3, A4]', async () => {
  const rendering: Rendering = { ...createRendering(), status: 404 };
  site = await startServer(createApplication(rendering));
  const paths = [
    '/en/nowhere/1',
    '/nowhere',
    '/en/nowhere/2?error=x',
    '/en/login/nowhere',
    '/de/nowhere/1',
    '/de/nowhere/2?q=1',
    '/en/nowhere.html',
    '/EN/Home',
    '/en/Home',
    '/en/wp-login.php',
  ];
  for (const path of paths) expect([path, (await site.ask(path)).status]).toEqual([path, 404]);
  expect(rendering.urls.toSorted()).toEqual(['/ar/not-found', '/de/not-found', '/en/not-found']);
  const inside = await site.ask('/en/nowhere/3', { headers: { rsc: '1' } });
  expect([inside.status, inside.headers['content-type'], rendering.urls.length]).toEqual([404, problem, 3]);
});

test.each([
  '/wp-login.php',
  '/index.php',
  '/.env',
  '/.git/config',
  '/wp-admin/x',
  '/backup.zip',
  '/a/b/.aws/credentials',
  '/old.sql~',
  '/api/nowhere',
  '/_protected/data/db',
])('%s gets a short answer without a render [A4]', async (path) => {
  const rendering = createRendering();
  site = await startServer(createApplication(rendering));
  const answer = await site.ask(path, { headers: { 'accept-language': 'de' } });
  expect([answer.status, answer.headers['content-type'], answer.body.length < 500, rendering.urls]).toEqual([
    404,
    problem,
    true,
    [],
  ]);
});

test('the root and a bare language are redirected by the application [A2]', async () => {
  site = await startServer(
    (request, response) =>
      void response.writeHead(307, { location: `${request.url === '/' ? '/ar' : request.url}/home` }).end(),
  );
  for (const [path, location] of [
    ['/', '/ar/home'],
    ['/de', '/de/home'],
  ] as const)
    expect(await site.ask(path)).toMatchObject({ status: 307, headers: { location } });
});

test('renders are limited by address with a readable reason; other addresses and cached pages are not affected [R19]', async () => {
  const rendering = createRendering();
  site = await startServer(createApplication(rendering), buildScale(3, 60));
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await site.ask(`/en/articles?q=word${count}`, requestFrom('1.1.1.1'))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const read = await site.ask('/ar/articles?q=x', requestFrom('1.1.1.1', browser));
  expect([read.status, read.headers['content-type'], Number(read.headers['retry-after']) > 0]).toEqual([
    429,
    'text/html; charset=utf-8',
    true,
  ]);
  expect(read.text).toMatch(/<html lang="ar" dir="rtl">.*طلبات كثيرة، حاول بعد قليل/s);
  const document = await site.ask('/ar/articles?q=x', {
    headers: { 'x-forwarded-for': '1.1.1.1', 'accept-language': 'de' },
  });
  expect(JSON.parse(document.text)).toMatchObject({
    status: 429,
    type: '/problems/too-many-requests',
    title: 'Zu viele Anfragen, bitte später erneut versuchen',
  });
  expect((await site.ask('/en/articles?q=word0', requestFrom('1.1.1.1'))).status).toBe(200);
  expect(
    (await site.ask('/en/articles?q=x', requestFrom('1.1.1.1', { headers: { rsc: '1' } }))).status,
    'what is fetched ahead is counted apart',
  ).toBe(200);
  expect((await site.ask('/en/articles?q=other', requestFrom('2.2.2.2'))).status).toBe(200);
  expect((await site.ask('/en/articles?q=another', requestFrom('2001:db8::1'))).status).toBe(200);
});

test('an address that opens uncached pages one or two at a time is not limited; more at once are counted [R29]', async () => {
  const rendering: Rendering = { ...createRendering(), takesMs: 1 };
  site = await startServer(createApplication(rendering), buildScale(3, 60));
  const open = async (path: string) =>
    (await site.ask(path, requestFrom('1.1.1.1', { headers: { connection: 'keep-alive' } }))).status;
  const walk = async (lang: string) => {
    const statuses: number[] = [];
    for (let at = 0; at < 100; at += 1) statuses.push(await open(`/${lang}/articles/article-${at}`));
    return statuses;
  };
  expect(new Set((await Promise.all([walk('ar'), walk('en')])).flat())).toEqual(new Set([200]));
  expect(rendering.urls).toHaveLength(200);
  const atOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => open(`/de/articles/article-${index}`)));
  expect(atOnce).toContain(429);
});

test('two pages and one picture are rendered at a time, and each picture once [R19]', async () => {
  const rendering: Rendering = { ...createRendering(), takesMs: 20 };
  site = await startServer(createApplication(rendering));
  await Promise.all(Array.from({ length: 8 }, (_, count) => site.ask(`/en/articles?q=${count}`)));
  expect(rendering.mostAtOnce).toBe(2);
  rendering.mostAtOnce = 0;
  const pictures = await Promise.all(
    Array.from({ length: 8 }, (_, count) => site.ask(`/assets/share/en/${count % 4}.png`)),
  );
  expect([rendering.mostAtOnce, rendering.urls.length, pictures.every(({ status }) => status === 200)]).toEqual([
    1,
    12,
    true,
  ]);
});

test('searches and missing pages never displace a page [A5]', async () => {
  const rendering = createRendering();
  site = await startServer(
    (request, response) => {
      rendering.urls.push(request.url ?? '');
      if (request.url?.includes('none')) response.statusCode = 404;
      // Send more than both stores of the cache hold: a body that cannot be compressed counts once per encoding.
      if (request.url === '/en/home') response.setHeader('content-type', 'text/html').end('home');
      else response.setHeader('content-type', 'application/octet-stream').end(Buffer.alloc(1_000_000));
    },
    buildScale(1_000, 1),
  );
  await site.ask('/en/home');
  for (let count = 0; count < 12; count += 1) await site.ask(`/en/articles?q=word${count}`);
  for (let count = 0; count < 12; count += 1) await site.ask(`/en/articles/none-${count}`);
  const before = rendering.urls.length;
  await site.ask('/en/home');
  expect(rendering.urls.length).toBe(before);
});

test('a change shows at once, unless its render is slow: then the last page is sent, marked as stale [O7, R04]', async () => {
  const rendering = createRendering();
  site = await startServer(createApplication(rendering));
  await site.ask('/en/pricing');
  Object.assign(rendering, { text: 'two', takesMs: 30 });
  invalidate('content');
  const changed = await site.ask('/en/pricing');
  expect([changed.text.includes('two'), changed.headers['cache-status']]).toEqual([true, undefined]);
  Object.assign(rendering, { text: 'three', takesMs: 1_500 });
  invalidate('content');
  const beganAt = Date.now();
  const stale = await Promise.all([site.ask('/en/pricing'), site.ask('/en/pricing')]);
  expect(Date.now() - beganAt).toBeLessThan(1_300);
  for (const { status, text, headers } of stale)
    expect([status, text.includes('two'), headers['cache-status']]).toEqual([
      200,
      true,
      expect.stringMatching(/^site; hit; ttl=-\d+$/),
    ]);
  await expect.poll(async () => (await site.ask('/en/pricing')).text, { timeout: 5_000 }).toContain('three');
  expect([rendering.urls.length, (await site.ask('/en/pricing')).headers['cache-status']]).toEqual([3, undefined]);
});

test('a page published after it was missing is waited for, however long it takes to render [O7, O8]', async () => {
  const rendering: Rendering = { ...createRendering(), status: 404 };
  site = await startServer(createApplication(rendering));
  await site.ask('/en/articles/x');
  Object.assign(rendering, { status: 200, text: 'published', takesMs: 700 });
  invalidate('content');
  const published = await site.ask('/en/articles/x');
  expect([published.status, published.text.includes('published'), published.headers['cache-status']]).toEqual([
    200,
    true,
    undefined,
  ]);
});

test('a missing page stays 404 while its render fails [O8, R03]', async () => {
  const rendering: Rendering = { ...createRendering(), status: 404 };
  site = await startServer(createApplication(rendering));
  await site.ask('/en/articles/x');
  Object.assign(rendering, { breaks: true });
  invalidate('content');
  expect((await site.ask('/en/articles/x')).status).toBe(404);
});

test.each([
  ['breaks', { breaks: true }],
  ['answers 503', { status: 503 as const }],
])('a stale page whose render %s is still sent, and replaced once the render works [R03]', async (_name, trouble) => {
  const rendering = createRendering();
  site = await startServer(createApplication(rendering));
  await site.ask('/en/pricing');
  Object.assign(rendering, trouble, { text: 'two' });
  invalidate('content');
  expect(await site.ask('/en/pricing')).toMatchObject({ status: 200, text: expect.stringContaining('one') as string });
  Object.assign(rendering, { breaks: false, status: 200 });
  expect((await site.ask('/en/pricing')).text).toContain('two');
});

test('a removed page is never sent again and answers 404 [O7, O8]', async () => {
  const rendering = createRendering();
  site = await startServer(createApplication(rendering));
  await site.ask('/en/articles/x');
  Object.assign(rendering, { status: 404, text: 'away' });
  invalidate('content');
  expect(await site.ask('/en/articles/x')).toMatchObject({ status: 404 });
  Object.assign(rendering, { status: 200, text: 'one' });
  await site.ask('/en/articles/y');
  Object.assign(rendering, { status: 404, text: 'away', takesMs: 900 });
  purge('content');
  const removed = await site.ask('/en/articles/y');
  expect([removed.status, removed.text.includes('one')]).toEqual([404, false]);
});

test('content files are never served stale, and a failed one is not cached [O2, O7]', async () => {
  const rendering = createRendering();
  site = await startServer(createApplication(rendering));
  await site.ask('/assets/midan/style.json');
  Object.assign(rendering, { text: 'two', takesMs: 700 });
  invalidate('content');
  const slow = await site.ask('/assets/midan/style.json');
  expect([slow.text.includes('two'), slow.headers['cache-status']]).toEqual([true, undefined]);
  Object.assign(rendering, { status: 503, takesMs: 0 });
  const refused = [await site.ask('/assets/midan/x.json'), await site.ask('/assets/midan/x.json')];
  expect(refused.map(({ status, headers }) => [status, headers['retry-after'], headers['cache-control']])).toEqual([
    [503, '5', 'no-store'],
    [503, '5', 'no-store'],
  ]);
  expect(rendering.urls).toHaveLength(4);
});

test('an address that opens too many unknown pages gets 429 after a second, other addresses are not affected [X31, A4]', async () => {
  const rendering: Rendering = { ...createRendering(), status: 404 };
  site = await startServer(createApplication(rendering), buildScale(2, 300));
  for (const path of ['/en/nowhere/1', '/en/nowhere/2'])
    expect((await site.ask(path, requestFrom('1.1.1.1'))).status).toBe(404);
  const beganAt = performance.now();
  const refused = await site.ask('/en/nowhere/3', requestFrom('1.1.1.1', browser));
  expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(performance.now() - beganAt).toBeGreaterThan(900);
  expect((await site.ask('/en/nowhere/3', requestFrom('2.2.2.2'))).status).toBe(404);
});

test.each([
  ['of the cache', '/en/pricing'],
  ['for one person', '/en/login'],
])('a page %s that the application does not answer in time is 503 with Retry-After [X31]', async (_whose, path) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let asked = false;
    site = await startServer(() => void (asked = true));
    const answer = site.ask(path, browser);
    await vi.waitUntil(() => asked);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' },
    });
  } finally {
    vi.useRealTimers();
  }
});
