import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';
import type { FrontOptions } from '@/lib/http/front-options';

let site: FrontUnderTest;
afterEach(() => site.close());

const film = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));

async function withFilm(target = '/_protected/media/course/01%20welcome.mp4', change: Partial<FrontOptions> = {}) {
  site = await startFront(async (_request, response) => {
    response.setHeader('X-Accel-Redirect', target);
    response.setHeader('X-Media-User', 'user-1');
    response.setHeader('cache-control', 'private, no-store');
    response.end();
  }, change);
  mkdirSync(join(site.folder, 'media', 'course'));
  writeFileSync(join(site.folder, 'media', 'course', '01 welcome.mp4'), film);
  return site;
}

const url = '/api/user/1/video/stream/course/01';

test('L7 a whole film goes out with its length and nothing of the front\'s own', async () => {
  await withFilm();
  const { status, headers, body } = await site.ask(url);
  expect([status, headers['content-length'], headers['content-type'], headers['accept-ranges']]).toEqual([200, '700000', 'video/mp4', 'bytes']);
  expect(body.equals(film)).toBe(true);
  expect([headers['x-accel-redirect'], headers['x-media-user'], headers['cache-control']]).toEqual([undefined, undefined, 'private, no-store']);
});

test('L7 ranges are answered byte for byte, or 416 with the size', async () => {
  await withFilm();
  const cases: [string, number, string, Buffer][] = [
    ['bytes=0-0', 206, 'bytes 0-0/700000', film.subarray(0, 1)],
    ['bytes=100-299999', 206, 'bytes 100-299999/700000', film.subarray(100, 300_000)],
    ['bytes=699999-', 206, 'bytes 699999-699999/700000', film.subarray(699_999)],
    ['bytes=-5', 206, 'bytes 699995-699999/700000', film.subarray(-5)],
    ['bytes=10-99999999', 206, 'bytes 10-699999/700000', film.subarray(10)],
    ['bytes=700000-', 416, 'bytes */700000', Buffer.alloc(0)],
  ];
  for (const [range, status, contentRange, bytes] of cases) {
    const answer = await site.ask(url, { headers: { range } });
    expect([range, answer.status, answer.headers['content-range'], answer.body.equals(bytes)]).toEqual([range, status, contentRange, true]);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
  }
});

test('L7 several ranges or nonsense get the whole film', async () => {
  await withFilm();
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-3', 'bytes=-']) {
    const answer = await site.ask(url, { headers: { range } });
    expect([range, answer.status, answer.body.length]).toEqual([range, 200, film.length]);
  }
});

test('L7 a range counts only while the film is the one the player has', async () => {
  await withFilm();
  const { headers } = await site.ask(url, { method: 'HEAD' });
  const etag = String(headers.etag);
  const range = 'bytes=0-9';
  const ask = async (ifRange: string) => (await site.ask(url, { headers: { range, 'if-range': ifRange } })).status;
  expect(await ask(etag)).toBe(206);
  expect(await ask(String(headers['last-modified']))).toBe(206);
  expect(await ask('"other"')).toBe(200);
  expect(await ask('Mon, 01 Jan 2001 00:00:00 GMT')).toBe(200);
  expect((await site.ask(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('L7 HEAD gives length and type without a byte', async () => {
  await withFilm();
  const { status, headers, body } = await site.ask(url, { method: 'HEAD' });
  expect([status, headers['content-length'], body.length]).toEqual([200, '700000', 0]);
});

test.each([
  '/_protected/media/../secret', '/_protected/media/%2e%2e/secret', '/_protected/media/course%2F..%2F..%2Fsecret', '/etc/passwd',
  '/_protected/media/leak', '/_protected/other/secret', '/_protected/media/course', '/_protected/media/none.mp4',
])('L7 an order for %s sends nothing', async (target) => {
  await withFilm(target);
  writeFileSync(join(site.folder, 'secret'), 'secret');
  symlinkSync(join(site.folder, 'secret'), join(site.folder, 'media', 'leak'));
  const { status, text } = await site.ask(url);
  expect(status).toBe(404);
  expect(text).not.toContain('secret');
});

test('L7 behind a proxy that sends files the order goes to the proxy', async () => {
  await withFilm('/_protected/media/a.mp4', { sendFiles: 'accel' });
  const { headers, body } = await site.ask(url);
  expect([headers['x-accel-redirect'], headers['x-media-user'], body.length]).toEqual(['/_protected/media/a.mp4', undefined, 0]);
});

test('L7 a visitor cannot order a file', async () => {
  site = await startFront(async (request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  const answer = await site.ask('/api/x', { headers: { 'x-accel-redirect': '/_protected/data/db', 'x-media-user': '1' } });
  expect(answer.text).not.toContain('_protected');
  expect((await site.ask('/_protected/data/db')).status).toBe(404);
});

test('L7 one user has six films at a time, and a place again when one ends', async () => {
  await withFilm();
  writeFileSync(join(site.folder, 'media', 'course', '01 welcome.mp4'), Buffer.alloc(60_000_000));
  const open = () => new Promise<{ status: number; leave: () => void }>((resolve) => {
    const request = httpRequest({ port: site.port, path: url, agent: false }, (response) => {
      response.on('error', () => undefined);
      resolve({ status: response.statusCode ?? 0, leave: () => request.destroy() });
    });
    request.on('error', () => undefined);
    request.end();
  });
  const viewers = await Promise.all(Array.from({ length: 6 }, open));
  expect(viewers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200, 200]);
  const seventh = await site.ask(url);
  expect([seventh.status, seventh.headers['retry-after']]).toEqual([429, '2']);
  for (const viewer of viewers) viewer.leave();
  await expect.poll(() => site.front.parts.seats.total).toBe(0);
  expect((await site.ask(url, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
});
