import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { forgetRequestChecks, markReady, registerRequestCheck } from '@/lib/process/shared-state';
import { isPage, routes } from '@/lib/routes';
import { startServer, type TestApplication, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(async () => {
  await site.close();
  forgetRequestChecks();
});

const echo: TestApplication = async (request, response) => {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url, length }));
};
const problem = 'application/problem+json; charset=utf-8';

test('all requests but healthz answer 503 with Retry-After until the start is complete [O4]', async () => {
  site = await startServer(echo, { ready: false });
  for (const path of ['/ar/home', '/en/profile/myCourses', '/nowhere', '/api/search?q=x', '/readyz', '/metrics']) {
    const early = await site.ask(path);
    expect([path, early.status, early.headers['retry-after']]).toEqual([path, 503, '1']);
  }
  expect((await site.ask('/healthz')).text).toBe('{"status":"ok"}');
  markReady();
  expect((await site.ask('/api/header-tabs.css')).status).toBe(200);
});

test('searches by page and call are limited together by address, apart from other requests [X42]', async () => {
  site = await startServer(echo);
  const statuses = [];
  for (let at = 0; at < 61; at += 1)
    statuses.push((await site.ask(at % 2 ? `/api/search?q=a${at}` : `/ar/search?q=a${at}`)).status);
  expect(statuses.indexOf(429)).toBe(60);
  expect([(await site.ask('/ar/search')).status, (await site.ask('/api/header-tabs.css')).status]).toEqual([200, 200]);
});

test('a body over the limit answers 413, with or without a length, before any handler sees it [O4]', async () => {
  let bytes = 0;
  site = await startServer(async (request, response) => {
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.end('ok');
  });
  const piece = 'x'.repeat(20_000);
  expect((await site.ask('/api/contact', { method: 'POST', body: piece.repeat(4) })).status).toBe(413);
  expect((await site.ask('/api/contact', { method: 'POST', body: [piece, piece, piece, piece] })).status).toBe(413);
  expect(bytes).toBe(0);
  expect((await site.ask('/api/contact', { method: 'POST', body: [piece, piece] })).text).toBe('ok');
  expect(bytes).toBe(40_000);
});

test('a route has its own limit: editors can send more, Paymob less [O4]', async () => {
  site = await startServer(echo);
  const send = async (path: string, bytes: number) =>
    (await site.ask(path, { method: 'POST', body: 'x'.repeat(bytes) })).status;
  expect([await send('/api/admin/articles', 900_000), await send('/api/admin/articles', 1_000_000)]).toEqual([
    200, 413,
  ]);
  expect([await send('/api/payment/callback', 200_000), await send('/api/payment/callback', 300_000)]).toEqual([
    200, 413,
  ]);
});

test('calls per minute are limited by address, with an IPv6 /64 as one address and a higher limit for Paymob [O4]', async () => {
  site = await startServer(echo, { env: { LIMIT_SCALE: String(3 / 3000), TRUSTED_PROXIES: '1' } });
  const ask = (path: string, address: string, method = 'GET') =>
    site.ask(path, { method, headers: { 'x-forwarded-for': address } });
  const statuses: number[] = [];
  for (const host of ['1', '2', '3', '4'])
    statuses.push((await ask('/api/header-tabs.css', `2001:db8::${host}`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await ask('/sitemap.xml', '2001:db8::5');
  expect([refused.status, refused.headers['content-type'], Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    problem,
    true,
  ]);
  registerRequestCheck('/api/payment/callback', () => null);
  expect((await ask('/api/payment/callback?hmac=1', '2001:db8::1', 'POST')).status).toBe(200);
  expect((await ask('/api/payment/callback?hmac=1', '2001:db8::1')).status).toBe(429);
  expect((await ask('/ar/login', '2001:db8::1')).status).toBe(200);
  expect((await ask('/api/header-tabs.css', '2001:db8:0:1::1')).status).toBe(200);
});

test('monitoring has its own limit by address, which keeps it from using up the processor [O4, R04]', async () => {
  site = await startServer(echo, { env: { LIMIT_SCALE: String(3 / 3000) } });
  const ask = async (path: string) => (await site.ask(path)).status;
  for (const path of ['/healthz', '/readyz', '/metrics'])
    for (let count = 0; count < 5; count += 1) expect([path, await ask(path)]).toEqual([path, 200]);
  for (let count = 10; count < 3000; count += 65) await Promise.all(Array.from({ length: 65 }, () => ask('/readyz')));
  expect([
    await ask('/readyz'),
    await ask('/metrics'),
    await ask('/healthz'),
    await ask('/api/header-tabs.css'),
  ]).toEqual([429, 429, 200, 200]);
});

test.each([
  ['gzip', 415],
  ['br, gzip', 415],
  ['identity', 200],
])(
  'a compressed body (%s) answers 415, because the limit counts bytes on the wire [O4, S1]',
  async (encoding, status) => {
    site = await startServer(echo);
    const answer = await site.ask('/api/contact', {
      method: 'POST',
      headers: { 'content-encoding': encoding, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(status);
    if (status === 415)
      expect([answer.headers['content-type'], JSON.parse(answer.text)]).toEqual([
        problem,
        expect.objectContaining({ type: '/problems/unsupported-type' }),
      ]);
  },
);

test('refused requests for videos and pictures are limited by address, successful ones are not [R19]', async () => {
  let status = 200;
  site = await startServer((_request, response) => void response.writeHead(status).end(), {
    env: { LIMIT_SCALE: String(3 / 3000), TRUSTED_PROXIES: '1' },
  });
  const ask = async (address: string) =>
    (await site.ask('/api/user/1/video/playlist/a', { headers: { 'x-forwarded-for': address } })).status;
  for (let count = 0; count < 5; count += 1) expect(await ask('192.0.2.1')).toBe(200);
  status = 401;
  expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([
    401, 401, 401, 429,
  ]);
  expect(await ask('192.0.2.2')).toBe(401);
});

test('a long body is not buffered before its sender is checked [X31]', async () => {
  site = await startServer((_request, response) => void response.writeHead(401).end());
  const socket = connect(site.port, '127.0.0.1');
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.write(`POST /api/admin/pictures HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n${'x'.repeat(1000)}`);
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test.each([
  ['/ar/home/', '/ar/home'],
  ['/ar//home?x=1', '/ar/home?x=1'],
  ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example/', '/evil.example'],
  ['/%E2%80%8B/evil.example/x', '/evil.example/x'],
  ['/ar/nowhere/?a=/', '/ar/nowhere?a=/'],
  ['/auth/createUser/', '/auth/createUser'],
])('the address %s redirects to %s and never to another host [O4]', async (path, location) => {
  site = await startServer(echo);
  const answer = await site.ask(path);
  expect([answer.status, answer.headers.location]).toEqual([308, location]);
});

test.each([
  ['/ar/articles/cafe%CC%81?x=1', '/ar/articles/caf%C3%A9?x=1'],
  ['/ar/details/services/web/%D8%A7%D9%93%D9%84%D8%A7%D8%AA/', '/ar/details/services/web/%D8%A2%D9%84%D8%A7%D8%AA'],
  ['/ar/work/%D8%B4%D9%91%D9%8E', '/ar/work/%D8%B4%D9%8E%D9%91'],
  ['/ar/courses%E2%80%8F?x=1', '/ar/courses?x=1'],
  ['/ar/courses%C2%A0', '/ar/courses'],
  ['/ar/articles/fast%E2%80%8B', '/ar/articles/fast'],
])(
  'the address %s, which differs only by Unicode normalisation or invisible characters, redirects to its normal form [A15]',
  async (path, location) => {
    site = await startServer(echo);
    const answer = await site.ask(path);
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
    expect((await site.ask(location)).status).toBe(200);
  },
);

test.each([
  ['/api/payment/callback/?hmac=a%2Fb/', '/api/payment/callback?hmac=a%2Fb/'],
  ['//api//payment/callback', '/api/payment/callback'],
])('a call signed by a provider, %s, is answered as %s, not redirected [A15]', async (path, url) => {
  site = await startServer(echo);
  const answer = await site.ask(path, { method: 'POST', body: '{}' });
  expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ url, length: 2 })]);
});

const redirectedCalls = [
  ['POST', '//auth//createUser/', '/auth/createUser'],
  ['PUT', '/api/admin/articles/cafe%CC%81/', '/api/admin/articles/caf%C3%A9'],
] as const;
test.each(redirectedCalls)('the call %s %s redirects to %s [A15]', async (method, path, location) => {
  site = await startServer(echo);
  const answer = await site.ask(path, { method, body: '{}' });
  expect([answer.status, answer.headers.location]).toEqual([308, location]);
});

test.each(['/ar/%E0%A4%A', '/%ff', '/api/header-tabs.css%00', '/ar/%00home', '/%'])(
  '%s is not a valid address and answers 400 [O4]',
  async (path) => {
    site = await startServer(echo);
    const answer = await site.ask(path);
    expect([answer.status, answer.headers['content-type'], JSON.parse(answer.text)]).toEqual([
      400,
      problem,
      expect.objectContaining({ type: '/problems/malformed' }),
    ]);
  },
);

test('a request with two hosts is refused as malformed [O4, S1]', async () => {
  site = await startServer(echo);
  const socket = connect(site.port, '127.0.0.1');
  socket.write('GET /ar/home HTTP/1.1\r\nHost: site.example\r\nhost: evil.example\r\n\r\n');
  expect((await text(socket)).slice(0, 12)).toBe('HTTP/1.1 400');
});

test.each([
  '/assets/midan/../config.json',
  '/assets/x/%2e%2e/y',
  '/assets/x/..%2fy',
  '/ar/x\\..\\home',
  '/api/./tabs',
  '/..%5cx',
  '/ar/%2e%2e%2fapi',
  '/ar%2fhome',
  '/ar%5Chome',
  '/api%2Fblogs',
  '/api/user%2fx%2fprofile%2fexport',
])('%s answers 404 [S1]', async (path) => {
  site = await startServer(echo);
  const answer = await site.ask(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, problem]);
});

test('a method missing from the route table answers 405 with the allowed ones, and OPTIONS lists them [A4, S1]', async () => {
  site = await startServer(echo);
  const cases: [string, string][] = [
    ['/ar/home', 'GET, HEAD'],
    ['/ar/login', 'GET, HEAD'],
    ['/assets/midan/style.json', 'GET, HEAD'],
    ['/sitemap.xml', 'GET, HEAD'],
    ['/api/contact', 'POST'],
    ['/api/admin/articles/x', 'GET, PUT, DELETE, HEAD'],
  ];
  for (const [path, allow] of cases) {
    for (const method of ['POST', 'PATCH', 'GET', 'TRACE', 'PROPFIND'].filter((each) => !allow.includes(each))) {
      const answer = await site.ask(path, { method });
      expect([path, method, answer.status, answer.headers.allow]).toEqual([path, method, 405, allow]);
    }
    const options = await site.ask(path, { method: 'OPTIONS' });
    expect([path, options.status, options.headers.allow, options.text]).toEqual([path, 204, allow, '']);
  }
  for (const method of ['POST', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    const answer = await site.ask('/healthz', { method });
    expect([method, answer.status, answer.headers.allow]).toEqual([
      method,
      method === 'OPTIONS' ? 204 : 405,
      'GET, HEAD',
    ]);
  }
  for (const method of ['POST', 'OPTIONS']) expect((await site.ask('/ar/nowhere', { method })).status).toBe(405);
  expect((await site.ask('/api/nowhere', { method: 'POST' })).status).toBe(404);
});

test('every call answers 405 to each method that its route lacks [A4, S1]', async () => {
  site = await startServer(echo);
  const wrong: string[] = [];
  for (const route of routes) {
    if (isPage(route)) continue;
    const path = route.path.replaceAll(/\[\[?[^\]]+\]?\]/g, 'x');
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (each) => !route.methods.includes(each),
    )) {
      const { status, headers } = await site.ask(path, { method });
      if (status !== 405 || headers.allow === undefined) wrong.push(`${method} ${path} answered ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('punctuation that chat programs append to a link leads to the public page without it; slugs keep theirs [A15]', async () => {
  site = await startServer(echo);
  const fetchLocation = async (path: string) => (await site.ask(path)).headers.location ?? null;
  for (const end of ['.', ',', ')', ').', '%E2%80%8F', '%e2%80%8e.', '%D8%8C', '%22', '*'])
    expect([end, await fetchLocation(`/en/home${end}?a=1`)]).toEqual([end, '/en/home?a=1']);
  for (const path of [
    '/ar/articles/what-next.',
    '/en/nowhere.',
    '//evil.example.',
    '/en/profile/payments.',
    '/api/search.',
    '/robots.txt.',
  ])
    expect([path, (await fetchLocation(path))?.endsWith('.') ?? true]).toEqual([path, true]);
  expect((await site.ask('/en/home.', { method: 'POST', body: 'x' })).status).not.toBe(308);
});
