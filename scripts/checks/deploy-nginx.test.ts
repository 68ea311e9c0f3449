import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '@/lib/config/config';
import { languages } from '@/lib/language';
import { problemDocument } from '@/lib/shapes';
import { buildSecurityHeaders } from '@/server/plugins/security-headers';
import { nginx, type RunningNginx, startExample } from '../environment/nginx-example';
import { findFreePort } from '../environment/ports';

const problemType = 'application/problem+json';
const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
const video = 'a video of forty-one bytes, to be sent here';
const headersOfService = buildSecurityHeaders(
  parseConfig({ SITE_URL: 'https://example.org', AUTH_SECRET: 's'.repeat(32), SMTP_URL: 'smtp://mail.example.org' }),
);
let heard: Record<string, string | string[] | undefined> = {};
let upstreams: Server[] = [];
let rendering = { now: 0, most: 0 };
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
  writeFileSync(join(folder, 'media/course/one.mp4/long.mp4'), Buffer.alloc(1024 ** 2));
  const answerRequest = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
    heard = call.headers;
    if (call.url === '/bad') answer.statusCode = 503;
    if (call.url?.includes('/broken')) return void call.socket.destroy();
    if (call.url === '/personal') {
      answer.setHeader('cache-control', 'no-store');
      rendering = { now: rendering.now + 1, most: Math.max(rendering.most, rendering.now + 1) };
      await sleep(500);
      rendering.now -= 1;
    }
    if (call.url === '/lesson') {
      answer.setHeaders(new Headers(headersOfService));
      answer.setHeader('x-accel-redirect', '/_protected/media/course/one.mp4/video.mp4');
    }
    if (call.url === '/long') answer.setHeader('x-accel-redirect', '/_protected/media/course/one.mp4/long.mp4');
    const isCached = call.url?.startsWith('/cached') === true;
    if (isCached) answer.setHeader('x-accel-expires', '60');
    answer.setHeader('content-type', 'video/mp4');
    answer.end(call.url === '/lesson' ? '' : isCached ? call.url : 'the service');
  };
  upstreams = [answerRequest, answerRequest].map((each) => createServer((call, answer) => void each(call, answer)));
  await Promise.all(upstreams.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [first, second] = upstreams.map((server) => (server.address() as AddressInfo).port) as [number, number];
  port = await findFreePort();
  running = await startExample({
    folder,
    mediaDir: join(folder, 'media'),
    upstreamPorts: [first, second],
    port,
  });
});

afterAll(async () => {
  await running?.stop();
  await Promise.all(upstreams.map((server) => server[Symbol.asyncDispose]()));
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

  it('nginx sends a lesson with the security headers of the service [O4, X34]', async () => {
    const configuration = readFileSync('deploy/nginx.conf', 'utf8').toLowerCase();
    for (const name of Object.keys(headersOfService))
      expect(configuration).toContain(`add_header ${name} $upstream_http_${name.replaceAll('-', '_')} always;`);
    if (nginx) expect((await get('/lesson')).headers).toMatchObject(headersOfService);
  });

  it('nginx sends an address at most 100 lessons at once, and says when to try again [X31, O4]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).toContain('limit_conn lessons 100;');
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    const calls = Array.from({ length: 103 }, () => session.request({ ':path': '/long', ':authority': 'example.org' }));
    const answers = await Promise.all(
      calls.map(async (call) => {
        const [headers] = (await once(call, 'response')) as [{ ':status': number; 'retry-after'?: string }];
        return [headers[':status'], headers['retry-after']] as const;
      }),
    );
    session.destroy();
    expect(answers.map(([status]) => status).toSorted()).toEqual([...Array<number>(100).fill(200), 429, 429, 429]);
    for (const [status, retryAfter] of answers) expect(retryAfter).toBe(status === 429 ? '2' : undefined);
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

  it('visitors who open the same uncacheable page do not wait for each other [O4]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).not.toContain('proxy_cache_lock');
    const answers = await Promise.all(['/personal', '/personal', '/personal'].map((path) => get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(rendering.most).toBeGreaterThan(1);
  });

  it('calls that answer 503 do not stop nginx from asking the same processes for other pages [O4]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).not.toMatch(/max_fails=[1-9]/);
    const statuses = [];
    for (const path of ['/bad', '/bad', '/good']) statuses.push((await get(path)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('errors of nginx itself are a page in every language for browsers, and a problem document for calls [O20]', async () => {
    if (!nginx)
      return expect(readFileSync('deploy/nginx.conf', 'utf8')).toContain('error_page 413 502 503 504 $own_error;');
    const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await get('/broken', asBrowser);
    expect([page.status, page.headers['content-type'], page.headers['retry-after']]).toEqual([
      502,
      'text/html; charset=utf-8',
      '5',
    ]);
    for (const language of languages) expect(page.body).toContain(`lang="${language}"`);
    const call = await get('/api/broken', { accept: '*/*' });
    expect([call.status, call.headers['content-type'], call.headers['retry-after']]).toEqual([502, problemType, '5']);
    expect(problemDocument.parse(JSON.parse(call.body))).toMatchObject({ type: '/problems/unavailable', status: 502 });
    const large = await get('/auth/loginAsUser', { 'content-length': '2000000' });
    expect([large.status, large.headers['content-type'], large.headers['retry-after']]).toEqual([
      413,
      problemType,
      undefined,
    ]);
    expect(JSON.parse(large.body)).toMatchObject({ type: '/problems/too-large', status: 413 });
    expect((await get('/_errors/unavailable.html')).status).toBe(404);
    expect((await get('/bad', asBrowser)).body).toBe('the service');
    rmSync(join(folder, 'unavailable.html'));
    expect((await get('/broken', asBrowser)).status, 'without the file, no 404').toBe(503);
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

  it('the log of nginx contains no queries, codes and addresses of visitors [O4, X16]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).not.toMatch(/\$(?:request|http_referer)\b/);
    const referer = 'https://example.org/en/gift?token=secret-of-referer';
    for (const path of ['/en/gift?token=secret-token', '/EN/OTPcode/mona%40example.com/123456?x=1', '/en/home'])
      await get(path, { referer, cookie: 'session=secret-cookie' });
    const log = () => readFileSync(join(folder, 'access.log'), 'utf8');
    await expect.poll(log).toContain('"GET /en/home HTTP/1.1" 200');
    expect(log()).toContain('"GET /en/gift HTTP/1.1"');
    expect(log()).toContain('/EN/OTPcode/[secret]');
    expect(log()).not.toMatch(/secret-|mona|123456/);
  });

  it('nginx names each request itself, so that no visitor chooses ids in the log [O4, X52]', async () => {
    if (!nginx) return expect(readFileSync('deploy/nginx.conf', 'utf8')).toContain('X-Request-Id $request_id;');
    await get('/', { 'x-request-id': 'id-of-another-visitor' });
    expect(heard['x-request-id']).toMatch(/^[\da-f]{32}$/);
  });
});
