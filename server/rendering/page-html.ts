import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type InlineSources, nonceSources, type PagePolicy } from '@/server/plugins/security-headers';

interface FinishPageOptions {
  readonly nonce: string;
  readonly policy: PagePolicy;
  readonly build: Pick<FastifyInstance, 'readStylesheet' | 'hasAsset'>;
  readonly path: string;
  /** True for a page that many visitors share, which needs hashes instead of a nonce. */
  readonly isCached: boolean;
}

export function finishPage(
  rendered: string,
  { nonce, policy, build, path, isCached }: FinishPageOptions,
): { html: string; csp: string } {
  const styled = inlineStyles(rendered, nonce, (address) => build.readStylesheet(address));
  const html = loadScripts(styled, nonce, scriptStartOf(path, isCached), (address) => build.hasAsset(address));
  if (isCached) {
    const shared = replaceNonce(html, nonce);
    return { html: shared.html, csp: policy(shared.inline) };
  }
  const { script, style } = nonceSources(nonce);
  // Also allow the styles by hash: after a language switch, React inserts one with another response's nonce.
  return { html, csp: policy({ script, style: [...style, ...listHashes(rendered, 'style', nonce)] }) };
}

const stylesheetLink = /<link\b(?=[^>]*\srel="stylesheet")(?=[^>]*\shref="(\/_next\/static\/[^"]+)")[^>]*>/g;
const relativeUrl = /url\((['"]?)(?!data:|https?:|\/|#)([^'")]+)\1\)/g;

function makeUrlsAbsolute(css: string, href: string): string {
  return css.replaceAll(relativeUrl, (_whole, _quote: string, relative: string) => {
    const { pathname, search } = new URL(relative, new URL(href, 'http://site'));
    return `url(${pathname}${search})`;
  });
}

/**
 * Inlines stylesheets, so that the first paint needs one response (slow 4G: 1,456 → 776 ms). Uses one style, because
 * 31 hashes took 1.7 kB of headers. The disabled links keep React from loading them. Next's `inlineCss` sets no nonce.
 */
export function inlineStyles(html: string, nonce: string, readStylesheet: (address: string) => string | null): string {
  const headEnd = html.indexOf('</head>');
  const links = headEnd < 0 ? [] : [...html.slice(0, headEnd).matchAll(stylesheetLink)];
  const sheets = links.map(([, href = '']) => {
    const css = readStylesheet(href.split('?')[0] ?? '');
    return css === null || css.includes('</style') ? null : makeUrlsAbsolute(css, href);
  });
  // Keep all links if one stylesheet is missing, because their order matters.
  if (sheets.length === 0 || sheets.includes(null)) return html;
  // Set a precedence: without one, React treats the style as the layout's and removes it on a language switch.
  const style = `<style nonce="${nonce}" data-precedence="next">${sheets.join('')}</style>`;
  let isFirst = true;
  const head = moveTagsFirst(html.slice(0, headEnd)).replaceAll(stylesheetLink, (link) => {
    const before = isFirst ? style : '';
    isFirst = false;
    return before + link.replace(/^<link/, '<link disabled=""');
  });
  return head + html.slice(headEnd);
}

/** Matches elements to move to the front. Excludes `http-equiv`, which must keep its position. */
const headElements =
  /<(script|style|noscript|template)\b[\s\S]*?<\/\1>|<title\b[^>]*>[\s\S]*?<\/title>|<meta\b(?![^>]*\bhttp-equiv)[^>]*>|<link\b(?=[^>]*\srel="(?:canonical|alternate)")[^>]*>/g;

/** Moves metadata before the styles: bots that preview shared links read only 32 KiB, less than the styles. */
function moveTagsFirst(head: string): string {
  const start = /<head\b[^>]*>/.exec(head);
  if (!start) return head;
  const tags: string[] = [];
  const begin = start.index + start[0].length;
  const rest = head.slice(begin).replaceAll(headElements, (element, skipped: string | undefined) => {
    if (skipped !== undefined) return element;
    tags.push(element);
    return '';
  });
  return head.slice(0, begin) + tags.join('') + rest;
}

export const dropStylePreloads = (value: string): string =>
  value
    .split(/,\s*(?=<)/)
    .filter((link) => !/as="?style"?/.test(link))
    .join(', ');

const asyncScript = /<script\b(?=[^>]*\ssrc="(\/_next\/[^"]+)")(?=[^>]*\sasync\b)[^>]*><\/script>/g;
const scriptPreload = /<link\b(?=[^>]*\srel="preload")(?=[^>]*\sas="script")(?=[^>]*\shref="([^"]+)")[^>]*>/g;
/** Matches URLs of scripts that React loads on demand. User text can look the same, so check that each exists. */
const scriptInData = /\\"(\/_next\/static\/[^"\\]+\.js(?:\?[^"\\]*)?)\\"/g;

export type ScriptStart = 'at-once' | 'after-paint' | 'on-intent';

/** Areas whose pages are of little use without scripts. */
const areasNeedingScripts = new Set(['admin', 'course', 'offline', 'signed-in']);

function scriptStartOf(path: string, isCached: boolean): ScriptStart {
  if (areasNeedingScripts.has(path.split('/')[2] ?? '')) return 'at-once';
  return isCached ? 'on-intent' : 'after-paint';
}

const languageMenu = '[popovertarget=languages], #languages';
/** Controls that do nothing, or less, without React. */
const needsReact = `button:not([popovertarget], [data-changes-theme], [data-consent]), input, select, textarea, video, ${languageMenu}`;

/**
 * Starts React after all other scripts, because it requests a missing one in an endless loop (vercel/next.js#89654).
 * Pages for signed-in readers load scripts after the first paint, because they show the course to continue with.
 */
const loaderSource = `
(function (scripts, starter, when) {
function ask(address, then, waitMs) {
var script = document.createElement("script");
script.src = address;
script.async = true;
script.onload = then;
script.onerror = function () { script.remove(); if (32000 > waitMs) setTimeout(ask, waitMs, address, then, 2 * waitMs); };
document.head.append(script);
}
var isAsked = false, missing = scripts.length;
function arrived() {
if (missing === 0 && starter) ask(starter, null, 1000);
missing -= 1;
}
function load() {
if (isAsked) return;
isAsked = true;
scripts.forEach(function (address) { ask(address, arrived, 1000); });
if (starter) {
var hint = document.createElement("link");
hint.rel = "preload";
hint.as = "script";
hint.href = starter;
hint.fetchPriority = "low";
document.head.append(hint);
}
arrived();
}
function loadFor(selector) {
return function (event) { if (event.target instanceof Element && event.target.closest(selector)) load(); };
}
if (when === "at-once") return load();
var page = document.documentElement.dataset;
if (when === "on-intent" && page.auth === "none") {
["pointerdown", "focusin"].forEach(function (name) { addEventListener(name, loadFor("${needsReact}"), { capture: true, passive: true }); });
addEventListener("pointerover", loadFor("${languageMenu}"), { capture: true, passive: true });
return;
}
addEventListener("load", function () { setTimeout(load, 500); });
["pointerdown", "keydown", "focusin"].forEach(function (name) { addEventListener(name, load, { once: true, capture: true, passive: true }); });
if (PerformanceObserver.supportedEntryTypes.includes("paint"))
new PerformanceObserver(function (list) {
if (list.getEntriesByName("first-contentful-paint").length > 0) document.fonts.ready.then(load);
}).observe({ type: "paint", buffered: true });
})`.replaceAll('\n', '');

export function loadScripts(
  html: string,
  nonce: string,
  when: ScriptStart,
  hasAsset: (address: string) => boolean,
): string {
  const scripts = new Set<string>();
  const starters: string[] = [];
  const withoutScripts = html
    .replaceAll(asyncScript, (_tag, address: string) => (scripts.add(address), ''))
    // The only script that React preloads is its start script.
    .replaceAll(scriptPreload, (_tag, address: string) => (starters.push(address), ''));
  // Skip URLs without a file: user text may look like a script URL, and waiting for it would block the start.
  for (const [, address = ''] of html.matchAll(scriptInData))
    if (hasAsset(address.split('?')[0] ?? '')) scripts.add(address);
  const [starter] = starters;
  if (scripts.size === 0 || !html.includes('</head>')) return html;
  const others = [...scripts].filter((address) => address !== starter);
  const scriptArguments = [others, starter ?? null, when].map((value) =>
    JSON.stringify(value).replaceAll('&amp;', '&').replaceAll('<', '\\u003c'),
  );
  return withoutScripts.replace(
    '</head>',
    () => `<script nonce="${nonce}">${loaderSource}(${scriptArguments.join(',')})</script></head>`,
  );
}

const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;

const zeroNonce = '0'.repeat(32);

/** Removes the nonce, so that the ETag does not depend on it. */
export const dropNonce = (text: string, nonce: string): string =>
  text.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, zeroNonce);

function listHashes(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const withNonce = new RegExp(`<${tag}(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g');
  const contents = [...html.matchAll(withNonce)].map(([, content = '']) => dropNonce(content, nonce));
  return [...new Set(contents.filter((content) => content !== '').map(hashOf))];
}

/** Hashes only scripts that have the nonce, so that injected ones do not run. */
export function replaceNonce(html: string, nonce: string): { html: string; inline: InlineSources } {
  return {
    html: dropNonce(html, nonce),
    inline: { script: listHashes(html, 'script', nonce), style: listHashes(html, 'style', nonce) },
  };
}
