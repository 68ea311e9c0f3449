import { afterEach, expect, test, vi } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as compression from '@/lib/http/answers/compress';
import { invalidate } from '@/lib/cache/invalidate';
import { pageNonce, setPageStatus, tagPage } from '@/lib/cache/page-context';
import { frontStats } from '@/lib/http/front';
import type { App } from '@/lib/http/app';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
afterEach(() => {
  vi.restoreAllMocks();
  return site.close();
});

interface Seen {
  renders: number;
  urls: string[];
  cookies: (string | undefined)[];
  words: string;
}

const long = 'كلام كثير '.repeat(200);

function pages(seen: Seen, extra: (path: string) => void = () => undefined): App {
  return async (request, response) => {
    seen.renders += 1;
    seen.urls.push(request.url ?? '');
    seen.cookies.push(request.headers.cookie);
    tagPage('products');
    extra(request.url ?? '');
    await new Promise((resolve) => setTimeout(resolve, 5));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'private, no-store');
    response.write('<html><head></head><body>');
    response.write(`<script nonce="${pageNonce()}">go("${pageNonce()}")</script><script>injected()</script>${seen.words}${long}`);
    response.end('</body></html>');
  };
}

const fresh = (): Seen => ({ renders: 0, urls: [], cookies: [], words: 'one' });

test('A5 a public page is rendered once, for nobody in particular, and then answered from memory', async () => {
  const seen = fresh();
  site = await startFront(pages(seen));
  const first = await site.ask('/ar/home', { headers: { cookie: 'session=secret' } });
  const second = await site.ask('/ar/home?utm_source=x');
  expect([first.status, second.status, seen.renders]).toEqual([200, 200, 1]);
  expect(second.text).toBe(first.text);
  expect(seen.cookies).toEqual([undefined]);
  expect(second.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('A5 visitors who come at the same time cause one rendering', async () => {
  const seen = fresh();
  site = await startFront(pages(seen));
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask('/en/about')));
  expect(new Set(answers.map((each) => each.text)).size).toBe(1);
  expect(seen.renders).toBe(1);
});

test('A5 only the query that a page reads makes another page of it', async () => {
  const seen = fresh();
  site = await startFront(pages(seen));
  for (const path of ['/ar/articles?page=2', '/ar/articles?page=2&utm_medium=m', '/ar/articles?utm=1', '/ar/home?page=2', '/ar/home']) await site.ask(path);
  expect(seen.urls).toEqual(['/ar/articles?page=2', '/ar/articles', '/ar/home']);
});

test('A5 one address in two spellings is one page', async () => {
  const seen = fresh();
  site = await startFront(pages(seen));
  await site.ask('/ar/details/a/b/%D9%85%D9%8A%D8%AF%D8%A7%D9%86');
  await site.ask('/ar/details/a/b/%d9%85%d9%8a%d8%af%d8%a7%d9%86');
  expect(seen.renders).toBe(1);
});

test('A5 each visitor gets the encoding it can read, and 304 for what it has', async () => {
  site = await startFront(pages(fresh()));
  const plain = await site.ask('/ar/home');
  const br = await site.ask('/ar/home', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  const gzip = await site.ask('/ar/home', { headers: { 'accept-encoding': 'gzip' } });
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(br.headers.etag).not.toBe(gzip.headers.etag);
  expect(br.headers.vary).toContain('accept-encoding');
  const again = await site.ask('/ar/home', { headers: { 'accept-encoding': 'br', 'if-none-match': br.headers.etag ?? '' } });
  expect([again.status, again.body.length, again.headers['content-length']]).toEqual([304, 0, undefined]);
});

test('A5 a page is compressed as small as can be once, behind the visitors\' backs, and a signed-in one gets the same bytes', async () => {
  const effort = vi.spyOn(compression, 'compress');
  site = await startFront(pages(fresh()));
  const ask = (cookie = '') => site.ask('/ar/home', { headers: { 'accept-encoding': 'br', cookie } });
  await ask();
  expect(effort.mock.calls.map(([, , how]) => how)).not.toContain('best');
  await expect.poll(async () => (await ask()).headers.etag).toMatch(/-b"$/);
  const best = () => effort.mock.calls.filter(([, encoding, how]) => encoding === 'br' && how === 'best').length;
  const [guest, learner] = [await ask(), await ask('session=secret')];
  expect([best(), learner.headers.etag, learner.body.equals(guest.body)]).toEqual([1, guest.headers.etag, true]);
});

test('A5 what is kept is bounded in bytes, and what nobody asked for longest goes first', async () => {
  const seen = fresh();
  site = await startFront(pages(seen), { pageBytes: 20_000 });
  for (const path of ['/ar/home', '/ar/about', '/ar/contact', '/ar/services', '/en/home', '/en/about', '/en/contact', '/en/services']) await site.ask(path);
  const { pages: kept, pageBytes } = frontStats();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(8);
  expect(pageBytes).toBeLessThanOrEqual(20_000);
  await site.ask('/en/services');
  expect(seen.renders).toBe(8);
  await site.ask('/ar/home');
  expect(seen.renders).toBe(9);
});

test('A5 HEAD says what GET would, without the body', async () => {
  site = await startFront(pages(fresh()));
  const got = await site.ask('/ar/home');
  const head = await site.ask('/ar/home', { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
  expect(head.headers.etag).toBe(got.headers.etag);
});

test('O7 a change of what a page is made of shows on the next request', async () => {
  const seen = fresh();
  site = await startFront(pages(seen));
  await site.ask('/ar/pricing');
  seen.words = 'two';
  expect((await site.ask('/ar/pricing')).text).toContain('one');
  invalidate('articles');
  expect((await site.ask('/ar/pricing')).text).toContain('one');
  invalidate('products');
  expect((await site.ask('/ar/pricing')).text).toContain('two');
});

test('O7 a page that was being rendered when its words changed is not kept', async () => {
  const seen = fresh();
  site = await startFront(pages(seen, () => {
    if (seen.renders === 1) queueMicrotask(() => invalidate('products'));
  }));
  await site.ask('/ar/pricing');
  await site.ask('/ar/pricing');
  expect(seen.renders).toBe(2);
});

test('A10 a page that says it is missing answers 404, is kept here and by nobody else, and is made anew after a change', async () => {
  const seen = fresh();
  site = await startFront(pages(seen, () => setPageStatus(404)));
  const first = await site.ask('/ar/details/x');
  const again = await site.ask('/ar/details/x');
  expect([first.status, again.status, again.headers['cache-control'], seen.renders]).toEqual([404, 404, 'no-store', 1]);
  invalidate('products');
  await site.ask('/ar/details/x');
  expect(seen.renders).toBe(2);
});

test('G5 a page that is down for now says when to come back', async () => {
  site = await startFront(pages(fresh(), () => setPageStatus(503)));
  const answer = await site.ask('/ar/course/x');
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
});

test('A5 a page that sets a cookie or fails is never kept', async () => {
  let renders = 0;
  site = await startFront(async (request, response) => {
    renders += 1;
    if (request.url === '/ar/about') throw new Error('broken');
    response.setHeader('set-cookie', 'a=b');
    response.setHeader('content-type', 'text/html');
    response.end('x');
  });
  await site.ask('/ar/home');
  await site.ask('/ar/home');
  const broken = await site.ask('/ar/about');
  expect([(await site.ask('/ar/about')).status, broken.status, renders]).toEqual([500, 500, 4]);
  expect(broken.headers['content-type']).toContain('problem+json');
});

test('A5 pages of one person and the outcome of a form are never kept', async () => {
  const seen = fresh();
  site = await startFront(pages(seen));
  for (const path of ['/ar/profile/myCourses', '/ar/%63ourse/x', '/AR/Payment', '/ar/course/x.rsc', '/ar/contact?error=x']) {
    await site.ask(path);
    await site.ask(path, { headers: { cookie: 'me=1' } });
  }
  expect(seen.renders).toBe(10);
  expect(seen.cookies.filter((cookie) => cookie === 'me=1')).toHaveLength(5);
});

test('B7 a kept page allows only the inline scripts that were marked, by hash', async () => {
  site = await startFront(pages(fresh()));
  const { headers, text } = await site.ask('/ar/home');
  const policy = String(headers['content-security-policy']);
  const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  expect(script.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toContain('nonce-');
  expect(script).not.toContain('unsafe');
  expect(text).not.toContain('nonce=');
  expect(text).toContain(`go("${'0'.repeat(32)}")`);
});

test('B7 a page of one person has a nonce of its own each time', async () => {
  site = await startFront(pages(fresh()));
  const nonces = await Promise.all([1, 2].map(async () => {
    const { headers, text } = await site.ask('/ar/login');
    const nonce = /'nonce-(\w+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none';
    expect(text).toContain(`nonce="${nonce}"`);
    return nonce;
  }));
  expect(new Set(nonces).size).toBe(2);
});

test('A5 a call that answers everybody alike is kept by what it reads, and rendered anew after a change', async () => {
  const asked: string[] = [];
  site = await startFront(async (request, response) => {
    asked.push(request.url ?? '');
    tagPage('articles');
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-total-count', '41');
    response.end(JSON.stringify([long]));
  });
  const first = await site.ask('/api/blogs?lang=de&page=2&utm=1', { headers: { authorization: 'Bearer a.b.c' } });
  const again = await site.ask('/api/blogs?page=2&lang=de');
  expect([again.text, again.headers['x-total-count']]).toEqual([first.text, '41']);
  expect((await site.ask('/api/blogs?lang=de&page=2', { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304);
  await site.ask('/api/blog/one?lang=de');
  expect(asked).toEqual(['/api/blogs?lang=de&page=2', '/api/blog/one?lang=de']);
  invalidate('articles');
  await site.ask('/api/blogs?lang=de&page=2');
  expect(asked).toHaveLength(3);
});
