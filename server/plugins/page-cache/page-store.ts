import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Language } from '@/lib/language';
import type { Route } from '@/lib/routes';
import type { StoredResponse } from '@/server/rendering/stored-response';

export interface CachedPage extends StoredResponse {
  readonly key: string;
  readonly tags: readonly string[];
  staleSinceMs: number | null;
}

const overheadBytes = 2_000;

/** Counts the key too, because visitors choose the length of a query. */
const sizeOf = ({ key, representations }: CachedPage): number =>
  Object.values(representations).reduce((sum, { body }) => sum + (body?.length ?? 0), overheadBytes + key.length);

export class PageStore {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #invalidatedGeneration = new Map<string, number>();
  #generation = 0;

  constructor(maxBytes: number) {
    this.#pages = new LRUCache<string, CachedPage>({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      dispose: (page) => this.#forgetTags(page),
    });
  }

  get count(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  get generation(): number {
    return this.#generation;
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /** Does not store a page if one of its tags was invalidated after `generation`. */
  set(page: CachedPage, generation: number): void {
    const newest = Math.max(...[...page.tags, '*'].map((tag) => this.#invalidatedGeneration.get(tag) ?? 0));
    if (newest > generation) return;
    this.#pages.set(page.key, page);
    if (!this.#pages.has(page.key)) return;
    for (const tag of page.tags) this.#keysByTag.set(tag, (this.#keysByTag.get(tag) ?? new Set()).add(page.key));
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  /** @param isPurge removes the pages instead of marking them stale */
  invalidate(tags: readonly string[], isPurge: boolean, nowMs: number): void {
    this.#generation += 1;
    for (const tag of tags) {
      this.#invalidatedGeneration.set(tag, this.#generation);
      const keys = tag === '*' ? [...this.#pages.keys()] : [...(this.#keysByTag.get(tag) ?? [])];
      for (const key of keys) {
        const page = this.#pages.peek(key);
        if (isPurge) this.#pages.delete(key);
        else if (page) page.staleSinceMs ??= nowMs;
      }
    }
  }

  #forgetTags({ key, tags }: CachedPage): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

/** Headers with which Next's navigation requests parts of a page. Responses list them in `Vary`. */
export const navigationHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
] as const;

export interface PageKey {
  readonly key: string;
  readonly url: string;
  /** True if the URL has a query, such as a search. Such URLs are unlimited in number, so they have their own limit. */
  readonly isVariant: boolean;
  readonly hasQuery: boolean;
}

/** All missing pages share the home page with a notice (A4). */
export const missingPageKey = (lang: Language): PageKey => ({
  key: `/${lang}/not-found`,
  url: `/${lang}/not-found`,
  isVariant: false,
  hasQuery: false,
});

export function pageKey(
  route: Route,
  segments: readonly string[],
  search: URLSearchParams,
  headers: IncomingHttpHeaders,
): PageKey {
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  if (search.size === 0 && headers['rsc'] === undefined)
    return { key: path, url: path, isVariant: false, hasQuery: false };
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
