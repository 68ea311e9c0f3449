import { LRUCache } from 'lru-cache';
import { lifecycle } from '@/lib/process/lifecycle';
import { onInvalidate } from './invalidate';
import { previewContext } from './page-context';

const maxEntries = 1_000;

interface Entry {
  readonly tags: readonly string[];
  readonly value: Promise<unknown>;
}

const entries = new LRUCache<string, Entry>({ max: maxEntries });

// Also what is being loaded: it may have been read before the change.
onInvalidate(({ tags }) => {
  const invalid = new Set(tags);
  for (const [key, entry] of [...entries.entries()]) {
    if (invalid.has('*') || entry.tags.some((tag) => invalid.has(tag))) entries.delete(key);
  }
});

/**
 * Loads once what many requests read, and again when one of its tags is invalidated. For what may be shown, never for
 * what is charged or allowed. Concurrent callers share one load; a failed one is not remembered.
 */
export function memoizeUntilInvalidated<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value> {
  // A command hears of no other process's changes, and what a preview shows is nobody else's.
  if (!lifecycle.ready || previewContext()) return load();
  const known = entries.get(key);
  if (known) return known.value as Promise<Value>;
  const entry: Entry = { tags, value: load() };
  entries.set(key, entry);
  entry.value.catch(() => {
    if (entries.peek(key) === entry) entries.delete(key);
  });
  return entry.value as Promise<Value>;
}
