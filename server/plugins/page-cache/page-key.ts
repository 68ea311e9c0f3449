import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@/lib/language';
import type { Route } from '@/lib/routes';

/** Next's own navigation asks for parts of a page by these; its answers name them in `Vary`. */
export const navigationHeaders = ['rsc', 'next-router-state-tree', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-url'] as const;

export interface PageKey {
  readonly key: string;
  /** what Next is asked to render */
  readonly url: string;
  /** Chosen by the visitor (a search, a part of a page): there is no end of those. */
  readonly isVariant: boolean;
  /** Searched or paged to: hardly any is asked for twice. */
  readonly hasQuery: boolean;
}

/** All pages that are not there have one answer in a language: the home page with a notice (A4). */
export const missingPageKey = (lang: Language): PageKey => ({ key: `/${lang}/not-found`, url: `/${lang}/not-found`, isVariant: false, hasQuery: false });

/** One key for one page, however its path was encoded, with the query parameters that its route reads. */
export function pageKey(route: Route, segments: readonly string[], search: URLSearchParams, headers: IncomingHttpHeaders): PageKey {
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  if (search.size === 0 && headers['rsc'] === undefined) return { key: path, url: path, isVariant: false, hasQuery: false };
  const read = new URLSearchParams();
  for (const name of route.query ?? []) {
    const value = search.get(name);
    if (value) read.set(name, value);
  }
  const hasQuery = read.size > 0;
  if (headers['rsc'] === undefined) {
    const url = hasQuery ? `${path}?${read}` : path;
    return { key: url, url, isVariant: hasQuery, hasQuery };
  }
  const hash = createHash('sha256');
  for (const name of navigationHeaders) hash.update(`${String(headers[name] ?? '')}\n`);
  const rsc = search.get('_rsc');
  if (rsc !== null) read.set('_rsc', rsc);
  const url = read.size > 0 ? `${path}?${read}` : path;
  return { key: `${url} ${hash.digest('base64url')}`, url, isVariant: true, hasQuery };
}
