import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketMock, startBucketMock } from '@/mocks/media-bucket';
import { startServer, type TestServer } from '@/server/testing/start-server';

const video = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
const key = 'course/01 welcome.mp4/r1/480p.mp4';
const url = '/api/user/1/video/stream/course/01';
let mock: BucketMock;
let site: TestServer;

beforeEach(async () => {
  mock = await startBucketMock();
  await mock.put(key, video);
});
afterEach(async () => {
  await site.close();
  await mock.close();
});

async function start(
  sendFiles: 'self' | 'accel' = 'self',
  target = '/_protected/media/course/01%20welcome.mp4/r1/480p.mp4',
) {
  site = await startServer(
    (_request, response) => {
      response.setHeader('X-Accel-Redirect', target);
      response.setHeader('content-type', 'video/mp4');
      response.setHeader('cache-control', 'private, no-store');
      response.end();
    },
    { env: { ...mock.env, SEND_FILES: sendFiles } },
  );
}

test('a lesson in a bucket is sent whole, in ranges or as a HEAD, and 416 names its size [L7]', async () => {
  await start();
  const whole = await site.ask(url);
  expect([
    whole.status,
    whole.headers['content-length'],
    whole.headers['content-type'],
    whole.body.equals(video),
  ]).toEqual([200, '700000', 'video/mp4', true]);
  const cases: [string, number, string | undefined, Buffer][] = [
    ['bytes=100-299999', 206, 'bytes 100-299999/700000', video.subarray(100, 300_000)],
    ['bytes=-5', 206, 'bytes 699995-699999/700000', video.subarray(-5)],
  ];
  for (const [range, status, contentRange, bytes] of cases) {
    const answer = await site.ask(url, { headers: { range } });
    expect([
      range,
      answer.status,
      answer.headers['content-range'],
      answer.headers['content-length'],
      answer.body.equals(bytes),
    ]).toEqual([range, status, contentRange, String(bytes.length), true]);
  }
  const beyond = await site.ask(url, { headers: { range: 'bytes=700000-' } });
  expect([beyond.status, beyond.headers['content-type'], beyond.body.length]).toEqual([416, undefined, 0]);
  const head = await site.ask(url, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '700000', 0]);
});

test('a range applies only if the object is unchanged, and an unchanged object answers 304 [L7]', async () => {
  await start();
  const {
    headers: { etag = '', 'last-modified': date = '' },
  } = await site.ask(url, { method: 'HEAD' });
  const cases: [Record<string, string>, number][] = [
    [{ range: 'bytes=0-9', 'if-range': etag }, 206],
    [{ range: 'bytes=0-9', 'if-range': '"other"' }, 200],
    [{ range: 'bytes=0-9', 'if-range': `W/${etag}` }, 200],
    [{ range: 'bytes=0-9', 'if-range': date }, 206],
    [{ range: 'bytes=0-9', 'if-range': 'Sat, 21 Nov 2020 11:00:00 GMT' }, 200],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-modified-since': date }, 304],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"other"' }, 412],
  ];
  for (const [headers, status] of cases)
    expect([headers, (await site.ask(url, { headers })).status]).toEqual([headers, status]);
});

test('lessons in a bucket are sent by the service even behind a proxy that sends files [L7]', async () => {
  await start('accel');
  const { status, headers } = await site.ask(url, { headers: { range: 'bytes=0-9' } });
  expect([status, headers['x-accel-redirect'], headers['content-length']]).toEqual([206, undefined, '10']);
});

test('a missing object or a path that climbs out answers 404, and an unavailable bucket 503 with Retry-After [L7]', async () => {
  await start('self', '/_protected/media/course/none.mp4');
  expect((await site.ask(url)).status).toBe(404);
  await site.close();
  await start('self', '/_protected/media/course/..%2f..%2fother/secret');
  expect((await site.ask(url)).status).toBe(404);
  expect(mock.requests.filter((line) => line.includes('secret'))).toEqual([]);
  await site.close();
  await start();
  for (const fault of ['down', 'refuse'] as const) {
    mock.setFault(fault);
    const answer = await site.ask(url);
    expect([fault, answer.status, answer.headers['retry-after'], answer.headers['content-type']]).toEqual([
      fault,
      503,
      '5',
      'application/problem+json; charset=utf-8',
    ]);
  }
});

test('a slow viewer throttles the transfer, so that memory does not grow with the video [L7]', async () => {
  await mock.put(key, Buffer.alloc(64 * 1024 * 1024));
  await start();
  const before = process.memoryUsage().arrayBuffers;
  const sockets = Array.from({ length: 4 }, () => {
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write(`GET ${url} HTTP/1.1\r\nhost: site.example\r\n\r\n`);
    });
    return socket.pause();
  });
  await sleep(1_500);
  const grown = process.memoryUsage().arrayBuffers - before;
  for (const socket of sockets) socket.destroy();
  expect(grown).toBeLessThan(40 * 1024 * 1024);
});
