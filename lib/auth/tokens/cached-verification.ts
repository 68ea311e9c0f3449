import { LRUCache } from 'lru-cache';

const maxEntries = 5000;

/** The content of an encrypted or signed text, and when it expires. */
export interface Verified<Value> { value: Value; expiresAtMs: number }

/**
 * Verifies each text once: the cryptography is the most expensive part of a small call, and the content of a text never changes.
 * Refused texts are not cached; expiry is checked on every call.
 */
export function cacheVerification<Value extends object>(verify: (text: string, now: Date) => Promise<Verified<Value> | null>) {
  const cache = new LRUCache<string, Verified<Value>>({ max: maxEntries });
  return async (text: string, now: Date): Promise<Value | null> => {
    const cached = cache.get(text);
    if (cached) return cached.expiresAtMs > now.getTime() ? cached.value : null;
    const verified = await verify(text, now);
    if (verified) cache.set(text, verified);
    return verified?.value ?? null;
  };
}
