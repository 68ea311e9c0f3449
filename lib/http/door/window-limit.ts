const MOST_KEYS = 100_000;

/** Counts in fixed windows, in this process only; what is at stake is load, not an account. */
export class WindowLimit {
  #counts = new Map<string, number>();
  #windowEndsAtMs = 0;

  constructor(
    private readonly points: number,
    private readonly windowMs: number,
  ) {}

  /** @returns 0 when allowed, else the seconds until it is again */
  take(key: string, nowMs: number): number {
    if (nowMs >= this.#windowEndsAtMs || this.#counts.size >= MOST_KEYS) {
      this.#counts = new Map();
      this.#windowEndsAtMs = nowMs + this.windowMs;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count > this.points ? Math.max(1, Math.ceil((this.#windowEndsAtMs - nowMs) / 1000)) : 0;
  }
}
