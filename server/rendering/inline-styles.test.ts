import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineStyles, replaceNonce } from './page-html';

const nonce = 'a'.repeat(32);
const sheets: Record<string, string> = {
  '/_next/static/css/a.css': '@font-face{src:url(../media/f.woff2)}p{background:url("/x.svg")}',
  '/_next/static/css/b.css': 'p{color:red}',
};
const read = (href: string) => sheets[href] ?? null;

test('a page contains its styles, and its stylesheet is linked but disabled [B7]', () => {
  const html =
    '<head><link rel="stylesheet" href="/_next/static/css/a.css" data-precedence="next"/></head><body></body>';
  const page = inlineStyles(html, nonce, read);
  expect(page).toContain('@font-face{src:url(/_next/static/media/f.woff2)}p{background:url("/x.svg")}</style>');
  expect(page).toContain('<link disabled="" rel="stylesheet" href="/_next/static/css/a.css"');
  const { inline } = replaceNonce(page, nonce);
  const css = /<style[^>]*>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
  expect(inline.style).toEqual([`'sha256-${createHash('sha256').update(css).digest('base64')}'`]);
});

test('the styles of a page become one element in their order, so that the policy needs one hash [B7]', () => {
  const html =
    '<head><link rel="stylesheet" href="/_next/static/css/a.css"/><title>A</title><link rel="stylesheet" href="/_next/static/css/b.css"/></head>';
  const page = inlineStyles(html, nonce, read);
  expect(page).toMatch(
    /^<head><title>A<\/title><style[^>]*>@font-face.*p\{color:red\}<\/style><link disabled="" [^>]*a\.css"\/><link disabled="" [^>]*b\.css"\/>/,
  );
  expect(replaceNonce(page, nonce).inline.style).toHaveLength(1);
});

test('all stylesheets stay links if one is unavailable, because their order matters [B7]', () => {
  const html =
    '<head><link rel="stylesheet" href="/_next/static/css/a.css"/><link rel="stylesheet" href="/_next/static/css/gone.css"/></head>';
  expect(inlineStyles(html, nonce, read)).toBe(html);
});

test('a stylesheet outside the build is left unchanged beside inlined ones [B7]', () => {
  const tabs = '<noscript><link rel="stylesheet" href="/api/header-tabs.css"/></noscript>';
  const page = inlineStyles(`<head><link rel="stylesheet" href="/_next/static/css/b.css"/>${tabs}</head>`, nonce, read);
  expect(page).toBe(
    `<head><style nonce="${nonce}" data-precedence="next">p{color:red}</style><link disabled="" rel="stylesheet" href="/_next/static/css/b.css"/>${tabs}</head>`,
  );
});

test('an unknown stylesheet and one in the body are left unchanged [B7]', () => {
  const html =
    '<head><link rel="stylesheet" href="/other.css"/></head><body><link rel="stylesheet" href="/_next/static/css/a.css"></body>';
  expect(inlineStyles(html, nonce, read)).toBe(html);
});

test('a script that was not marked gets no hash, even with the placeholder nonce [B7]', () => {
  const html = `<script nonce="${nonce}">ours()</script><script nonce="${'0'.repeat(32)}">theirs()</script><script src="/a.js" nonce="${nonce}"></script>`;
  const { inline, html: settled } = replaceNonce(html, nonce);
  expect(inline.script).toEqual([`'sha256-${createHash('sha256').update('ours()').digest('base64')}'`]);
  expect(settled).not.toContain(nonce);
});

test('title, descriptions and links are moved before the styles in order, but nothing inside scripts and noscript [B20]', () => {
  const tags =
    '<meta charSet="utf-8"/><title>A &gt; B</title><meta property="og:title" content="x &gt; y"/><link rel="canonical" href="/ar"/><link rel="alternate" hrefLang="de" href="/de"/>';
  const stays =
    '<noscript><meta name="x"/><link rel="canonical" href="/no"/></noscript><script>const a = "<title>x</title>";</script><meta http-equiv="refresh" content="1"/>';
  const page = inlineStyles(
    `<html><head><link rel="stylesheet" href="/_next/static/css/b.css"/>${stays}${tags}</head><body><svg><title>S</title></svg></body></html>`,
    nonce,
    read,
  );
  expect(page.startsWith(`<html><head>${tags}<style`)).toBe(true);
  expect(page).toContain(
    `href="/_next/static/css/b.css"/>${stays}</head><body><svg><title>S</title></svg></body></html>`,
  );
});
