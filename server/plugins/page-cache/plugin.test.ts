import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { pageNonce, setPageStatus, tagPage } from '@/lib/cache/page-context';
import { markReady, takeSearchVisits } from '@/lib/process/shared-state';
import * as compression from '@/server/rendering/compression';
import { startServer, type TestApplication, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(() => site.close());

interface SeenResponse {
  renders: number;
  urls: string[];
  cookies: (string | undefined)[];
  text: string;
}

const long = 'كلام كثير '.repeat(200);

function createPages(seen: SeenResponse, extra: (path: string) => void = () => undefined): TestApplication {
  return async (request, response) => {
    seen.renders += 1;
    seen.urls.push(request.url ?? '');
    seen.cookies.push(request.headers.cookie);
    tagPage('products');
    extra(request.url ?? '');
    await sleep(5);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'private, no-store');
    response.write('<html><head></head><body>');
    response.write(
      `<script nonce="${pageNonce()}">go("${pageNonce()}")</script><script>injected()</script>${seen.text}${long}`,
    );
    response.end('</body></html>');
  };
}

const createSeen = (): SeenResponse => ({ renders: 0, urls: [], cookies: [], text: 'one' });

test('a public page is rendered once without credentials, and then answered from memory [A5]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen));
  const first = await site.ask('/ar/home', { headers: { cookie: 'session=secret', authorization: 'Bearer x' } });
  const second = await site.ask('/ar/home?utm_source=x');
  expect([first.status, second.status, seen.renders]).toEqual([200, 200, 1]);
  expect(second.text).toBe(first.text);
  expect(seen.cookies).toEqual([undefined]);
  expect([second.headers['cache-control'], second.headers['x-accel-expires']]).toEqual([
    'public, max-age=0, must-revalidate',
    undefined,
  ]);
});

test('nginx may cache a page for a second [A5]', async () => {
  site = await startServer(createPages(createSeen()), { env: { TRUSTED_PROXIES: '1' } });
  expect((await site.ask('/ar/home')).headers['x-accel-expires']).toBe('1');
  expect((await site.ask('/ar/login')).headers['x-accel-expires']).toBeUndefined();
});

test('concurrent visitors cause one render [A5]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen));
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask('/en/about')));
  expect(new Set(answers.map((each) => each.text)).size).toBe(1);
  expect(seen.renders).toBe(1);
});

test('only query parameters that a page reads make a separate entry [A5]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen));
  for (const path of [
    '/ar/articles?page=2',
    '/ar/articles?page=2&utm_medium=m',
    '/ar/articles?utm=1',
    '/ar/home?page=2',
    '/ar/home',
  ])
    await site.ask(path);
  expect(seen.urls).toEqual(['/ar/articles?page=2', '/ar/articles', '/ar/home']);
});

test('two spellings of an address share one page [A5]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen));
  await site.ask('/ar/details/a/b/%D9%85%D9%8A%D8%AF%D8%A7%D9%86');
  await site.ask('/ar/details/a/b/%d9%85%d9%8a%d8%af%d8%a7%d9%86');
  expect(seen.renders).toBe(1);
});

test('each visitor gets a supported encoding, and 304 for an unchanged page [A5]', async () => {
  site = await startServer(createPages(createSeen()));
  const plain = await site.ask('/ar/home');
  const br = await site.ask('/ar/home', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  const gzip = await site.ask('/ar/home', { headers: { 'accept-encoding': 'gzip' } });
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(br.headers.etag).not.toBe(gzip.headers.etag);
  expect(br.headers.vary).toContain('accept-encoding');
  const again = await site.ask('/ar/home', {
    headers: { 'accept-encoding': 'br', 'if-none-match': br.headers.etag ?? '' },
  });
  expect([again.status, again.body.length, again.headers['content-length']]).toEqual([304, 0, undefined]);
});

test('a page is compressed once, and a signed-in visitor gets the same bytes [A5]', async () => {
  const compress = vi.spyOn(compression, 'compress');
  site = await startServer(createPages(createSeen()));
  const ask = (cookie = '') => site.ask('/ar/home', { headers: { 'accept-encoding': 'br', cookie } });
  const [guest, learner] = [await ask(), await ask('session=secret')];
  expect([learner.headers.etag, learner.body.equals(guest.body)]).toEqual([guest.headers.etag, true]);
  expect(compress.mock.calls.filter(([, encoding]) => encoding === 'br').map(([, , effort]) => effort)).toEqual([
    'best',
  ]);
});

test('HEAD answers the headers of GET without the body [A5]', async () => {
  site = await startServer(createPages(createSeen()));
  const got = await site.ask('/ar/home');
  const head = await site.ask('/ar/home', { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
  expect(head.headers.etag).toBe(got.headers.etag);
});

test('the home pages are rendered before the first visitor [A5]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen), { ready: false });
  markReady();
  await expect.poll(() => seen.urls).toEqual(['/ar/home', '/en/home', '/de/home']);
});

test('a change of a page’s data shows on the next request [O7]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen));
  await site.ask('/ar/pricing');
  seen.text = 'two';
  expect((await site.ask('/ar/pricing')).text).toContain('one');
  invalidate('articles');
  expect((await site.ask('/ar/pricing')).text).toContain('one');
  invalidate('products');
  expect((await site.ask('/ar/pricing')).text).toContain('two');
});

test('a page whose text changes while it is rendered is not cached [O7]', async () => {
  const seen = createSeen();
  site = await startServer(
    createPages(seen, () => {
      if (seen.renders === 1) queueMicrotask(() => invalidate('products'));
    }),
  );
  await site.ask('/ar/pricing');
  await site.ask('/ar/pricing');
  expect(seen.renders).toBe(2);
});

test('a missing page answers 404, is cached by the service only, and is rendered again after a change [A10]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen, () => setPageStatus(404)));
  const first = await site.ask('/ar/details/x');
  const again = await site.ask('/ar/details/x');
  expect([first.status, again.status, again.headers['cache-control'], seen.renders]).toEqual([404, 404, 'no-store', 1]);
  invalidate('products');
  await site.ask('/ar/details/x');
  expect(seen.renders).toBe(2);
});

test('a page that sets a cookie or fails is never cached [A5]', async () => {
  let renders = 0;
  site = await startServer((request, response) => {
    renders += 1;
    if (request.url === '/ar/about') throw new Error('broken');
    response.setHeader('set-cookie', 'a=b');
    response.setHeader('content-type', 'text/html');
    response.end('x');
  });
  const first = await site.ask('/ar/home');
  await site.ask('/ar/home');
  const broken = await site.ask('/ar/about');
  expect([
    (await site.ask('/ar/about')).status,
    broken.status,
    renders,
    first.headers['set-cookie'],
    first.headers['cache-control'],
  ]).toEqual([500, 500, 4, undefined, 'no-store']);
  expect(broken.headers['content-type']).toContain('problem+json');
});

test('personal pages and the outcome of a form are never cached [A5]', async () => {
  const seen = createSeen();
  site = await startServer(createPages(seen));
  const paths = [
    '/ar/profile/myCourses',
    '/ar/%63ourse/x',
    '/ar/course/x.rsc',
    '/ar/contact?error=x',
    '/ar/contact?sent=1',
  ];
  for (const path of paths) {
    await site.ask(path);
    await site.ask(path, { headers: { cookie: 'me=1' } });
  }
  expect(seen.renders).toBe(10);
  expect(seen.cookies.filter((cookie) => cookie === 'me=1')).toHaveLength(5);
});

test('a cached page allows only inline scripts that were marked, by hash [B7]', async () => {
  site = await startServer(createPages(createSeen()));
  const { headers, text } = await site.ask('/ar/home');
  const policy = String(headers['content-security-policy']);
  const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  expect(script.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toContain('nonce-');
  expect(script).not.toContain('unsafe');
  expect(text).not.toContain('nonce=');
  expect(text).toContain(`go("${'0'.repeat(32)}")`);
});

test('a public call is cached by the parameters it reads, and run again after a change [A5]', async () => {
  const asked: string[] = [];
  site = await startServer((request, response) => {
    asked.push(request.url ?? '');
    tagPage('articles');
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-total-count', '41');
    response.end(JSON.stringify([long]));
  });
  const first = await site.ask('/api/blogs?lang=de&page=2&utm=1', { headers: { authorization: 'Bearer a.b.c' } });
  const again = await site.ask('/api/blogs?page=2&lang=de');
  expect([again.text, again.headers['x-total-count']]).toEqual([first.text, '41']);
  expect(
    (await site.ask('/api/blogs?lang=de&page=2', { headers: { 'if-none-match': String(first.headers.etag) } })).status,
  ).toBe(304);
  await site.ask('/api/blog/one?lang=de');
  expect(asked).toEqual([
    expect.stringMatching(/^\/api\/blogs\?(?=.*lang=de)(?=.*page=2)(?!.*utm)/),
    '/api/blog/one?lang=de',
  ]);
  invalidate('articles');
  await site.ask('/api/blogs?lang=de&page=2');
  expect(asked).toHaveLength(3);
});

test('parts of a page for Next’s navigation are cached separately by the headers they depend on [A5]', async () => {
  const seen: string[] = [];
  site = await startServer((request, response) => {
    seen.push(String(request.headers['next-router-state-tree']));
    response
      .setHeader('content-type', 'text/x-component')
      .end(`tree ${String(request.headers['next-router-state-tree'])} ${pageNonce()}`);
  });
  const ask = (tree: string) => site.ask('/ar/home?_rsc=1', { headers: { rsc: '1', 'next-router-state-tree': tree } });
  const [a, b, again] = [await ask('a'), await ask('b'), await ask('a')];
  expect([a.text, b.text, again.text, seen]).toEqual([
    `tree a ${'0'.repeat(32)}`,
    `tree b ${'0'.repeat(32)}`,
    a.text,
    ['a', 'b'],
  ]);
  expect(a.headers.vary).toContain('next-router-state-tree');
});

test('a visit from a search engine is also counted on a cached page [O6]', async () => {
  site = await startServer(createPages(createSeen()));
  takeSearchVisits();
  const referer = 'https://www.google.com/';
  for (let visit = 0; visit < 3; visit += 1)
    expect((await site.ask('/ar/home', { headers: { referer } })).status).toBe(200);
  await site.ask('/ar/home', { headers: { referer, rsc: '1' } });
  await site.ask('/ar/home', { method: 'HEAD', headers: { referer } });
  await site.ask('/api/blogs', { headers: { referer } });
  await site.ask('/ar/home');
  expect([...takeSearchVisits()]).toEqual([['ar', 3]]);
});
