import { LRUCache } from 'lru-cache';
import type { StoredResponse } from '../../rendering/stored-response';

export interface CachedPage extends StoredResponse {
  readonly key: string;
  readonly tags: readonly string[];
  /** when what it was made from changed; null while it is fresh */
  staleSinceMs: number | null;
}

const overheadBytes = 2_000;

const sizeOf = ({ representations }: CachedPage): number =>
  Object.values(representations).reduce((sum, { body }) => sum + (body?.length ?? 0), overheadBytes);

/** Pages in memory, bounded in bytes, least recently used out, invalidated by tag. */
export class PageStore {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #invalidatedGeneration = new Map<string, number>();
  #generation = 0;

  constructor(maxBytes: number) {
    this.#pages = new LRUCache<string, CachedPage>({ maxSize: maxBytes, sizeCalculation: sizeOf, dispose: (page) => this.#forgetTags(page) });
  }

  get count(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** Grows with every invalidation; a rendering remembers it from its start. */
  get generation(): number {
    return this.#generation;
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /** Not stored when one of its tags was invalidated after `generation`: it may have been made from what is gone. */
  set(page: CachedPage, generation: number): void {
    const newest = Math.max(...[...page.tags, '*'].map((tag) => this.#invalidatedGeneration.get(tag) ?? 0));
    if (newest > generation) return;
    this.#pages.set(page.key, page);
    // A page larger than the whole store is not in it.
    if (!this.#pages.has(page.key)) return;
    for (const tag of page.tags) this.#keysByTag.set(tag, (this.#keysByTag.get(tag) ?? new Set()).add(page.key));
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  /** @param isPurge nor may they be served as stale */
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
