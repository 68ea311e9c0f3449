import { afterEach, expect, test } from 'vitest';
import { startServer, type TestApplication, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(() => site.close());

const echo: TestApplication = (request, response) =>
  void response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ url: request.url, headers: request.headers }));

test('a visitor cannot set the address, the host or the server’s internal headers [O4]', async () => {
  site = await startServer(echo);
  const { text } = await site.ask('/api/header-tabs.css', {
    headers: {
      host: 'evil.example',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '6.6.6.6',
      'x-client-address': '6.6.6.6',
      'x-middleware-subrequest': 'middleware',
      'x-nonce': 'known',
      forwarded: 'for=6.6.6.6',
      'x-request-id': 'forged-id-1',
      'next-resume': '1',
      'content-security-policy': 'known',
      'x-accel-redirect': '/_protected/data/db',
      'x-media-user': 'known',
    },
  });
  expect(text).not.toMatch(/evil|6\.6\.6\.6|subrequest|known|forged|next-resume|_protected/);
  const { headers } = JSON.parse(text) as { headers: Record<string, string> };
  expect(headers).toMatchObject({
    host: 'site.example',
    'x-client-address': '127.0.0.1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'site.example',
    'x-forwarded-proto': 'http',
  });
});

test('behind trusted proxies the client address is the one seen by the outermost, and their request id is kept [O4]', async () => {
  site = await startServer(echo, { env: { TRUSTED_PROXIES: '2' } });
  const { text, headers } = await site.ask('/api/header-tabs.css', {
    headers: { 'x-forwarded-for': '6.6.6.6, ::ffff:41.2.3.4, 10.0.0.2', 'x-request-id': 'given-by-proxy' },
  });
  expect((JSON.parse(text) as { headers: object }).headers).toMatchObject({
    'x-client-address': '41.2.3.4',
    'x-request-id': 'given-by-proxy',
  });
  expect(headers['x-request-id']).toBe('given-by-proxy');
  const odd = await site.ask('/api/header-tabs.css', { headers: { 'x-request-id': 'no id<script>' } });
  expect(odd.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
});
