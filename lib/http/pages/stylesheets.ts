const SHEET_LINK = /<link\b(?=[^>]*\srel="stylesheet")[^>]*>/g;
const HREF = /\shref="([^"]+)"/;
const RELATIVE_URL = /url\((['"]?)(?!data:|https?:|\/|#)([^'")]+)\1\)/g;

/** The text of one of our own stylesheets by its address, or null when there is none. */
export type ReadSheet = (href: string) => string | null;

function absolute(css: string, href: string): string {
  return css.replaceAll(RELATIVE_URL, (_whole, _quote: string, relative: string) => {
    const { pathname, search } = new URL(relative, new URL(href, 'http://x'));
    return `url(${pathname}${search})`;
  });
}

/**
 * Puts the page's styles into the page, so that the first paint waits for one answer instead of two. The link stays,
 * switched off: React finds its stylesheet present and does not fetch it again.
 */
export function inlineStylesheets(html: string, nonce: string, read: ReadSheet): string {
  const headEnd = html.indexOf('</head>');
  if (headEnd < 0) return html;
  const head = html.slice(0, headEnd).replaceAll(SHEET_LINK, (link) => {
    const href = HREF.exec(link)?.[1]?.replaceAll('&amp;', '&');
    const css = href === undefined ? null : read(href);
    if (href === undefined || css === null || css.includes('</style')) return link;
    return `<style nonce="${nonce}">${absolute(css, href)}</style>${link.replace(/^<link/, '<link disabled=""')}`;
  });
  return head + html.slice(headEnd);
}
