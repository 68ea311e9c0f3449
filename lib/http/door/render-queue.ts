/** Too many renderings wait already: of everybody, or of the address that asks. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';

  constructor(readonly isOfAddress: boolean) {
    super(isOfAddress ? 'This address waits for too many renderings' : 'Too many renderings wait');
  }
}

/**
 * A few renderings at once; the others wait, one of each address in turn, so that who asks for many waits for their own.
 * @param mostWaiting of all addresses together
 * @param mostWaitingOfAddress of one address
 */
export class RenderQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly mostWaitingOfAddress: number,
  ) {}

  /** @throws QueueFull; whatever `work` throws */
  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.atOnce) await this.#turnOf(address);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turnOf(address: string): Promise<void> {
    const own = this.#waiting.get(address) ?? [];
    if (own.length >= this.mostWaitingOfAddress) throw new QueueFull(true);
    if (this.#waitingCount >= this.mostWaiting) throw new QueueFull(false);
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
    // Behind all the others: the map keeps the order in which addresses were put in.
    if (rest.length > 0) this.#waiting.set(address, rest);
    this.#waitingCount -= 1;
    begin?.();
  }
}
