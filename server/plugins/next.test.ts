import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageNonce, setPageStatus } from '@/lib/cache/page-context';
import { log } from '@/lib/log';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
beforeEach(() => void vi.useRealTimers());
afterEach(() => site.close());

const problem = 'application/problem+json; charset=utf-8';
const requestFrom = (address: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { ...more, 'x-forwarded-for': address },
});

test('a personal page has a fresh nonce each time, in the request, the page and the policy [B7]', async () => {
  site = await startServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', 'of the application');
    response.end(JSON.stringify([pageNonce(), request.headers['x-nonce'], request.headers['content-security-policy']]));
  });
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { headers, text } = await site.ask('/ar/login');
      const [nonce = '', ...others] = JSON.parse(text) as string[];
      expect(others).toEqual([nonce, headers['content-security-policy']]);
      expect(headers['content-security-policy']).toContain(
        `script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`,
      );
      return nonce;
    }),
  );
  expect([new Set(nonces).size, nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))]).toEqual([2, true]);
});

test('a status set while a page renders is used for the answer, and 503 has Retry-After [G5, A10]', async () => {
  site = await startServer((request, response) => {
    if (request.url === '/ar/course/x') setPageStatus(503);
    if (request.url === '/ar/certificate/x') setPageStatus(404);
    if (request.url === '/ar/profile') setPageStatus(404);
    response.statusCode = request.url === '/ar/profile' ? 307 : 200;
    response.setHeader('content-type', 'text/html').end('<p></p>');
  });
  const down = await site.ask('/ar/course/x');
  expect([down.status, down.headers['retry-after']]).toEqual([503, '5']);
  expect([(await site.ask('/ar/certificate/x')).status, (await site.ask('/ar/profile')).status]).toEqual([404, 307]);
});

test('a client without a User-Agent gets none added [N24]', async () => {
  site = await startServer(
    (request, response) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify([request.headers['user-agent'] ?? null])),
  );
  expect(JSON.parse((await site.ask('/ar/login')).text)).toEqual([null]);
  expect(JSON.parse((await site.ask('/ar/login', { headers: { 'user-agent': 'curl/8' } })).text)).toEqual(['curl/8']);
});

test('a call receives its body byte for byte, its query and cookies, and can set several cookies [O4]', async () => {
  const body = Buffer.from(Array.from({ length: 60_000 }, (_, index) => index % 256));
  let received = Buffer.alloc(0);
  site = await startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received = Buffer.concat(chunks);
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/']);
    response.appendHeader('vary', 'accept').appendHeader('vary', 'cookie');
    response
      .setHeader('location', '/ar/home')
      .setHeader('content-type', 'application/json')
      .writeHead(303)
      .end(JSON.stringify([request.url, request.headers.cookie, request.method]));
  });
  const answer = await site.ask('/api/contact?a=%20b&c=d', { method: 'POST', headers: { cookie: 'me=1' }, body });
  expect([answer.status, answer.headers['set-cookie'], answer.headers.vary, answer.headers.location]).toEqual([
    303,
    ['a=1; Path=/', 'b=2; Path=/'],
    'accept, cookie',
    '/ar/home',
  ]);
  expect(JSON.parse(answer.text)).toEqual(['/api/contact?a=%20b&c=d', 'me=1', 'POST']);
  expect(received.equals(body)).toBe(true);
  await site.ask('/api/contact', { method: 'POST', body: ['in ', 'chunks'] });
  expect(received.toString()).toBe('in chunks');
});

test('the application’s answers get a length and are compressed [O4]', async () => {
  site = await startServer((_request, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json', Vary: 'cookie', 'X-Powered-By': 'x' });
    response.write('{"a":"');
    response.end(`${'x'.repeat(5_000)}"}`);
  });
  const plain = await site.ask('/api/header-tabs.css');
  expect([
    plain.status,
    plain.headers['content-length'],
    plain.headers['transfer-encoding'],
    plain.headers['x-powered-by'],
  ]).toEqual([201, '5008', undefined, undefined]);
  const small = await site.ask('/api/header-tabs.css', { headers: { 'accept-encoding': 'br' } });
  expect([
    small.headers['content-encoding'],
    Number(small.headers['content-length']) < 100,
    small.headers.vary,
  ]).toEqual(['br', true, 'cookie, accept-encoding']);
  const zipped = await site.ask('/api/header-tabs.css', { headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
});

test('a redirect of Next loses its untyped body, and HEAD is passed on as HEAD without a length of its own [O4, A2]', async () => {
  const asked: (string | undefined)[] = [];
  site = await startServer((request, response) => {
    asked.push(request.method);
    if (request.url === '/ar/profile') response.writeHead(307, { location: '/ar/login' });
    else response.setHeader('content-type', 'application/json');
    response.end(
      request.method === 'HEAD' ? undefined : request.url === '/ar/profile' ? '/ar/login' : '{"some":"text"}',
    );
  });
  const moved = await site.ask('/ar/profile');
  expect([
    moved.status,
    moved.headers.location,
    moved.headers['content-type'],
    moved.headers['content-length'],
    moved.text,
  ]).toEqual([307, '/ar/login', undefined, '0', '']);
  const head = await site.ask('/api/header-tabs.css', { method: 'HEAD' });
  expect([head.status, head.headers['content-type'], head.headers['content-length'], head.text]).toEqual([
    200,
    'application/json',
    undefined,
    '',
  ]);
  expect(asked).toEqual(['GET', 'HEAD']);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('password is hunter2');
    },
  ],
  ['rejects', () => Promise.reject(new Error('password is hunter2'))],
  ['ends the connection', (_request: unknown, response: { destroy(): void }) => response.destroy()],
])('an application that %s answers 500 without details [O4]', async (_name, application) => {
  site = await startServer(application);
  for (const path of ['/api/header-tabs.css', '/ar/login', '/ar/home']) {
    const answer = await site.ask(path);
    expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 500, problem]);
    expect(answer.text).not.toContain('hunter2');
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 500,
      type: '/problems/internal',
      requestId: expect.any(String) as string,
    });
  }
});

test('Next’s own error page is replaced by the site’s in the page’s language [O4]', async () => {
  site = await startServer((_request, response) => {
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<html id="__next_error__">This page couldn’t load</html>');
  });
  for (const path of ['/de/home', '/de/profile/payments']) {
    const answer = await site.ask(path, { headers: { accept: 'text/html' } });
    expect([path, answer.status, answer.headers['content-language']]).toEqual([path, 500, 'de']);
    expect(answer.text).toMatch(/<html lang="de" dir="ltr">.*<h1>/s);
    expect(answer.text).not.toContain('__next_error__');
  }
});

test('an answer that takes too long becomes 503 [X31]', async () => {
  site = await startServer(() => new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let arrived = false;
  const asked = site.ask('/api/contact', { method: 'POST', body: '{}' }).finally(() => (arrived = true));
  while (!arrived) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(await asked).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'content-type': problem } });
});

test('a client that disconnects in the middle of a body is not logged as an error [O4]', async () => {
  const error = vi.spyOn(log, 'error');
  site = await startServer((_request, response) => void response.end());
  const socket = connect(site.port, '127.0.0.1', () =>
    socket.write('POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'),
  );
  await expect.poll(() => site.connectionCount()).toBe(1);
  await site.ask('/api/header-tabs.css');
  socket.destroy();
  await expect.poll(() => site.connectionCount()).toBe(0);
  await site.ask('/api/header-tabs.css');
  expect(error).not.toHaveBeenCalled();
});

test('a long table is streamed with the usual headers [O4]', async () => {
  const piece = Buffer.alloc(700_000, 'a');
  let proceed = (): void => undefined;
  site = await startServer(async (_request, response) => {
    response.setHeader('content-type', 'text/csv');
    response.write(piece);
    await new Promise<void>((resolve) => (proceed = resolve));
    response.write(piece);
    response.end('end');
  });
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/admin/orders.csv`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let bytes = (await reader.read()).value?.length ?? 0;
  expect([
    answer.status,
    answer.headers.get('x-content-type-options'),
    answer.headers.get('content-length'),
    bytes > 0,
  ]).toEqual([200, 'nosniff', null, true]);
  proceed();
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
  expect(bytes).toBe(1_400_003);
});

test('a table that breaks off closes the connection, so that it does not look complete [O4]', async () => {
  site = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/csv');
    response.write('half');
    return Promise.reject(new Error('broken'));
  });
  await expect(site.ask('/api/admin/orders.csv')).rejects.toThrow(/aborted|hang up|reset/i);
});

test('personal pages and public pages with a form’s outcome are limited by address, with a readable reason [R19]', async () => {
  site = await startServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end('<p></p>'),
    { env: { LIMIT_SCALE: String(2 / 200), TRUSTED_PROXIES: '1' } },
  );
  const statuses: number[] = [];
  for (const path of ['/en/login', '/en/contact?error=x', '/en/profile/myCourses', '/en/home?error=2'])
    statuses.push((await site.ask(path, requestFrom('1.1.1.1'))).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  const beganAt = performance.now();
  const read = await site.ask('/ar/login', requestFrom('1.1.1.1', { accept: 'text/html,*/*;q=0.8' }));
  expect([read.status, read.headers['content-type'], Number(read.headers['retry-after']) > 0]).toEqual([
    429,
    'text/html; charset=utf-8',
    true,
  ]);
  expect(performance.now() - beganAt).toBeGreaterThan(900);
  expect((await site.ask('/en/login', requestFrom('2.2.2.2'))).status).toBe(200);
});

test('an address waits in its own queue and gets 429 beyond it, while other addresses have their turn [R19]', async () => {
  let finish = (): void => undefined;
  const blocked = new Promise<void>((resolve) => (finish = resolve));
  let running = 0;
  site = await startServer(
    async (_request, response) => {
      running += 1;
      await blocked;
      response.setHeader('content-type', 'text/html').end('<p></p>');
    },
    { env: { TRUSTED_PROXIES: '1' } },
  );
  const crowd = Array.from({ length: 49 }, () => site.ask('/en/login', requestFrom('1.1.1.1')));
  expect(await Promise.race(crowd)).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
  expect(running).toBe(8);
  const other = site.ask('/en/login', requestFrom('2.2.2.2'));
  finish();
  expect((await Promise.all([...crowd, other])).map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 49 }, () => 200),
    429,
  ]);
});

test('a visitor who leaves while a page is rendered gives the turn to the next request [R19]', async () => {
  let takesMs = 60_000;
  const timers: NodeJS.Timeout[] = [];
  site = await startServer(
    (_request, response) =>
      void timers.push(setTimeout(() => response.setHeader('content-type', 'text/html').end('<p></p>'), takesMs)),
  );
  await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${site.port}/en/login`, { signal: AbortSignal.timeout(300) }).catch(() => null),
    ),
  );
  takesMs = 0;
  expect((await site.ask('/en/login')).status).toBe(200);
  for (const timer of timers) clearTimeout(timer);
});
