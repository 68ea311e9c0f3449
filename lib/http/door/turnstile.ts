/** More is being waited for than can be served in a reasonable time. */
export class TooMuchWaiting extends Error {
  override readonly name = 'TooMuchWaiting';
}

/** Lets a few through at once and makes a bounded number wait. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** @throws TooMuchWaiting when the queue is full */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.atOnce) {
      if (this.#waiting.length >= this.mayWait) throw new TooMuchWaiting('Too many wait already');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#inside += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    }
  }
}
