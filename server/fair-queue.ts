/** Too many wait already: of everybody, or of the address that asks. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(readonly isOfAddress: boolean) {
    super(isOfAddress ? 'This address waits for too many renderings' : 'Too many renderings wait');
  }
}

const mostRestMs = 100;

/**
 * A few at once; the others wait, one of each address in turn, so that who asks for many waits for their own. By hand,
 * because queues on npm (p-limit, p-queue) are first come, first served.
 */
export class FairQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
    private readonly maxWaitingOfAddress: number,
    /** After a piece of work its place stays free this many times as long as it took, so that work that waits never fills a processor. */
    private readonly rest = 0,
  ) {}

  /** @throws QueueFull; whatever `work` throws */
  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.concurrency) await this.#turnOf(address);
    else this.#running += 1;
    const startedAtMs = performance.now();
    try {
      return await work();
    } finally {
      const restMs = Math.min(mostRestMs, this.rest * (performance.now() - startedAtMs));
      if (restMs > 0) setTimeout(() => this.#next(), restMs);
      else this.#next();
    }
  }

  #turnOf(address: string): Promise<void> {
    const own = this.#waiting.get(address) ?? [];
    if (own.length >= this.maxWaitingOfAddress) throw new QueueFull(true);
    if (this.#waitingCount >= this.maxWaiting) throw new QueueFull(false);
    this.#waitingCount += 1;
    return new Promise((resolve) => this.#waiting.set(address, [...own, resolve]));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [address, [begin, ...rest]] = first;
    this.#waiting.delete(address);
    // To the end: a map keeps the order in which its keys were added.
    if (rest.length > 0) this.#waiting.set(address, rest);
    this.#waitingCount -= 1;
    begin?.();
  }
}
