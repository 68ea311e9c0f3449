const maxKeys = 100_000;

/**
 * Counts by key in fixed windows, in the memory of this process: what is at stake is its load. Limits on accounts and
 * codes are the database's (lib/database/rate-limit.ts), which a flood of requests must not reach.
 */
export class WindowLimit {
  #counts = new Map<string, number>();
  #endsAtMs = 0;

  constructor(
    private readonly points: number,
    private readonly windowMs: number,
  ) {}

  /** @returns 0 when allowed, else the seconds until it is again */
  take(key: string, nowMs = Date.now()): number {
    this.#renew(nowMs);
    const count = (this.#counts.get(key) ?? 0) + 1;
    // Moved to the end: what is refused goes on being remembered, and the key that was silent longest is forgotten first.
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size > maxKeys) this.#counts.delete(this.#counts.keys().next().value!);
    return count > this.points ? this.#secondsLeft(nowMs) : 0;
  }

  /** As `take`, without counting: 0 while another would be allowed. */
  waitSeconds(key: string, nowMs = Date.now()): number {
    this.#renew(nowMs);
    return (this.#counts.get(key) ?? 0) >= this.points ? this.#secondsLeft(nowMs) : 0;
  }

  #renew(nowMs: number): void {
    if (nowMs < this.#endsAtMs) return;
    this.#counts = new Map();
    this.#endsAtMs = nowMs + this.windowMs;
  }

  #secondsLeft(nowMs: number): number {
    return Math.max(1, Math.ceil((this.#endsAtMs - nowMs) / 1000));
  }
}
