import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFront, type FrontUnderTest } from '@/lib/testing/front-under-test';

let site: FrontUnderTest;
let folder: string;
const script = 'console.log("hello");'.repeat(50);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'));
  for (const name of ['static/chunks', 'public/assets/art', 'compressed/next/chunks']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'static/chunks/a.js'), script);
  writeFileSync(join(folder, 'compressed/next/chunks/a.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'public/assets/art/cover one.svg'), '<svg/>');
  writeFileSync(join(folder, 'public/assets/art/preview.mp4'), Buffer.alloc(1_000, 1));
  const compressed = join(folder, 'compressed');
  site = await startFront(async (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<html><head><link rel="stylesheet" data-precedence="next" href="/_next/static/chunks/s.css"/></head></html>');
  }, {
    staticRoots: [
      { prefix: '/_next/static/', folder: join(folder, 'static'), compressedFolder: join(compressed, 'next'), immutable: true },
      { prefix: '/', folder: join(folder, 'public'), compressedFolder: join(compressed, 'public'), immutable: false },
    ],
  });
});
afterEach(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('O4 a built file is kept by browsers for ever and comes precompressed', async () => {
  const { headers, body, status } = await site.ask('/_next/static/chunks/a.js', { headers: { 'accept-encoding': 'br' } });
  expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, 'br', 'text/javascript; charset=utf-8']);
  expect(body.equals(brotliCompressSync(script))).toBe(true);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect((await site.ask('/_next/static/chunks/a.js')).text).toBe(script);
});

test('O4 a file that may change is asked about again, in any spelling of its name', async () => {
  const first = await site.ask('/assets/art/cover%20one.svg');
  expect([first.text, first.headers['cache-control'], first.headers['content-type']]).toEqual(['<svg/>', 'public, max-age=3600, must-revalidate', 'image/svg+xml']);
  const again = await site.ask('/assets/art/cover%20one%2Esvg', { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.status).toBe(304);
});

test('O4 public films can be sought in', async () => {
  const { status, body } = await site.ask('/assets/art/preview.mp4', { headers: { range: 'bytes=10-19' } });
  expect([status, body.length]).toEqual([206, 10]);
});

test.each(['/_next/static/chunks/none.js', '/_next/static/../../package.json', '/_next/static/%2e%2e/%2e%2e/package.json'])(
  'O4 %s is no built file', async (path) => {
    const { status, text } = await site.ask(path);
    expect(status).not.toBe(200);
    expect(text).not.toContain(script);
  },
);

test.each(['/_next/static/none.js', '/_next/image', '/_next/data/x'])('O4 %s is unknown as any other call is', async (path) => {
  const { status, headers } = await site.ask(path);
  expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
});
