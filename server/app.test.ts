import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { HttpLimits } from './options';
import { startServer, type TestApplication, type TestServer } from './testing/start-server';

let site: TestServer;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await site.close();
});

/** Limits far apart, so that the test can tell which one ended a connection. */
const short: Partial<HttpLimits> & Pick<HttpLimits, 'headersTimeoutMs' | 'requestTimeoutMs' | 'keepAliveTimeoutMs'> = {
  headersTimeoutMs: 400,
  requestTimeoutMs: 900,
  keepAliveTimeoutMs: 600,
  idleTimeoutMs: 5_000,
  checkEveryMs: 50,
};
/** Allow for Node, which may close an idle connection a second late. */
const slackMs = 2_500;

const application: TestApplication = async (request, response) => {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  const isPage = request.url === '/ar/home';
  response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
  response.end(
    isPage ? '<html><head></head>home</html>' : JSON.stringify({ length, type: request.headers['content-type'] }),
  );
};

/** `state.seen` is everything received; `ended` resolves with the connection's age in ms. */
function openClient(port: number) {
  const openedAt = Date.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  open.push(socket);
  const state = { seen: '' };
  socket.on('data', (chunk: Buffer) => (state.seen += chunk.toString('latin1'))).on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    socket.once('end', () => resolve(Date.now() - openedAt)).once('close', () => resolve(Date.now() - openedAt));
  });
  const sendSlowly = (text: string, everyMs: number) => {
    let at = 0;
    const timer = setInterval(
      () => (socket.writable ? socket.write(text[at++ % text.length] ?? '') : clearInterval(timer)),
      everyMs,
    );
    socket.once('close', () => clearInterval(timer)).once('end', () => clearInterval(timer));
  };
  return { socket, state, ended, drip: sendSlowly, write: (text: string) => socket.write(text) };
}

async function fetchAnswer(text: string): Promise<string> {
  const { socket, state, ended } = openClient(site.port);
  socket.write(text);
  await ended;
  return state.seen;
}

const home = 'GET /ar/home HTTP/1.1\r\nHost: x\r\n\r\n';
const post =
  'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
const chunked = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const endlessHeader = `X-Slow: ${'a'.repeat(10_000)}`;

/** Bytes sent on the connection before the slow request. */
const ways: Record<string, string> = {
  'a new connection': '',
  'after a cached page': home,
  'after a call': 'GET /api/header-tabs.css HTTP/1.1\r\nHost: x\r\n\r\n',
  'pipelined behind two': home + home,
};

const slow: Record<string, { readonly first: string; readonly drip: string; readonly limitMs: number }> = {
  'a head, a byte at a time': {
    first: 'GET /ar/home HTTP/1.1\r\n',
    drip: endlessHeader,
    limitMs: short.headersTimeoutMs,
  },
  'a request line, a byte at a time': { first: 'G', drip: 'ET /ar/home-and-so-on', limitMs: short.headersTimeoutMs },
  'a body of known length, a byte at a time': { first: post, drip: 'x', limitMs: short.requestTimeoutMs },
  'a body in chunks, a byte at a time': { first: `${chunked}ffff\r\n`, drip: 'x', limitMs: short.requestTimeoutMs },
};

for (const [way, before] of Object.entries(ways)) {
  test.each(Object.entries(slow))(
    `${way}: %s answers 408 within its limit and closes the connection [X31]`,
    async (_name, { first, drip, limitMs }) => {
      site = await startServer(application, { limits: short });
      await site.ask('/ar/home');
      const { state, ended, drip: send, write } = openClient(site.port);
      if (before !== '') {
        write(before);
        await expect.poll(() => state.seen.match(/HTTP\/1\.1 200/g)?.length).toBe(before === home + home ? 2 : 1);
      }
      const beganAt = Date.now();
      write(first);
      send(drip, 20);
      await ended;
      expect(Date.now() - beganAt).toBeGreaterThanOrEqual(limitMs - 100);
      expect(Date.now() - beganAt).toBeLessThan(limitMs + slackMs);
      expect(state.seen).toContain('HTTP/1.1 408 Request Timeout');
    },
  );
}

test('a silent connection is closed, both a new one and one that was already answered [X31]', async () => {
  site = await startServer(application, { limits: short });
  await site.ask('/ar/home');
  expect(await openClient(site.port).ended).toBeLessThan(short.headersTimeoutMs + slackMs);
  for (const before of Object.values(ways).filter((each) => each !== '')) {
    const idle = openClient(site.port);
    idle.write(before);
    expect(await idle.ended).toBeLessThan(short.keepAliveTimeoutMs + slackMs);
    expect(idle.state.seen).toContain('HTTP/1.1 200');
  }
});

test.each([
  ['nothing', ''],
  ['half a head', 'GET /ar/home HT'],
  ['half a body', `${post}{"fullName"`],
])('a client that half-closes after %s is disconnected at once [X31]', async (_name, text) => {
  site = await startServer(application, { limits: { ...short, headersTimeoutMs: 5_000, requestTimeoutMs: 5_000 } });
  const half = openClient(site.port);
  half.socket.end(text);
  expect(await half.ended).toBeLessThan(4_000);
});

test('a client that reads nothing of an answer is disconnected after the idle time [X31]', async () => {
  site = await startServer(
    (_request, response) => {
      response.setHeader('content-type', 'video/mp4');
      response.end(Buffer.alloc(64 * 1024 * 1024));
    },
    { limits: { ...short, idleTimeoutMs: 500 } },
  );
  const deaf = openClient(site.port);
  deaf.socket.pause();
  deaf.write('GET /api/header-tabs.css HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => site.connectionCount()).toBe(1);
  await expect.poll(() => site.connectionCount(), { timeout: 10_000 }).toBe(0);
});

test('a slow but steady upload arrives complete [X31, O4]', async () => {
  site = await startServer(application, { limits: { ...short, requestTimeoutMs: 10_000 } });
  const honest = openClient(site.port);
  honest.write('POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n');
  for (let piece = 0; piece < 12; piece += 1) {
    honest.write('12345');
    await sleep(100);
  }
  await expect.poll(() => honest.state.seen).toMatch(/HTTP\/1\.1 200 [^]*\{"length":60\}$/);
});

test('header size and the number of connections are limited [X31]', async () => {
  site = await startServer(application, { limits: { ...short, headersTimeoutMs: 5_000, maxConnections: 2 } });
  expect(await fetchAnswer(`GET /ar/home HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toContain(
    'HTTP/1.1 431',
  );
  const two = [openClient(site.port), openClient(site.port)];
  await expect.poll(() => site.connectionCount()).toBe(2);
  expect(await openClient(site.port).ended).toBeLessThan(4_000);
  expect(two.map(({ state }) => state.seen)).toEqual(['', '']);
});

test.each(['nonsense', 'application/', ';charset=utf-8', 'a/b/c'])(
  'an invalid Content-Type (%s) answers 415 [O4]',
  async (type) => {
    site = await startServer(application);
    const answer = await site.ask('/api/contact', { method: 'POST', headers: { 'content-type': type }, body: '{}' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      415,
      expect.objectContaining({ type: '/problems/unsupported-type', title: 'This content type is not supported' }),
    ]);
  },
);

test.each(['text/plain', 'multipart/form-data; boundary=', 'application/json; charset=none', undefined])(
  'any other Content-Type (%s) is left to the application [O4]',
  async (type) => {
    site = await startServer(application);
    const answer = await site.ask('/api/contact', {
      method: 'POST',
      headers: type === undefined ? {} : { 'content-type': type },
      body: '{}',
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { length: 2, type }]);
  },
);

test('a request target in absolute form, as proxies send it, is reduced to its path [O4]', async () => {
  site = await startServer((request, response) => void response.end(request.url));
  const ask = (target: string) =>
    fetchAnswer(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  expect(await ask('http://evil.example/api/header-tabs.css?a=1')).toMatch(
    /^HTTP\/1\.1 200 [^]*\/api\/header-tabs.css\?a=1$/,
  );
  expect(await ask('http://evil.example/ar/home/?a=1')).toMatch(/^HTTP\/1\.1 308 [^]*location: \/ar\/home\?a=1\r\n/);
  expect(await ask('http://evil.example')).toMatch(/^HTTP\/1\.1 200 [^]*\/$/);
});

test('HTTP/1.0 without a host is answered, and its connection closed [O4]', async () => {
  site = await startServer(application);
  expect(await fetchAnswer('GET /ar/home HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*home/);
});

const refusedHeads: ReadonlyArray<readonly [name: string, text: string, status: number]> = [
  ['a head that is no HTTP', 'nonsense\r\n\r\n', 400],
  ['a header without a name', 'GET /api/header-tabs.css HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
  ['two lengths', 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
  ['no Host', 'GET /api/header-tabs.css HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET /api/header-tabs.css HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['a head that is too long', `GET /api/header-tabs.css HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a head that is too slow', 'GET /api/header-tabs.css HTTP/1.1\r\nHost:', 408],
];

test.each(refusedHeads)(
  '%s answers a problem document with the security headers and closes the connection [O4, S1, X31]',
  async (_name, text, status) => {
    site = await startServer(application, { limits: short });
    const [head = '', body = ''] = (await fetchAnswer(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const line of [
      'content-type: application/problem+json; charset=utf-8',
      'connection: close',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'x-frame-options: DENY',
      `content-length: ${Buffer.byteLength(body)}`,
    ]) {
      expect(head.toLowerCase()).toContain(line.toLowerCase());
    }
    const [, requestId] = /x-request-id: (\S+)/.exec(head) ?? [];
    expect(JSON.parse(body)).toEqual({
      type: '/problems/malformed',
      title: 'The request could not be understood',
      status,
      requestId,
    });
  },
);

test('OPTIONS *, unsupported methods and malformed requests are answered without reaching the application [O4]', async () => {
  let asked = 0;
  site = await startServer((_request, response) => {
    asked += 1;
    response.end();
  });
  const ask = (text: string) => fetchAnswer(`${text} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await ask('OPTIONS *')).toMatch(/^HTTP\/1\.1 405 /);
  expect(await ask('PROPFIND /api/contact')).toMatch(/^HTTP\/1\.1 405 [^]*allow: POST\r\n/);
  expect(await ask('TRACE /ar/home')).toMatch(/^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n/);
  expect(await ask('PURGE /ar/nowhere')).toMatch(/^HTTP\/1\.1 405 /);
  expect(await ask('NONSENSE /ar/home')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask('GET nonsense')).toMatch(/^HTTP\/1\.1 400 /);
  expect(asked).toBe(0);
});

test('a chunked body answers 413 as soon as it is too long, and its connection is closed [O4]', async () => {
  site = await startServer(application);
  const greedy = openClient(site.port);
  greedy.write(`${chunked}80000\r\n${'x'.repeat(0x80000)}\r\n80000\r\n${'x'.repeat(0x80000)}\r\n1\r\nx\r\n`);
  expect(await greedy.ended).toBeLessThan(4_000);
  expect(greedy.state.seen).toMatch(/^HTTP\/1\.1 413 [^]*\/problems\/too-large/);
});

test('a slow disk delays the start but never ends it [O4]', async () => {
  site = await startServer(application);
  expect(site.app.initialConfig.pluginTimeout).toBe(0);
});
