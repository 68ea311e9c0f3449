import { afterEach, expect, test } from 'vitest';
import { markReady } from '@/lib/lifecycle';
import type { App } from '@/lib/http/app';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
afterEach(() => site.close());

const echo: App = async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: request.url, headers: request.headers, length: body.length }));
};

test('O4 until the start is over everything but healthz is 503 with a time to come back', async () => {
  site = await startFront(echo, {}, false);
  const early = await site.ask('/ar/home');
  expect([early.status, early.headers['retry-after'], (await site.ask('/healthz')).status]).toEqual([503, '1', 200]);
  markReady();
  expect((await site.ask('/api/x')).status).toBe(200);
});

test('O4 a body over the limit is 413, announced or not, and its handler never sees the rest', async () => {
  let seen = 0;
  site = await startFront(async (request, response) => {
    for await (const chunk of request) seen += (chunk as Buffer).length;
    response.end('ok');
  });
  const piece = 'x'.repeat(300_000);
  expect((await site.ask('/api/contact', { method: 'POST', body: piece.repeat(4) })).status).toBe(413);
  expect(seen).toBe(0);
  expect((await site.ask('/api/contact', { method: 'POST', body: [piece, piece, piece, piece] })).status).toBe(413);
  expect(seen).toBeLessThanOrEqual(1_048_576);
  expect((await site.ask('/api/contact', { method: 'POST', body: [piece, piece] })).text).toBe('ok');
});

test('O4 every answer carries the security headers and, but for kept ones, a request id', async () => {
  site = await startFront(echo, { siteUrl: 'https://site.example' });
  for (const path of ['/api/x', '/ar/login', '/healthz', '/ar/%ff', '/ar/home/']) {
    const { headers } = await site.ask(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  }
});

test('O4 a visitor decides neither address nor host nor what only the front may say', async () => {
  site = await startFront(echo);
  const { text } = await site.ask('/api/x', {
    headers: {
      host: 'evil.example', 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example', 'x-client-address': '6.6.6.6',
      'x-middleware-subrequest': 'middleware', 'x-nonce': 'known', forwarded: 'for=6.6.6.6', 'x-request-id': 'forged-id-1',
    },
  });
  expect(text).not.toMatch(/evil|6\.6\.6\.6|subrequest|known|forged/);
  const { headers } = JSON.parse(text) as { headers: Record<string, string> };
  expect(headers).toMatchObject({ host: 'site.example', 'x-client-address': '127.0.0.1', 'x-forwarded-proto': 'http' });
});

test('O4 behind trusted proxies the address is what the outermost of them saw', async () => {
  site = await startFront(echo, { trustedProxies: 2 });
  const { text } = await site.ask('/api/x', { headers: { 'x-forwarded-for': '6.6.6.6, 41.2.3.4, 10.0.0.2', 'x-request-id': 'given-by-proxy' } });
  const { headers } = JSON.parse(text) as { headers: Record<string, string> };
  expect(headers).toMatchObject({ 'x-client-address': '41.2.3.4', 'x-request-id': 'given-by-proxy' });
});

test('O4 an address has so many calls a minute, Paymob as many as it needs', async () => {
  site = await startFront(echo, { limitScale: 3 / 3000 });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await site.ask('/api/blogs')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await site.ask('/assets/x.json');
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await site.ask('/api/payment/callback?hmac=1', { method: 'POST', body: '{}' })).status).toBe(200);
  expect((await site.ask('/ar/login')).status).toBe(200);
});

test('R12 with the disk nearly full, writing is refused and reading goes on', async () => {
  site = await startFront(echo);
  Object.defineProperty(site.front.parts.storage, 'isLow', { value: true });
  const refused = await site.ask('/api/contact', { method: 'POST', body: '{}' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
  expect((await site.ask('/api/blogs')).status).toBe(200);
});

test.each([
  ['/ar/home/', '/ar/home'], ['/ar//home?x=1', '/ar/home?x=1'], ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example/', '/evil.example'],
])('O4 the address %s moves to %s and never to another host', async (path, location) => {
  site = await startFront(echo);
  const answer = await site.ask(path);
  expect([answer.status, answer.headers.location]).toEqual([308, location]);
});

test('O4 what is no address or no method is refused', async () => {
  site = await startFront(echo);
  expect((await site.ask('/ar/%E0%A4%A')).status).toBe(400);
  expect((await site.ask('/api/x%00')).status).toBe(400);
  const traced = await site.ask('/api/x', { method: 'TRACE' });
  expect([traced.status, String(traced.headers.allow)]).toEqual([405, expect.stringContaining('POST')]);
});

test.each(['/assets/midan/../config.json', '/assets/x/%2e%2e/y', '/assets/x/..%2fy', '/ar/x\\..\\home', '/api/./x', '/..%5cx'])('S1 %s leads nowhere', async (path) => {
  site = await startFront(echo);
  const answer = await site.ask(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
});

test('A4 S1 pages, content and files are read; anything else there is 405 with what is allowed', async () => {
  site = await startFront(echo);
  for (const path of ['/ar/home', '/ar/login', '/nowhere', '/assets/midan/style.json', '/sitemap.xml', '/healthz']) {
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const answer = await site.ask(path, { method });
      expect([path, method, answer.status, answer.headers.allow]).toEqual([path, method, 405, 'GET, HEAD']);
    }
  }
  expect((await site.ask('/api/contact', { method: 'POST', body: '{}' })).status).toBe(200);
});

test.each([['ar', 'غير موجود', 'ar'], ['de-AT, en;q=0.5', 'Nicht gefunden', 'de'], ['fr', 'Not found', 'en'], [null, 'Not found', 'en']])('O4 the front refuses in the language of Accept-Language: %s', async (asked, title, lang) => {
  site = await startFront(echo);
  const answer = await site.ask('/assets/../x', asked === null ? {} : { headers: { 'accept-language': asked } });
  expect([answer.headers['content-language'], JSON.parse(answer.text)]).toEqual([lang, expect.objectContaining({ title, type: '/problems/not-found', requestId: answer.headers['x-request-id'] })]);
});

test('O4 a handler that breaks is a 500 without a word about why', async () => {
  site = await startFront(async () => {
    throw new Error('password is hunter2');
  });
  const answer = await site.ask('/api/x');
  expect([answer.status, answer.headers['content-type']]).toEqual([500, 'application/problem+json; charset=utf-8']);
  expect(answer.text).not.toContain('hunter2');
  expect(JSON.parse(answer.text)).toMatchObject({ status: 500, type: '/problems/internal', requestId: expect.any(String) as string });
});

test('O4 answers of the application get a length and are compressed', async () => {
  site = await startFront(async (_request, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.write('{"a":"');
    response.end(`${'x'.repeat(5_000)}"}`);
  });
  const plain = await site.ask('/api/x');
  expect([plain.status, plain.headers['content-length']]).toEqual([201, '5008']);
  const small = await site.ask('/api/x', { headers: { 'accept-encoding': 'br' } });
  expect([small.headers['content-encoding'], Number(small.headers['content-length']) < 100]).toEqual(['br', true]);
});

test('O4 a long answer is passed on as it comes', async () => {
  const piece = Buffer.alloc(700_000, 'a');
  site = await startFront(async (_request, response) => {
    response.setHeader('content-type', 'text/csv');
    response.write(piece);
    response.write(piece);
    await new Promise((resolve) => response.write(piece, resolve));
    response.end('end');
  });
  const { body, headers } = await site.ask('/api/admin/orders');
  expect([body.length, headers['content-length'], body.subarray(-3).toString()]).toEqual([2_100_003, undefined, 'end']);
});

test('O4 the front has the last word on headers, also with an application that stops listening at its head', async () => {
  site = await startFront(async (_request, response) => {
    const { setHeader } = response;
    response.setHeader = (name, value) => (response.headersSent ? response : setHeader.call(response, name, value));
    response.setHeader('content-type', 'text/html');
    response.setHeader('x-powered-by', 'x');
    response.flushHeaders();
    response.write('<p>');
    response.end('</p>');
  });
  const { headers } = await site.ask('/ar/login');
  expect(headers['content-security-policy']).toContain("'nonce-");
  expect([headers['referrer-policy'], headers['x-powered-by'], headers['content-length']]).toEqual(['same-origin', undefined, '7']);
});
