import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadScripts, replaceNonce } from './page-html';

const hasAsset = (address: string) => address !== '/_next/static/chunks/none.js';
const nonce = 'a'.repeat(32);
const buildPage = (head: string, body = '') => `<html><head>${head}</head><body>${body}</body></html>`;
const html = buildPage(
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b.js"/><link rel="preload" as="font" href="/f.woff2"/>' +
    '<script src="/_next/static/chunks/a.js?dpl=1&amp;x=2" async=""></script><script src="/_next/static/chunks/c.js" async=""></script>',
  '<p>words</p><script src="/_next/static/chunks/b.js" id="_R_" async=""></script><script>push("2b:\\"/_next/static/chunks/d.js\\"")</script><script>push("[\\"p\\",{\\"children\\":\\"/_next/static/chunks/none.js\\"}]")</script>',
);

test.each(['at-once', 'after-paint', 'on-intent'] as const)(
  '%s: a hashed loader loads the page’s scripts, gets the one that starts React separately, and ignores addresses in texts [A5]',
  (when) => {
    const finished = loadScripts(html, nonce, when, hasAsset);
    expect(finished).not.toMatch(/<script[^>]*\ssrc=|as="script"/);
    expect(finished).toContain('as="font"');
    expect(finished).toContain('<p>words</p><script>push(');
    const [, loader = ''] = /<script nonce="a+">([^<]*)<\/script><\/head>/.exec(finished) ?? [];
    expect(loader.slice(loader.lastIndexOf('}') + 2)).toBe(
      `(["/_next/static/chunks/a.js?dpl=1&x=2","/_next/static/chunks/c.js","/_next/static/chunks/d.js"],"/_next/static/chunks/b.js","${when}")`,
    );
    expect(replaceNonce(finished, nonce).inline.script).toEqual([
      `'sha256-${createHash('sha256').update(loader).digest('base64')}'`,
    ]);
  },
);

test('scripts for old browsers and foreign scripts are left unchanged [A5]', () => {
  const others = buildPage(
    '<script src="/_next/static/chunks/old.js" noModule=""></script><script src="https://elsewhere.example/a.js" async></script>',
  );
  expect(loadScripts(others, nonce, 'after-paint', hasAsset)).toBe(others);
});
