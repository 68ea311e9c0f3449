import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { pageNonce } from '@/lib/cache/page-context';
import { startServer, type TestServer } from '@/server/testing/start-server';

let site: TestServer;
afterEach(() => site.close());

test('the style of a personal page is also allowed by its hash, so that it works after a change of language [B3, B7]', async () => {
  site = await startServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<style nonce="${pageNonce()}">:root{--accent:#9f4a1c}</style><style>injected{}</style>`);
  });
  const policies = await Promise.all(
    ['ar', 'de'].map(async (lang) => String((await site.ask(`/${lang}/login`)).headers['content-security-policy'])),
  );
  const hash = `'sha256-${createHash('sha256').update(':root{--accent:#9f4a1c}').digest('base64')}'`;
  for (const policy of policies)
    expect(policy).toMatch(new RegExp(`style-src 'self' 'nonce-[0-9a-f]{32}' ${hash.replace(/[+/]/g, '\\$&')};`));
});

test('a personal page contains its styles and does not preload them [B7]', async () => {
  site = await startServer(
    (_request, response) => {
      response.setHeader(
        'link',
        '</_next/static/chunks/s.css>; rel=preload; as="style", </f.woff2>; rel=preload; as="font"',
      );
      response
        .setHeader('content-type', 'text/html')
        .end('<html><head><link rel="stylesheet" href="/_next/static/chunks/s.css"/></head></html>');
    },
    {
      prepare(folder) {
        mkdirSync(join(folder, '.next/static/chunks'), { recursive: true });
        writeFileSync(join(folder, '.next/static/chunks/s.css'), 'p{color:red}');
      },
    },
  );
  const { headers, text } = await site.ask('/ar/login');
  const nonce = /nonce-([0-9a-f]{32})/.exec(String(headers['content-security-policy']))?.[1];
  expect(text).toContain(`<style nonce="${nonce}" data-precedence="next">p{color:red}</style><link disabled=""`);
  expect(headers.link).toBe('</f.woff2>; rel=preload; as="font"');
});
