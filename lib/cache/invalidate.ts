import { LRUCache } from 'lru-cache';
import { runAfterCommit } from '@/lib/process/after-commit';
import { processState } from '@/lib/process/process-state';
import { lifecycle } from '@/lib/process/shared-state';
import { previewContext } from './page-context';

export interface Invalidation {
  /** `*` matches every tag. */
  readonly tags: readonly string[];
  readonly isPurge: boolean;
  readonly isRemote: boolean;
}

type Listener = (invalidation: Invalidation) => void;

const listeners = processState<Listener[]>('invalidation-listeners', () => []);

function notifyListeners(invalidation: Invalidation): void {
  if (invalidation.tags.length === 0) return;
  for (const listener of [...listeners]) listener(invalidation);
}

/** Waits for the transaction's commit, or a request before that would cache the old state. Pages become stale. */
export function invalidate(...tags: readonly string[]): void {
  runAfterCommit(() => notifyListeners({ tags, isPurge: false, isRemote: false }));
}

/** Like `invalidate`, but never serves the stale page: for deleted, withdrawn or unpublished content. */
export function purge(...tags: readonly string[]): void {
  runAfterCommit(() => notifyListeners({ tags, isPurge: true, isRemote: false }));
}

/** Applies an invalidation from another process without announcing it again. */
export function invalidateHere(tags: readonly string[], isPurge: boolean): void {
  notifyListeners({ tags, isPurge, isRemote: true });
}

export function onInvalidate(listener: Listener): () => void {
  listeners.push(listener);
  return () => void listeners.splice(listeners.indexOf(listener), 1);
}

const maxEntries = 1_000;

interface Entry {
  readonly tags: readonly string[];
  readonly value: Promise<unknown>;
}

const entries = new LRUCache<string, Entry>({ max: maxEntries });

// Drop loads in progress too: they may have read the data before it changed.
onInvalidate(({ tags }) => {
  const invalid = new Set(tags);
  for (const [key, entry] of [...entries.entries()]) {
    if (invalid.has('*') || entry.tags.some((tag) => invalid.has(tag))) entries.delete(key);
  }
});

/** Use this for displayed data, never for permissions or charged prices. Failed loads are not kept. */
export function memoizeUntilInvalidated<Value>(
  key: string,
  tags: readonly string[],
  load: () => Promise<Value>,
): Promise<Value> {
  // Do not cache here: commands receive no invalidations, and a preview's data is private to its editor.
  if (!lifecycle.ready || previewContext()) return load();
  const cachedEntry = entries.get(key);
  if (cachedEntry) return cachedEntry.value as Promise<Value>;
  const entry: Entry = { tags, value: load() };
  entries.set(key, entry);
  entry.value.catch(() => {
    if (entries.peek(key) === entry) entries.delete(key);
  });
  return entry.value as Promise<Value>;
}
