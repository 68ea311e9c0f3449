import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../environment/ports';
import { nginx, startExample, type RunningNginx } from '../environment/nginx-example';

const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
const video = 'a video of forty-one bytes, to be sent here';
let heard: Record<string, string | string[] | undefined> = {};
let upstream: Server;
let running: RunningNginx | undefined;
let port = 0;

function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }> {
  return new Promise((done, refuse) => {
    const call = secureRequest(
      { host: '127.0.0.1', port, path, headers: { host: 'example.org', ...headers }, rejectUnauthorized: false },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    call.on('error', refuse).end();
  });
}

beforeAll(async () => {
  if (!nginx) return;
  mkdirSync(join(folder, 'media/course/one.mp4'), { recursive: true });
  writeFileSync(join(folder, 'media/course/one.mp4/video.mp4'), video);
  upstream = createServer((call, answer) => {
    heard = call.headers;
    if (call.url === '/lesson') answer.setHeader('x-accel-redirect', '/_protected/media/course/one.mp4/video.mp4');
    const isCached = call.url?.startsWith('/cached') === true;
    if (isCached) answer.setHeader('x-accel-expires', '60');
    answer.setHeader('content-type', 'video/mp4');
    answer.end(call.url === '/lesson' ? '' : isCached ? call.url : 'the service');
  }).listen(0, '127.0.0.1');
  await new Promise((done) => upstream.once('listening', done));
  port = await freePort();
  running = await startExample({
    folder,
    mediaDir: join(folder, 'media'),
    upstreamPorts: [(upstream.address() as AddressInfo).port],
    port,
  });
});

afterAll(async () => {
  await running?.stop();
  await new Promise((done) => (upstream ? upstream.close(done) : done(undefined)));
});

describe('deploy/nginx.conf', () => {
  if (!nginx) process.stderr.write('nginx is not installed: deploy/nginx.conf is only read, not run.\n');

  it('nginx sends a lesson named by the service, by ranges, and refuses direct requests for it [O4]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).toMatch(/_protected\/media\/ \{\s+internal;/);
    const whole = await get('/lesson');
    expect([whole.status, whole.body, whole.headers['x-accel-redirect']]).toEqual([200, video, undefined]);
    const part = await get('/lesson', { range: 'bytes=2-6' });
    expect([part.status, part.body, part.headers['content-range']]).toEqual([
      206,
      'video',
      `bytes 2-6/${video.length}`,
    ]);
    expect((await get('/_protected/media/course/one.mp4/video.mp4')).status).toBe(404);
  });

  it('no visitor header makes nginx cache one address’s answer for another [O4]', async () => {
    if (!nginx)
      return expect(readFileSync('deploy/nginx.conf', 'utf8')).toMatch(/proxy_cache_key "\$host\\n\$request_uri\\n/);
    expect((await get('/cached', { 'next-url': '/one' })).body).toBe('/cached');
    expect((await get('/cached/one')).body).toBe('/cached/one');
    expect((await get('/cached', { rsc: '1 /x' })).body).toBe('/cached');
  });

  it('requests wait while nginx refreshes a page, because the stale one may have been withdrawn [O4, O8]', () => {
    expect(readFileSync('deploy/nginx.conf', 'utf8')).not.toMatch(
      /proxy_cache_(?:use_stale[^;]*updating|background_update)/,
    );
  });

  it('X-Forwarded-For is the address nginx saw, and a client’s own header is dropped [O4]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).toMatch(/X-Forwarded-For \$remote_addr/);
    await get('/', { 'x-forwarded-for': '6.6.6.6', 'x-accel-redirect': '/_protected/data/auth-secret' });
    expect([heard['x-forwarded-for'], heard['x-accel-redirect'], heard.host]).toEqual([
      '127.0.0.1',
      undefined,
      'example.org',
    ]);
  });
});
