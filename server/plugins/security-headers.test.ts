import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '@/lib/config/config';
import { startServer, type TestServer } from '@/server/testing/start-server';
import { pagePolicy } from './security-headers';

let site: TestServer | undefined;
afterEach(() => site?.close());

test('each answer has the security headers and a request id, whichever part produces it [O4]', async () => {
  site = await startServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end('<p></p>'),
    { env: { SITE_URL: 'https://site.example' } },
  );
  for (const path of [
    '/api/header-tabs.css',
    '/ar/login',
    '/ar/home',
    '/healthz',
    '/ar/%ff',
    '/ar/home/',
    '/ar/../x',
    '/_next/none.js',
    '/api/admin/orders.csv',
  ]) {
    const { headers } = await site.ask(path);
    expect([path, headers]).toEqual([
      path,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
        'x-request-id': expect.stringMatching(/^[\w-]{8,}$/) as string,
      }),
    ]);
  }
});

test('the policy names a foreign host only if it is configured [B7]', () => {
  const buildPolicy = (env: Record<string, string>) =>
    pagePolicy(parseConfig({ AUTH_SECRET: 'x'.repeat(32), ...env }))({ script: [], style: [] });
  expect(buildPolicy({})).not.toContain('http');
  const policy = buildPolicy({
    GOOGLE_CLIENT_ID: 'a',
    GOOGLE_CLIENT_SECRET: 'b',
    GOOGLE_ISSUER: 'http://127.0.0.1:9/x',
    FEEDBACK_FORM_URL: 'https://forms.example/f',
    ANALYTICS_ID: 'G-1',
  });
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9;");
  expect(policy).toContain('frame-src https://forms.example;');
  expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
});
