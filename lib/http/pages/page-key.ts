import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Headers by which Next's own navigation asks for parts of a page; each changes the answer. */
export const NAVIGATION_HEADERS = [
  'rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-url',
] as const;

const LIST_QUERY = ['category', 'page', 'q'];
const BLOG_QUERY = ['lang', ...LIST_QUERY, 'pageSize'];

/** Which part of the query a public page or call reads; everything else (campaign marks) must not make a second copy. */
function readQuery(segments: readonly string[]): readonly string[] {
  const [first = '', second = ''] = segments;
  if (first === 'api') return second === 'blogs' ? BLOG_QUERY : second === 'blog' ? ['lang'] : [];
  return segments.length === 2 && second === 'articles' ? LIST_QUERY : [];
}

export interface PageKey {
  /** the key of the kept answer */
  readonly key: string;
  /** the address to render: normalised path, with the query that the page reads */
  readonly url: string;
  readonly navigation: boolean;
  /** made by words of the visitor (a search, a page of a list): there is no end of those */
  readonly isVariant: boolean;
}

/** Query keys that carry one visitor's state (a form's outcome without JavaScript): such a page is never kept. */
const STATE_QUERY = ['error', 'sent'];

export function carriesState(query: URLSearchParams): boolean {
  return STATE_QUERY.some((name) => query.has(name));
}

/** All addresses that are not there have one page in a language: the home page with a notice (row A4). */
export function unknownPageKey(lang: string): PageKey {
  const url = `/${lang}/not-found`;
  return { key: url, url, navigation: false, isVariant: false };
}

/** One spelling for one page, whichever way its letters were percent-encoded. */
export function pageKey(segments: readonly string[], query: URLSearchParams, headers: IncomingHttpHeaders): PageKey {
  const path = `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
  const kept = new URLSearchParams();
  for (const name of readQuery(segments)) {
    const value = query.get(name);
    if (value !== null && value !== '') kept.set(name, value);
  }
  const navigation = headers['rsc'] !== undefined;
  const isVariant = kept.size > 0;
  if (!navigation) {
    const url = kept.size > 0 ? `${path}?${kept}` : path;
    return { key: url, url, navigation, isVariant };
  }
  const hash = createHash('sha256');
  for (const name of NAVIGATION_HEADERS) hash.update(`${String(headers[name] ?? '')}\n`);
  const rsc = query.get('_rsc');
  if (rsc !== null) kept.set('_rsc', rsc);
  const url = kept.size > 0 ? `${path}?${kept}` : path;
  return { key: `${url} ${hash.digest('base64url')}`, url, navigation, isVariant };
}
