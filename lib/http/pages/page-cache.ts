import { LRUCache } from 'lru-cache';
import type { Encoding } from '@/lib/http/answers/encoding';

/** One encoding of a kept answer with its headers ready to be written, names and values in turn. */
export interface Representation {
  readonly headers: readonly string[];
  readonly notModifiedHeaders: readonly string[];
  readonly body: Buffer;
}

export interface KeptPage {
  readonly key: string;
  readonly status: number;
  /** of the plain body; part of every entity tag */
  readonly hash: string;
  readonly tags: readonly string[];
  readonly isData: boolean;
  readonly keptAtMs: number;
  representations: Readonly<Record<Encoding, Representation>>;
  /** whether the encodings are already the smallest possible */
  isBest: boolean;
  /** when what it was made from changed; null while it is fresh */
  droppedAtMs: number | null;
}

const OVERHEAD_BYTES = 2_000;
/** Every page is made of content, so this tag is on all of them. */
export const EVERY_PAGE = 'content';

function sizeOf(page: KeptPage): number {
  const { br, gzip } = page.representations;
  return br.body.length + gzip.body.length + OVERHEAD_BYTES;
}

/**
 * Answers that are the same for everybody, in memory, bounded in bytes, least recently used out, dropped by tag. A dropped
 * page stays as the last one known, for as long as its new rendering is not there (`getDropped`).
 */
export class PageCache {
  readonly #pages: LRUCache<string, KeptPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #droppedAt = new Map<string, number>();
  #drops = 0;

  constructor(maxBytes: number) {
    this.#pages = new LRUCache<string, KeptPage>({
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

  /** How many drops there have been; a rendering remembers it from its start. */
  get drops(): number {
    return this.#drops;
  }

  get(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    return page?.droppedAtMs === null ? page : undefined;
  }

  getDropped(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    return page?.droppedAtMs === null ? undefined : page;
  }

  /** Not kept when one of its tags was dropped after `sinceDrops`: it may have been made from what is gone. */
  keep(page: KeptPage, sinceDrops: number): boolean {
    const newest = Math.max(...[...page.tags, '*'].map((tag) => this.#droppedAt.get(tag) ?? 0));
    if (newest > sinceDrops) return false;
    this.#pages.set(page.key, page);
    if (!this.#pages.has(page.key)) return false;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set<string>();
      this.#keysByTag.set(tag, keys.add(page.key));
    }
    return true;
  }

  /** The same page with better encodings. */
  replace(page: KeptPage, representations: KeptPage['representations']): void {
    if (this.#pages.peek(page.key) !== page || page.droppedAtMs !== null) return;
    this.keep({ ...page, representations, isBest: true }, this.#drops);
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  /** @param remove also as the last one known: what it shows must not be seen any more */
  drop(tags: readonly string[], remove: boolean, nowMs: number): void {
    this.#drops += 1;
    for (const tag of tags) {
      this.#droppedAt.set(tag, this.#drops);
      for (const key of [...(tag === '*' ? this.#pages.keys() : (this.#keysByTag.get(tag) ?? []))]) {
        const page = this.#pages.peek(key);
        if (remove) this.#pages.delete(key);
        else if (page) page.droppedAtMs ??= nowMs;
      }
    }
  }

  #forgetTags(page: KeptPage): void {
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(page.key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}
