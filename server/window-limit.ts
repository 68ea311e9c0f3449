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
    this.#counts.set(key, count);
    return count > this.points ? this.#secondsLeft(nowMs) : 0;
  }

  /** As `take`, without counting: 0 while another would be allowed. */
  waitSeconds(key: string, nowMs = Date.now()): number {
    this.#renew(nowMs);
    return (this.#counts.get(key) ?? 0) >= this.points ? this.#secondsLeft(nowMs) : 0;
  }

  #renew(nowMs: number): void {
    if (nowMs < this.#endsAtMs && this.#counts.size < maxKeys) return;
    this.#counts = new Map();
    this.#endsAtMs = nowMs + this.windowMs;
  }

  #secondsLeft(nowMs: number): number {
    return Math.max(1, Math.ceil((this.#endsAtMs - nowMs) / 1000));
  }
}
