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

/** Apart from each other, so that it is clear which one ended a connection. */
const short: Partial<HttpLimits> & Pick<HttpLimits, 'headersTimeoutMs' | 'requestTimeoutMs' | 'keepAliveTimeoutMs'> = {
  headersTimeoutMs: 400, requestTimeoutMs: 900, keepAliveTimeoutMs: 600, idleTimeoutMs: 5_000, checkEveryMs: 50,
};
/** Node closes an idle connection up to a second after its time. */
const slackMs = 2_500;

const application: TestApplication = async (request, response) => {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  const isPage = request.url === '/ar/home';
  response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
  response.end(isPage ? '<html><head></head>home</html>' : JSON.stringify({ length, type: request.headers['content-type'] }));
};

/** A connection that writes what it is given. `state.seen` is all that came back; `ended` resolves with how long it was open. */
function client(port: number) {
  const openedAt = Date.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  open.push(socket);
  const state = { seen: '' };
  socket.on('data', (chunk: Buffer) => (state.seen += chunk.toString('latin1'))).on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    socket.once('end', () => resolve(Date.now() - openedAt)).once('close', () => resolve(Date.now() - openedAt));
  });
  const drip = (text: string, everyMs: number) => {
    let at = 0;
    const timer = setInterval(() => (socket.writable ? socket.write(text[at++ % text.length] ?? '') : clearInterval(timer)), everyMs);
    socket.once('close', () => clearInterval(timer)).once('end', () => clearInterval(timer));
  };
  return { socket, state, ended, drip, write: (text: string) => socket.write(text) };
}

/** One answer to exactly these bytes. */
async function answerTo(text: string): Promise<string> {
  const { socket, state, ended } = client(site.port);
  socket.write(text);
  await ended;
  return state.seen;
}

const home = 'GET /ar/home HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
const chunked = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const endlessHeader = `X-Slow: ${'a'.repeat(10_000)}`;

/** The ways to a request: on a new connection, after an answer from memory, after one of the application, behind others sent with it. */
const ways: Record<string, string> = {
  'a new connection': '', 'after a cached page': home, 'after a call': 'GET /api/tabs HTTP/1.1\r\nHost: x\r\n\r\n', 'pipelined behind two': home + home,
};

const slow: Record<string, { readonly first: string; readonly drip: string; readonly limitMs: number }> = {
  'a head, a byte at a time': { first: 'GET /ar/home HTTP/1.1\r\n', drip: endlessHeader, limitMs: short.headersTimeoutMs },
  'a request line, a byte at a time': { first: 'G', drip: 'ET /ar/home-and-so-on', limitMs: short.headersTimeoutMs },
  'a body of known length, a byte at a time': { first: post, drip: 'x', limitMs: short.requestTimeoutMs },
  'a body in chunks, a byte at a time': { first: `${chunked}ffff\r\n`, drip: 'x', limitMs: short.requestTimeoutMs },
};

for (const [way, before] of Object.entries(ways)) {
  test.each(Object.entries(slow))(`X31 ${way}: %s is 408 within its limit, and the connection ends`, async (_name, { first, drip, limitMs }) => {
    site = await startServer(application, { limits: short });
    await site.ask('/ar/home');
    const { state, ended, drip: send, write } = client(site.port);
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
  });
}

test('X31 a connection that never sends anything ends, a new one and one that was answered', async () => {
  site = await startServer(application, { limits: short });
  await site.ask('/ar/home');
  expect(await client(site.port).ended).toBeLessThan(short.headersTimeoutMs + slackMs);
  for (const before of Object.values(ways).filter((each) => each !== '')) {
    const idle = client(site.port);
    idle.write(before);
    expect(await idle.ended).toBeLessThan(short.keepAliveTimeoutMs + slackMs);
    expect(idle.state.seen).toContain('HTTP/1.1 200');
  }
});

test.each([['nothing', ''], ['half a head', 'GET /ar/home HT'], ['half a body', `${post}{"fullName"`]])('X31 half open: who closes its side after %s is let go at once', async (_name, text) => {
  site = await startServer(application, { limits: { ...short, headersTimeoutMs: 5_000, requestTimeoutMs: 5_000 } });
  const half = client(site.port);
  half.socket.end(text);
  expect(await half.ended).toBeLessThan(4_000);
});

test('X31 who takes no byte of an answer is let go after the idle time', async () => {
  site = await startServer((_request, response) => {
    response.setHeader('content-type', 'video/mp4');
    response.end(Buffer.alloc(64 * 1024 * 1024));
  }, { limits: { ...short, idleTimeoutMs: 500 } });
  const deaf = client(site.port);
  deaf.socket.pause();
  deaf.write('GET /api/tabs HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => site.connectionCount()).toBe(1);
  await expect.poll(() => site.connectionCount(), { timeout: 10_000 }).toBe(0);
});

test('X31 O4 a slow but honest upload arrives whole', async () => {
  site = await startServer(application, { limits: { ...short, requestTimeoutMs: 10_000 } });
  const honest = client(site.port);
  honest.write('POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n');
  for (let piece = 0; piece < 12; piece += 1) {
    honest.write('12345');
    await sleep(100);
  }
  await expect.poll(() => honest.state.seen).toMatch(/HTTP\/1\.1 200 [^]*\{"length":60\}$/);
});

test('X31 a head has a greatest length and connections a greatest number', async () => {
  site = await startServer(application, { limits: { ...short, headersTimeoutMs: 5_000, maxConnections: 2 } });
  expect(await answerTo(`GET /ar/home HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toContain('HTTP/1.1 431');
  const two = [client(site.port), client(site.port)];
  await expect.poll(() => site.connectionCount()).toBe(2);
  expect(await client(site.port).ended).toBeLessThan(4_000);
  expect(two.map(({ state }) => state.seen)).toEqual(['', '']);
});

test.each(['nonsense', 'application/', ';charset=utf-8', 'a/b/c'])('O4 a body whose Content-Type (%s) is none is 415', async (type) => {
  site = await startServer(application);
  const answer = await site.ask('/api/contact', { method: 'POST', headers: { 'content-type': type }, body: '{}' });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([415, expect.objectContaining({ type: '/problems/unsupported-type', title: 'This content type is not supported' })]);
});

test.each(['text/plain', 'multipart/form-data; boundary=', 'application/json; charset=none', undefined])('O4 the application judges every other Content-Type (%s)', async (type) => {
  site = await startServer(application);
  const answer = await site.ask('/api/contact', { method: 'POST', headers: type === undefined ? {} : { 'content-type': type }, body: '{}' });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { length: 2, type }]);
});

test('O4 an address in absolute form, as proxies send it, is its path', async () => {
  site = await startServer((request, response) => void response.end(request.url));
  const ask = (target: string) => answerTo(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  expect(await ask('http://evil.example/api/tabs?a=1')).toMatch(/^HTTP\/1\.1 200 [^]*\/api\/tabs\?a=1$/);
  expect(await ask('http://evil.example/ar/home/?a=1')).toMatch(/^HTTP\/1\.1 308 [^]*location: \/ar\/home\?a=1\r\n/);
  expect(await ask('http://evil.example')).toMatch(/^HTTP\/1\.1 200 [^]*\/$/);
});

test('O4 HTTP/1.0, without a host, is answered and its connection ended', async () => {
  site = await startServer(application);
  expect(await answerTo('GET /ar/home HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*home/);
});

const refusedHeads: ReadonlyArray<readonly [name: string, text: string, status: number]> = [
  ['a head that is no HTTP', 'nonsense\r\n\r\n', 400],
  ['a header without a name', 'GET /api/tabs HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
  ['two lengths', 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
  ['no Host', 'GET /api/tabs HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET /api/tabs HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['a head that is too long', `GET /api/tabs HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a head that is too slow', 'GET /api/tabs HTTP/1.1\r\nHost:', 408],
];

test.each(refusedHeads)('O4 S1 X31 %s is a problem document with the fixed headers, and the connection ends', async (_name, text, status) => {
  site = await startServer(application, { limits: short });
  const [head = '', body = ''] = (await answerTo(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const line of ['content-type: application/problem+json; charset=utf-8', 'connection: close', 'cache-control: no-store', 'x-content-type-options: nosniff', 'x-frame-options: DENY', `content-length: ${Buffer.byteLength(body)}`]) {
    expect(head.toLowerCase()).toContain(line.toLowerCase());
  }
  const [, requestId] = /x-request-id: (\S+)/.exec(head) ?? [];
  expect(JSON.parse(body)).toEqual({ type: '/problems/malformed', title: 'The request could not be understood', status, requestId });
});

test('O4 OPTIONS of the whole server, methods of others and broken requests get an answer and reach nobody', async () => {
  let asked = 0;
  site = await startServer((_request, response) => {
    asked += 1;
    response.end();
  });
  const ask = (text: string) => answerTo(`${text} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await ask('OPTIONS *')).toMatch(/^HTTP\/1\.1 405 /);
  expect(await ask('PROPFIND /api/contact')).toMatch(/^HTTP\/1\.1 405 [^]*allow: POST\r\n/);
  expect(await ask('TRACE /ar/home')).toMatch(/^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n/);
  expect(await ask('PURGE /ar/nowhere')).toMatch(/^HTTP\/1\.1 405 /);
  expect(await ask('NONSENSE /ar/home')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask('GET nonsense')).toMatch(/^HTTP\/1\.1 400 /);
  expect(asked).toBe(0);
});

test('O4 a body of unknown length is 413 as soon as it is too long, and its connection ends', async () => {
  site = await startServer(application);
  const greedy = client(site.port);
  greedy.write(`${chunked}80000\r\n${'x'.repeat(0x80000)}\r\n80000\r\n${'x'.repeat(0x80000)}\r\n1\r\nx\r\n`);
  expect(await greedy.ended).toBeLessThan(4_000);
  expect(greedy.state.seen).toMatch(/^HTTP\/1\.1 413 [^]*\/problems\/too-large/);
});
