import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { serverStats } from '@/lib/process/shared-state';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(() => site.close());

const video = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
const url = '/api/user/1/video/stream/course/01';
const name = '01 welcome #1?.mp4';

interface ServedFile {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

let asked = 0;

async function serveVideo({
  target = `/_protected/media/course/${encodeURIComponent(name)}`,
  headers = {},
  env = {},
}: ServedFile = {}) {
  asked = 0;
  site = await startServer(
    (_request, response) => {
      asked += 1;
      for (const [key, value] of Object.entries({
        'X-Accel-Redirect': target,
        'X-Media-User': 'user-1',
        'cache-control': 'private, no-store',
        ...headers,
      }))
        response.setHeader(key, value);
      response.end();
    },
    { env },
  );
  mkdirSync(join(site.folder, 'media', 'course'));
  writeFileSync(join(site.folder, 'media', 'course', name), video);
}

test('a whole video is sent with its length and without internal headers [L7]', async () => {
  await serveVideo();
  const { status, headers, body } = await site.ask(url);
  expect([status, headers['content-length'], headers['content-type'], headers['accept-ranges']]).toEqual([
    200,
    '700000',
    'video/mp4',
    'bytes',
  ]);
  expect(body.equals(video)).toBe(true);
  expect([headers['x-accel-redirect'], headers['x-media-user'], headers['cache-control']]).toEqual([
    undefined,
    undefined,
    'private, no-store',
  ]);
});

test('ranges are answered byte for byte, or 416 with the size [L7]', async () => {
  await serveVideo();
  const cases: [string, number, string, Buffer][] = [
    ['bytes=0-0', 206, 'bytes 0-0/700000', video.subarray(0, 1)],
    ['bytes=100-299999', 206, 'bytes 100-299999/700000', video.subarray(100, 300_000)],
    ['bytes=699999-', 206, 'bytes 699999-699999/700000', video.subarray(699_999)],
    ['bytes=-5', 206, 'bytes 699995-699999/700000', video.subarray(-5)],
    ['bytes=10-99999999', 206, 'bytes 10-699999/700000', video.subarray(10)],
    ['bytes=-800000', 206, 'bytes 0-699999/700000', video],
    ['bytes=700000-', 416, 'bytes */700000', Buffer.alloc(0)],
  ];
  for (const [range, status, contentRange, bytes] of cases) {
    const answer = await site.ask(url, { headers: { range } });
    expect([range, answer.status, answer.headers['content-range'], answer.body.equals(bytes)]).toEqual([
      range,
      status,
      contentRange,
      true,
    ]);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
  }
});

test('several ranges or another unit get the whole video [L7]', async () => {
  await serveVideo();
  for (const range of ['bytes=0-1,5-6', 'lines=1-2']) {
    const answer = await site.ask(url, { headers: { range } });
    expect([range, answer.status, answer.body.length]).toEqual([range, 200, video.length]);
  }
  for (const range of ['bytes=9-3', 'bytes=-'])
    expect([200, 416]).toContain((await site.ask(url, { headers: { range } })).status);
});

test('a range applies only if the video is unchanged [L7]', async () => {
  await serveVideo();
  const { headers } = await site.ask(url, { method: 'HEAD' });
  const etag = String(headers.etag);
  const ask = async (ifRange: string) =>
    (await site.ask(url, { headers: { range: 'bytes=0-9', 'if-range': ifRange } })).status;
  expect(await ask(String(headers['last-modified']))).toBe(206);
  expect(await ask('"other"')).toBe(200);
  expect(await ask('Mon, 01 Jan 2001 00:00:00 GMT')).toBe(200);
  expect((await site.ask(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(etag, 'strong').toMatch(/^"/);
  expect([await ask(etag), await ask(`W/${etag}`), await ask(new Date(Date.now() + 86_400_000).toUTCString())]).toEqual(
    [206, 200, 200],
  );
  const { status, body } = await site.ask(url, { headers: { 'if-match': '"other"' } });
  expect([status, body.length]).toEqual([412, 0]);
});

test('HEAD answers length and type without a body [L7]', async () => {
  await serveVideo();
  const { status, headers, body } = await site.ask(url, { method: 'HEAD' });
  expect([status, headers['content-length'], headers['content-type'], body.length]).toEqual([
    200,
    '700000',
    'video/mp4',
    0,
  ]);
});

test.each([
  '/_protected/media/../secret',
  '/_protected/media/%2e%2e/secret',
  '/_protected/media/course%2F..%2F..%2Fsecret',
  '/_protected/media/course%5C..%5Csecret',
  '/etc/passwd',
  '/_protected/media/leak',
  '/_protected/other/secret',
  '/_protected/media/course',
  '/_protected/media/none.mp4',
  '/_protected/media/%ff',
  '/_protected/media/a%00b',
  '/_protected/media/',
])('an internal redirect to %s sends nothing [L7]', async (target) => {
  await serveVideo({ target });
  writeFileSync(join(site.folder, 'secret'), 'secret');
  symlinkSync(join(site.folder, 'secret'), join(site.folder, 'media', 'leak'));
  const { status, text } = await site.ask(url);
  expect([status, text.includes('secret')]).toEqual([404, false]);
});

test('the internal redirect is passed on to a proxy that sends files [L7]', async () => {
  await serveVideo({ target: '/_protected/media/a.mp4', env: { SEND_FILES: 'accel' } });
  const { headers, body } = await site.ask(url);
  expect([headers['x-accel-redirect'], headers['x-media-user'], body.length]).toEqual([
    '/_protected/media/a.mp4',
    undefined,
    0,
  ]);
});

test('a proxy that sends files has no access to DATA_DIR: the service sends pictures and attachments itself [N7]', async () => {
  await serveVideo({ target: '/_protected/data/pictures/one/480.webp', env: { SEND_FILES: 'accel' } });
  mkdirSync(join(site.folder, 'data', 'pictures', 'one'), { recursive: true, mode: 0o700 });
  writeFileSync(join(site.folder, 'data', 'pictures', 'one', '480.webp'), 'a picture', { mode: 0o600 });
  const { status, headers, text } = await site.ask(url);
  expect([status, headers['x-accel-redirect'], text]).toEqual([200, undefined, 'a picture']);
});

test('the application’s answer is cached as long as it says, for the same address and cookie only [L7]', async () => {
  await serveVideo({ headers: { 'X-Accel-Expires': '1' } });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await site.ask(path, { headers: { range: 'bytes=0-9', ...headers } })).status;
  expect([await ask(url, { cookie: 'a=1' }), await ask(url, { cookie: 'a=1' }), asked]).toEqual([206, 206, 1]);
  for (const [path, headers] of [
    [url, { cookie: 'a=2' }],
    [url, {}],
    [`${url}?sig=2`, { cookie: 'a=1' }],
    [url, { cookie: 'a=1', authorization: 'Bearer x' }],
  ] as const)
    await ask(path, headers);
  expect(asked).toBe(5);
  await site.ask(url, { method: 'HEAD', headers: { cookie: 'a=1' } });
  expect(asked).toBe(6);
  await sleep(1_100);
  await ask(url, { cookie: 'a=1' });
  expect(asked).toBe(7);
});

test('an ended session drops its cached answers [D9, L7]', async () => {
  await serveVideo({ headers: { 'X-Accel-Expires': '60' } });
  for (const count of [1, 1]) {
    await site.ask(url);
    expect(asked).toBe(count);
  }
  invalidate('sessions');
  await site.ask(url);
  expect(asked).toBe(2);
});

test('the answer is also cached behind a proxy that sends files [L7]', async () => {
  await serveVideo({ headers: { 'X-Accel-Expires': '60' }, env: { SEND_FILES: 'accel' } });
  const targets = [await site.ask(url), await site.ask(url)].map(({ headers }) => headers['x-accel-redirect']);
  expect([targets[0] === targets[1], typeof targets[0], asked]).toEqual([true, 'string', 1]);
});

test('an answer without a lifetime is not cached [L7]', async () => {
  await serveVideo();
  await site.ask(url);
  await site.ask(url);
  expect(asked).toBe(2);
});

test('a replaced video is sent to new requests while running ones finish the old file; a removed one is not sent [L7]', async () => {
  await serveVideo();
  const path = join(site.folder, 'media', 'course', name);
  const [old, next] = [Buffer.alloc(20_000_000, 1), Buffer.alloc(1_000, 2)];
  writeFileSync(path, old);
  const reading = await fetch(`http://127.0.0.1:${site.port}${url}`);
  writeFileSync(`${path}.new`, next);
  renameSync(`${path}.new`, path);
  expect((await site.ask(url)).body.equals(next)).toBe(true);
  expect(Buffer.from(await reading.arrayBuffer()).equals(old)).toBe(true);
  rmSync(path);
  expect((await site.ask(url)).status).toBe(404);
});

test('a user can load six videos at a time, and another once one ends [L7]', async () => {
  await serveVideo();
  writeFileSync(join(site.folder, 'media', 'course', name), Buffer.alloc(60_000_000));
  const open = () =>
    new Promise<{ status: number; leave: () => void }>((resolve) => {
      const request = httpRequest({ port: site.port, path: url, agent: false }, (response) => {
        response.on('error', () => undefined);
        resolve({ status: response.statusCode ?? 0, leave: () => request.destroy() });
      });
      request.on('error', () => undefined);
      request.end();
    });
  const viewers = await Promise.all(Array.from({ length: 6 }, open));
  expect(viewers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(serverStats.videoConnections).toBe(6);
  const seventh = await site.ask(url);
  expect([seventh.status, seventh.headers['retry-after']]).toEqual([429, '2']);
  for (const viewer of viewers) viewer.leave();
  await expect.poll(() => serverStats.videoConnections).toBe(0);
  expect((await site.ask(url, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
});

test('a slow viewer throttles the transfer, so that memory does not grow with the video [L7]', async () => {
  await serveVideo();
  writeFileSync(join(site.folder, 'media', 'course', name), Buffer.alloc(60_000_000));
  const before = process.memoryUsage().arrayBuffers;
  const sockets = Array.from({ length: 4 }, () => {
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write(`GET ${url} HTTP/1.1\r\nhost: site.example\r\n\r\n`);
    });
    return socket.pause();
  });
  await expect.poll(() => serverStats.videoConnections).toBe(4);
  await sleep(500);
  const grown = process.memoryUsage().arrayBuffers - before;
  for (const socket of sockets) socket.destroy();
  expect(grown).toBeLessThan(30_000_000);
  await expect.poll(() => serverStats.videoConnections).toBe(0);
});

function measureHeapMebibytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

test('remembered answers take little memory, however long the cookies of visitors are [X53]', async () => {
  await serveVideo({ headers: { 'X-Accel-Expires': '60' } });
  const ask = (index: number) =>
    site.ask('/api/preview/course/01', { headers: { cookie: `n=${index}${'x'.repeat(14_000)}`, range: 'bytes=0-0' } });
  for (let index = 0; index < 50; index += 1) await ask(index);
  const before = measureHeapMebibytes();
  for (let index = 50; index < 1500; index += 1) await ask(index);
  expect(asked).toBe(1500);
  expect(measureHeapMebibytes() - before).toBeLessThan(10);
}, 30_000);
