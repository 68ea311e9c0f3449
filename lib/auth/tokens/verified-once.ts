import { LRUCache } from 'lru-cache';

const mostKept = 5000;

/** What a sealed or signed text says, and until when. */
export interface Verified<Value> { value: Value; expiresAtMs: number }

/**
 * Looking into a token is the dearest part of a small call, and what one says never changes, only whether it is still time:
 * each is verified once. What was refused is not remembered.
 */
export function verifiedOnce<Value extends object>(verify: (text: string, now: Date) => Promise<Verified<Value> | null>) {
  const kept = new LRUCache<string, Verified<Value>>({ max: mostKept });
  return async (text: string, now: Date): Promise<Value | null> => {
    const known = kept.get(text);
    if (known) return known.expiresAtMs > now.getTime() ? known.value : null;
    const read = await verify(text, now);
    if (read) kept.set(text, read);
    return read?.value ?? null;
  };
}
