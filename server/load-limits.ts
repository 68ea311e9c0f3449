export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(readonly isOfAddress: boolean) {
    super(isOfAddress ? 'Too many renders of this address are waiting' : 'Too many renders are waiting');
  }
}

const maxRestMs = 100;

/** Serves waiting addresses in turn, unlike p-limit and p-queue, which are first come, first served. */
export class FairQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
    private readonly maxWaitingOfAddress: number,
    /** Pauses after each task for this many times its duration, so that renders never occupy a processor fully. */
    private readonly rest = 0,
  ) {}

  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.concurrency) await this.#turnOf(address);
    else this.#running += 1;
    const startedAtMs = performance.now();
    try {
      return await work();
    } finally {
      const restMs = Math.min(maxRestMs, this.rest * (performance.now() - startedAtMs));
      if (restMs > 0) setTimeout(() => this.#next(), restMs);
      else this.#next();
    }
  }

  #turnOf(address: string): Promise<void> {
    const addressQueue = this.#waiting.get(address) ?? [];
    if (addressQueue.length >= this.maxWaitingOfAddress) throw new QueueFull(true);
    if (this.#waitingCount >= this.maxWaiting) throw new QueueFull(false);
    this.#waitingCount += 1;
    return new Promise((resolve) => this.#waiting.set(address, [...addressQueue, resolve]));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [address, [begin, ...rest]] = first;
    this.#waiting.delete(address);
    if (rest.length > 0) this.#waiting.set(address, rest);
    this.#waitingCount -= 1;
    begin?.();
  }
}

const maxKeys = 100_000;

/** Counts in memory, because a flood must not reach the limits kept in the database (lib/database/rate-limit.ts). */
export class WindowLimit {
  #counts = new Map<string, number>();
  #endsAtMs = 0;

  constructor(
    private readonly points: number,
    private readonly windowMs: number,
  ) {}

  /** @returns 0 if allowed, otherwise seconds to wait */
  take(key: string, nowMs = performance.now()): number {
    this.#renew(nowMs);
    const count = (this.#counts.get(key) ?? 0) + 1;
    // Move the key to the end, so that the one unused for longest is dropped first.
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size > maxKeys) this.#counts.delete(this.#counts.keys().next().value!);
    return count > this.points ? this.#secondsLeft(nowMs) : 0;
  }

  waitSeconds(key: string, nowMs = performance.now()): number {
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
