import { expect, test } from 'vitest';
import { assetsIn } from './shell-cache';

test('the shell contains each script, style, font and image of the page once [N18]', () => {
  const html =
    '<link rel="preload" as="font" href="/assets/fonts/a-latin.7e28b330.woff2"/><script>(["/_next/static/chunks/a-1.js","/_next/static/chunks/b_2.js"])</script>' +
    '<link rel="stylesheet" href="/_next/static/chunks/s~x.css"/><img src="/assets/midan/logo.svg"/>' +
    '<script>self.__next_f.push([1,"5:I[1,[\\"/_next/static/chunks/b_2.js\\",\\"static/chunks/c.js\\"]]"])</script><a href="/ar/home">x</a><img src="/api/x.svg"/>';
  expect(assetsIn(html)).toEqual([
    '/assets/fonts/a-latin.7e28b330.woff2',
    '/_next/static/chunks/a-1.js',
    '/_next/static/chunks/b_2.js',
    '/_next/static/chunks/s~x.css',
    '/assets/midan/logo.svg',
    '/_next/static/chunks/c.js',
  ]);
});
