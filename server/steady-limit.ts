import { LRUCache } from 'lru-cache';

const maxKeys = 100_000;

/**
 * A few at once by each key, then so many a second (a leaky bucket), in the memory of this process. For work that fills a
 * processor: a window would let all of it begin at once, and everybody else waits behind that.
 */
export class SteadyLimit {
  /** When a key will have paid for what it took. */
  readonly #paidAtMs = new LRUCache<string, number>({ max: maxKeys });
  readonly #everyMs: number;

  constructor(
    private readonly burst: number,
    perSecond: number,
  ) {
    this.#everyMs = 1000 / perSecond;
  }

  /** @returns 0 when allowed, else the seconds until it is again */
  take(key: string, nowMs = Date.now()): number {
    const paidAtMs = Math.max(this.#paidAtMs.get(key) ?? 0, nowMs) + this.#everyMs;
    const waitMs = paidAtMs - nowMs - this.burst * this.#everyMs;
    // Sums of fractions stray by less than this.
    if (waitMs > 1e-6) return Math.max(1, Math.ceil(waitMs / 1000));
    this.#paidAtMs.set(key, paidAtMs);
    return 0;
  }
}
