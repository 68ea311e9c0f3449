import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { replaceNonce } from '../../inline-hashes';
import { loadScriptsLater } from './late-scripts';

const nonce = 'a'.repeat(32);
const page = (head: string, body = '') => `<html><head>${head}</head><body>${body}</body></html>`;

test('B7 nothing of script is asked for before the page can be read, and the policy knows what asks for it', () => {
  const html = page(
    '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b.js"/><link rel="preload" as="font" href="/f.woff2"/>' +
      '<script src="/_next/static/chunks/a.js" async=""></script>',
    '<p>words</p><script src="/_next/static/chunks/b.js" id="_R_" async=""></script><script>push()</script>',
  );
  const later = loadScriptsLater(html, nonce);
  expect(later).not.toMatch(/<script[^>]*\ssrc=|as="script"/);
  expect(later).toContain('as="font"');
  expect(later).toContain('<p>words</p><script>push()</script>');
  const [, loader = ''] = /<script nonce="a+">([^<]*)<\/script><\/head>/.exec(later) ?? [];
  expect(loader).toMatch(/\(\["\/_next\/static\/chunks\/a\.js","\/_next\/static\/chunks\/b\.js"\]\)$/);
  expect(replaceNonce(later, nonce).inline.script).toEqual([`'sha256-${createHash('sha256').update(loader).digest('base64')}'`]);
});

test('B7 what only old browsers read, and what is not ours, stays as it is', () => {
  const html = page('<script src="/_next/static/chunks/old.js" noModule=""></script><script src="https://elsewhere.example/a.js" async></script>');
  expect(loadScriptsLater(html, nonce)).toBe(html);
});
