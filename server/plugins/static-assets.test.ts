import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
const script = 'console.log("hello");'.repeat(80);
const large = Buffer.alloc(600_000, 'large ');

beforeEach(() => start());
afterEach(() => site.close());

async function start(env: Readonly<Record<string, string>> = {}) {
  site = await startServer(
    (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<html><head><link rel="stylesheet" data-precedence="next" href="/_next/static/chunks/s.css"/></head></html>',
      );
    },
    {
      env,
      prepare(folder) {
        for (const name of ['.next/static/chunks', 'public/assets/art', 'dist/compressed/next/chunks'])
          mkdirSync(join(folder, name), { recursive: true });
        writeFileSync(join(folder, '.next/static/chunks/a.js'), script);
        writeFileSync(join(folder, '.next/static/chunks/s.css'), 'p{color:red}');
        writeFileSync(join(folder, 'dist/compressed/next/chunks/a.js.br'), brotliCompressSync(script));
        writeFileSync(join(folder, 'public/assets/art/cover one.svg'), '<svg/>');
        writeFileSync(join(folder, 'public/assets/art/photo-1a2b3c4d.webp'), 'photo');
        writeFileSync(join(folder, 'public/assets/art/preview.mp4'), Buffer.alloc(1_000, 1));
        writeFileSync(join(folder, 'public/assets/art/large.bin'), large);
        writeFileSync(join(folder, 'public/sw.js'), 'self');
        writeFileSync(join(folder, 'package.json'), 'secret');
      },
    },
  );
}

test('a built file is cached forever and sent precompressed [O4]', async () => {
  const { headers, body, status } = await site.ask('/_next/static/chunks/a.js', {
    headers: { 'accept-encoding': 'br' },
  });
  expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
    200,
    'br',
    'application/javascript; charset=utf-8',
  ]);
  expect(body.equals(brotliCompressSync(script))).toBe(true);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect((await site.ask('/_next/static/chunks/a.js')).text).toBe(script);
  expect((await site.ask('/assets/art/photo-1a2b3c4d.webp')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
});

test('a file that can change is revalidated, in any spelling of its name [O4]', async () => {
  const first = await site.ask('/assets/art/cover%20one.svg');
  expect([first.text, first.headers['cache-control'], first.headers['content-type']]).toEqual([
    '<svg/>',
    'public, max-age=3600, must-revalidate',
    'image/svg+xml',
  ]);
  const again = await site.ask('/assets/art/cover%20one%2Esvg', {
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('the service worker is revalidated each time, and its own policy allows requests to this site only [N18]', async () => {
  const { headers, text } = await site.ask('/sw.js');
  expect([text, headers['cache-control'], headers['content-type']]).toEqual([
    'self',
    'no-cache',
    'application/javascript; charset=utf-8',
  ]);
  expect(headers['content-security-policy']).toContain("default-src 'none'; connect-src 'self'");
  expect((await site.ask('/_next/static/chunks/a.js')).headers['content-security-policy']).not.toContain('connect-src');
});

test('public videos support ranges, and large files are sent from disk [O4]', async () => {
  const part = await site.ask('/assets/art/preview.mp4', { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.body.length, part.headers['content-range'], part.headers['content-type']]).toEqual([
    206,
    10,
    'bytes 10-19/1000',
    'video/mp4',
  ]);
  const all = await site.ask('/assets/art/preview.mp4', { headers: { range: 'bytes=-5000' } });
  expect([all.status, all.body.length, all.headers.etag]).toEqual([
    206,
    1000,
    (await site.ask('/assets/art/preview.mp4')).headers.etag,
  ]);
  const requestRange = async (ifRange: string) =>
    (await site.ask('/assets/art/preview.mp4', { headers: { range: 'bytes=0-1', 'if-range': ifRange } })).status;
  expect([await requestRange(String(all.headers.etag)), await requestRange('"other"')]).toEqual([206, 200]);
  const whole = await site.ask('/assets/art/large.bin');
  expect([whole.status, whole.body.equals(large), whole.headers['cache-control']]).toEqual([
    200,
    true,
    'public, max-age=3600, must-revalidate',
  ]);
  expect(
    (await site.ask('/assets/art/large.bin', { headers: { 'if-none-match': String(whole.headers.etag) } })).status,
  ).toBe(304);
  const head = await site.ask('/assets/art/large.bin', { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '600000', 0]);
});

test('a picture can be embedded in another site, such as a webmail, other files cannot [N9]', async () => {
  const fetchPolicy = async (path: string) => (await site.ask(path)).headers['cross-origin-resource-policy'];
  for (const path of ['/assets/art/cover%20one.svg', '/assets/art/photo-1a2b3c4d.webp', '/assets/share/en/home.png'])
    expect(await fetchPolicy(path), path).toBe('cross-origin');
  for (const path of [
    '/_next/static/chunks/a.js',
    '/assets/art/preview.mp4',
    '/sw.js',
    '/en/home',
    '/assets/midan/style.json',
  ])
    expect(await fetchPolicy(path), path).toBe('same-origin');
});

test('requests for static files are not rate-limited [O4]', async () => {
  await site.close();
  await start({ LIMIT_SCALE: String(1 / 3000) });
  for (let count = 0; count < 3; count += 1) expect((await site.ask('/assets/art/cover%20one.svg')).status).toBe(200);
});

test('a page contains the build’s stylesheets [B7]', async () => {
  expect((await site.ask('/ar/home')).text).toContain(
    '<style data-precedence="next">p{color:red}</style><link disabled=""',
  );
});

test.each([
  '/_next/static/../../package.json',
  '/_next/static/%2e%2e/%2e%2e/package.json',
  '/_next/static/none.js',
  '/_next/image',
  '/_next/data/x',
])('%s is not a built file and answers 404 [O4]', async (path) => {
  const { status, text, headers } = await site.ask(path);
  expect([status, headers['content-type'], text.includes('secret')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
    false,
  ]);
});
