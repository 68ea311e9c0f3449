const asyncScript = /<script\b(?=[^>]*\ssrc="(\/_next\/[^"]+)")(?=[^>]*\sasync\b)[^>]*><\/script>/g;
const scriptPreload = /<link\b(?=[^>]*\srel="preload")(?=[^>]*\sas="script")[^>]*>/g;

/**
 * Runs in the page: once something is painted and its fonts are there, or at the first touch, or when all else has
 * come, the scripts are asked for in their order.
 */
const loaderSource = `
(function (waiting) {
function load() {
var scripts = waiting;
waiting = [];
scripts.forEach(function (address) {
var script = document.createElement("script");
script.src = address;
script.async = true;
document.head.append(script);
});
}
addEventListener("load", load);
["pointerdown", "keydown", "focusin"].forEach(function (name) { addEventListener(name, load, { once: true, capture: true, passive: true }); });
if (PerformanceObserver.supportedEntryTypes.includes("paint"))
new PerformanceObserver(function (list) {
if (list.getEntriesByName("first-contentful-paint").length > 0) document.fonts.ready.then(load);
}).observe({ type: "paint", buffered: true });
})`.replaceAll('\n', '');

/**
 * The page's own files of script wait until it can be read: on a slow line they take the room of the page's text, fonts
 * and pictures, and a cached page needs none of them to be read.
 */
export function loadScriptsLater(html: string, nonce: string): string {
  const headEnd = html.indexOf('</head>');
  if (headEnd < 0) return html;
  const scripts: string[] = [];
  const settled = html.replaceAll(asyncScript, (_tag, address: string) => {
    if (!scripts.includes(address)) scripts.push(address);
    return '';
  });
  if (scripts.length === 0) return html;
  const loader = `<script nonce="${nonce}">${loaderSource}(${JSON.stringify(scripts.map((each) => each.replaceAll('&amp;', '&'))).replaceAll('<', '\\u003c')})</script>`;
  return settled.replaceAll(scriptPreload, '').replace('</head>', () => `${loader}</head>`);
}
