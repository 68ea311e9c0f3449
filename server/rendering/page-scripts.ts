const asyncScript = /<script\b(?=[^>]*\ssrc="(\/_next\/[^"]+)")(?=[^>]*\sasync\b)[^>]*><\/script>/g;
const scriptPreload = /<link\b(?=[^>]*\srel="preload")(?=[^>]*\sas="script")(?=[^>]*\shref="([^"]+)")[^>]*>/g;
/** In the data of the page, which is a string of a script: what React asks for only when it meets it, such as the parts of a failed page. Words of people are there too. */
const scriptInData = /\\"(\/_next\/static\/[^"\\]+\.js(?:\?[^"\\]*)?)\\"/g;

/**
 * Runs in the page. The script that starts React comes when all others are there: while one is missing, React asks for it in
 * an endless loop (vercel/next.js#89654). What did not arrive is asked for again, for half a minute; without it the page
 * stays as it was sent, whose links and forms work.
 */
const loaderSource = `
(function (scripts, starter, isLater) {
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
if (!isLater) return load();
addEventListener("load", function () { setTimeout(load, 500); });
["pointerdown", "keydown", "focusin"].forEach(function (name) { addEventListener(name, load, { once: true, capture: true, passive: true }); });
if (PerformanceObserver.supportedEntryTypes.includes("paint"))
new PerformanceObserver(function (list) {
if (list.getEntriesByName("first-contentful-paint").length > 0) document.fonts.ready.then(load);
}).observe({ type: "paint", buffered: true });
})`.replaceAll('\n', '');

/**
 * The page's own files of script are asked for by a loader, at once or when the page can be read: on a slow line they take the
 * room of its text, fonts and pictures, and it needs none of them to be read.
 */
export function loadScripts(html: string, nonce: string, when: 'at-once' | 'after-paint', hasAsset: (address: string) => boolean): string {
  const scripts = new Set<string>();
  const starters: string[] = [];
  const withoutScripts = html
    .replaceAll(asyncScript, (_tag, address: string) => (scripts.add(address), ''))
    // React preloads what it starts with, and nothing else.
    .replaceAll(scriptPreload, (_tag, address: string) => (starters.push(address), ''));
  // Somebody may have written what looks like a script; a page that waited for it would never start.
  for (const [, address = ''] of html.matchAll(scriptInData)) if (hasAsset(address.split('?')[0] ?? '')) scripts.add(address);
  const [starter] = starters;
  if (scripts.size === 0 || !html.includes('</head>')) return html;
  const others = [...scripts].filter((address) => address !== starter);
  const given = [others, starter ?? null, when === 'after-paint'].map((value) => JSON.stringify(value).replaceAll('&amp;', '&').replaceAll('<', '\\u003c'));
  return withoutScripts.replace('</head>', () => `<script nonce="${nonce}">${loaderSource}(${given.join(',')})</script></head>`);
}
