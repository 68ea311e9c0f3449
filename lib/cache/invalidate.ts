export interface Invalidation {
  /** `*` is everything */
  readonly tags: readonly string[];
  /** The stale page must not be served while its replacement is rendered. */
  readonly purge: boolean;
  /** Heard from another process. */
  readonly isRemote: boolean;
}

type Listener = (invalidation: Invalidation) => void;

declare global {
  var siteInvalidationListeners: Listener[] | undefined;
}

/** On `globalThis`: the HTTP server, which holds the page cache, and the application are bundled apart. */
const listeners: Listener[] = (globalThis.siteInvalidationListeners ??= []);

function publish(invalidation: Invalidation): void {
  if (invalidation.tags.length === 0) return;
  for (const listener of [...listeners]) listener(invalidation);
}

/**
 * Cached pages and values with one of these tags are made anew, in every process. While a new rendering takes long or
 * fails, the stale page is served, marked by `Cache-Status`.
 */
export function invalidate(...tags: readonly string[]): void {
  publish({ tags, purge: false, isRemote: false });
}

/** As `invalidate`, for what must not be seen any more: deleted, withdrawn, not published. */
export function purge(...tags: readonly string[]): void {
  publish({ tags, purge: true, isRemote: false });
}

/** Applies what another process announced, without announcing it again. */
export function invalidateHere(tags: readonly string[], isPurge: boolean): void {
  publish({ tags, purge: isPurge, isRemote: true });
}

/** @returns what ends the subscription */
export function onInvalidate(listener: Listener): () => void {
  listeners.push(listener);
  return () => void listeners.splice(listeners.indexOf(listener), 1);
}
