import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { chooseEncoding } from '@/lib/http/answers/encoding';
import { PlainReader } from '@/lib/http/pages/plain-request';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
afterEach(() => site?.close());

const read = (text: string) => new PlainReader().read(Buffer.from(text, 'latin1'));
const plain = (headers: string, line = 'GET /ar/home HTTP/1.1') => `${line}\r\nHost: x\r\n${headers}\r\n`;

test('A5 a plain request is understood, whatever the letters of its header names', () => {
  expect(read(plain('ACCEPT-encoding: gzip, br \r\nIf-None-Match: "x"\r\nConnection: keep-alive\r\n'))).toEqual({
    url: '/ar/home', encoding: chooseEncoding('br'), ifNoneMatch: '"x"',
  });
});

test.each([
  plain('Content-Length: 0\r\n'), plain('Transfer-Encoding: chunked\r\n'), plain('Upgrade: websocket\r\n'), plain('Expect: 100-continue\r\n'),
  plain('Connection: close\r\n'), plain('Connection: keep-alive, close\r\n'), plain('Range: bytes=0-1\r\n'), plain('RSC: 1\r\n'),
  plain('Next-Router-Prefetch: 1\r\n'), plain('If-Modified-Since: x\r\n'), plain('Folded: a\r\n b\r\n'), plain('Bad name: a\r\n'),
  plain('Content-Length : 5\r\n'), plain('a: b\nContent-Length: 5\r\n'), plain('', 'POST /ar/home HTTP/1.1'), plain('', 'HEAD /ar/home HTTP/1.1'),
  plain('', 'GET /ar/home HTTP/1.0'), plain('', 'GET  /ar/home HTTP/1.1'), plain('', 'GET /ar/home x HTTP/1.1'), plain('', 'GET http://x/ HTTP/1.1'),
  `${plain('')}GET / HTTP/1.1\r\nHost: x\r\n\r\n`, `${plain('')}body`, plain('').slice(0, -2), 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHost:\r\n\r\n',
  plain(`X: ${'a'.repeat(9_000)}\r\n`), plain('X: \u0001\r\n'),
])('A5 %j is left to the HTTP server', (text) => {
  expect(read(text)).toBeNull();
});

/** One connection on which questions are asked one after the other. */
async function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let seen = '';
  socket.on('data', (chunk: Buffer) => (seen += chunk.toString('latin1')));
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    gone, socket,
    async ask(text: string) {
      seen = '';
      socket.write(text);
      await expect.poll(() => /\r\n\r\n/.test(seen) && seen.length >= expectedLength(seen)).toBe(true);
      return seen;
    },
  };
}

function expectedLength(answer: string): number {
  const head = answer.indexOf('\r\n\r\n') + 4;
  const length = answer.startsWith('HTTP/1.1 304') ? 0 : Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
  return head + length;
}

test('A5 one connection may ask for kept and other things in any order, and gets the same answers', async () => {
  let asked = 0;
  site = await startFront(async (request, response) => {
    asked += 1;
    response.setHeader('content-type', request.url === '/ar/home' ? 'text/html' : 'application/json');
    response.end(request.url === '/ar/home' ? '<html><head></head>home</html>' : '{"called":true}');
  });
  await site.ask('/ar/home');
  const connection = await openConnection(site.port);
  const quick = await connection.ask(plain(''));
  expect(quick).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*content-security-policy: [^]*Date: \w+, [^]*home<\/html>$/);
  const etag = /etag: (\S+)/.exec(quick)?.[1] ?? '';
  expect(await connection.ask(plain(`If-None-Match: ${etag}\r\n`))).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n[^]*\r\n\r\n$/);
  expect(asked).toBe(1);
  expect(await connection.ask(plain('', 'GET /api/x HTTP/1.1'))).toContain('{"called":true}');
  const after = await connection.ask(plain(''));
  expect(after).toContain('home</html>');
  const named = (answer: string) => answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n').map((line) => line.split(':')[0]?.toLowerCase()).sort();
  expect(named(quick)).toEqual(named(after));
  connection.socket.destroy();
});

test('A5 a question in two pieces is answered too', async () => {
  site = await startFront(async (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<html>home</html>');
  });
  await site.ask('/ar/home');
  const connection = await openConnection(site.port);
  connection.socket.write('GET /ar/ho');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await connection.ask('me HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('<html>home</html>');
  connection.socket.destroy();
});

test('R18 a stop lets go of connections that nobody asks anything on', async () => {
  site = await startFront(async (_request, response) => void response.end('x'));
  const connection = await openConnection(site.port);
  await new Promise((resolve) => connection.socket.once('connect', resolve));
  await site.front.stop();
  await connection.gone;
});
