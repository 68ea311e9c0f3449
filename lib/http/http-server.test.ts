import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { App } from '@/lib/http/app';
import { httpLimits, type HttpLimits } from '@/lib/http/http-server';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await site.close();
});

/** Each limit beside the others so that it is clear which one ended a connection. */
const short: HttpLimits = {
  ...httpLimits, headersTimeoutMs: 400, requestTimeoutMs: 900, keepAliveTimeoutMs: 600, silenceTimeoutMs: 5_000, checkEveryMs: 50,
};
const SLACK_MS = 1_500;

const app: App = async (request, response) => {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  response.setHeader('content-type', request.url === '/ar/home' ? 'text/html' : 'application/json');
  response.end(request.url === '/ar/home' ? '<html><head></head>home</html>' : JSON.stringify({ length }));
};

/** A connection that writes what it is told; `seen` is all that came back, `ended` resolves with the time it was open. */
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
  return { socket, state, ended, drip, ask: (text: string) => socket.write(text) };
}

const HOME = 'GET /ar/home HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
const CHUNKED = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const ENDLESS_HEADER = `X-Slow: ${'a'.repeat(10_000)}`;

/** The ways to a request: on a new connection, after one answered from memory, after one answered by the application, behind one sent with it. */
const ways: Record<string, string> = {
  'a new connection': '', 'after a cached page': HOME, 'after a call': 'GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n', 'pipelined behind two': HOME + HOME,
};

const slow: Record<string, { readonly first: string; readonly drip: string; readonly limitMs: number }> = {
  'a head, a byte at a time': { first: 'GET /ar/home HTTP/1.1\r\n', drip: ENDLESS_HEADER, limitMs: short.headersTimeoutMs },
  'a request line, a byte at a time': { first: 'G', drip: 'ET /ar/home-and-so-on', limitMs: short.headersTimeoutMs },
  'a body of known length, a byte at a time': { first: POST, drip: 'x', limitMs: short.requestTimeoutMs },
  'a body in chunks, a byte at a time': { first: `${CHUNKED}ffff\r\n`, drip: 'x', limitMs: short.requestTimeoutMs },
};

for (const [way, before] of Object.entries(ways)) {
  test.each(Object.entries(slow))(`X31 ${way}: %s is 408 within its limit, and the connection ends`, async (_name, { first, drip, limitMs }) => {
    site = await startFront(app, { limits: short });
    await site.ask('/ar/home');
    const { state, ended, drip: send, ask } = client(site.port);
    if (before !== '') {
      ask(before);
      await expect.poll(() => state.seen.match(/HTTP\/1\.1 200/g)?.length).toBe(before === HOME + HOME ? 2 : 1);
    }
    const beganAt = Date.now();
    ask(first);
    send(drip, 20);
    await ended;
    expect(Date.now() - beganAt).toBeGreaterThanOrEqual(limitMs - 100);
    expect(Date.now() - beganAt).toBeLessThan(limitMs + SLACK_MS);
    expect(state.seen).toContain('HTTP/1.1 408 Request Timeout');
  });
}

test('X31 a connection that never says anything ends, a new one and one that was answered', async () => {
  site = await startFront(app, { limits: short });
  await site.ask('/ar/home');
  expect(await client(site.port).ended).toBeLessThan(short.headersTimeoutMs + SLACK_MS);
  for (const before of Object.values(ways).filter((each) => each !== '')) {
    const idle = client(site.port);
    idle.ask(before);
    await idle.ended;
    expect(idle.state.seen).toContain('HTTP/1.1 200');
    expect(await idle.ended).toBeLessThan(short.keepAliveTimeoutMs + SLACK_MS);
  }
});

test.each([['nothing', ''], ['half a head', 'GET /ar/home HT'], ['half a body', `${POST}{"fullName"`]])('X31 half open: who closes its side after %s is let go at once', async (_name, text) => {
  site = await startFront(app, { limits: short });
  const half = client(site.port);
  half.socket.end(text);
  expect(await half.ended).toBeLessThan(short.headersTimeoutMs);
});

test('X31 who takes no byte of an answer is let go after the silence', async () => {
  site = await startFront(async (_request, response) => {
    response.setHeader('content-type', 'video/mp4');
    for (let piece = 0; piece < 64; piece += 1) response.write(Buffer.alloc(1024 * 1024));
    response.end();
  }, { limits: { ...short, silenceTimeoutMs: 500 } });
  const deaf = client(site.port);
  deaf.socket.pause();
  deaf.ask('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => new Promise((resolve) => site.front.server.getConnections((_error, count) => resolve(count))), { timeout: 500 + SLACK_MS }).toBe(0);
});

test('X31 O4 a slow but honest upload arrives whole, and its answer has its own time', async () => {
  site = await startFront(async (request, response) => {
    await app(request, response);
  }, { limits: { ...short, requestTimeoutMs: 4_000, answerTimeoutMs: 300 } });
  const honest = client(site.port);
  honest.ask('POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n');
  for (let piece = 0; piece < 12; piece += 1) {
    honest.ask('12345');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await expect.poll(() => honest.state.seen).toMatch(/HTTP\/1\.1 200 [^]*\{"length":60\}$/);
});

test('X31 an answer that does not come is 503 in its time', async () => {
  site = await startFront(() => new Promise(() => undefined), { limits: { ...short, answerTimeoutMs: 200 } });
  expect(await site.ask('/api/x', { method: 'POST', body: '{}' })).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
});

test('X31 a head has a greatest length and connections a greatest number', async () => {
  site = await startFront(app, { limits: { ...short, maxConnections: 2 } });
  const long = client(site.port);
  long.ask(`GET /ar/home HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
  await long.ended;
  expect(long.state.seen).toContain('HTTP/1.1 431');
  const two = [client(site.port), client(site.port)];
  await expect.poll(() => new Promise((resolve) => site.front.server.getConnections((_error, count) => resolve(count)))).toBe(2);
  expect(await client(site.port).ended).toBeLessThan(short.headersTimeoutMs);
  expect(two.map(({ state }) => state.seen)).toEqual(['', '']);
});
