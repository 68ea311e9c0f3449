const LONGEST_TURN_MS = 2;

/**
 * Short synchronous work in the order it came, for a few milliseconds of every turn of the event loop. What comes in thousands
 * would otherwise fill turn after turn, and whoever needs many turns for one thing (the embedded database, a statement each) would
 * wait for the whole crowd before every step.
 */
export class FairTurns {
  readonly #waiting: (() => void)[] = [];

  run<Value>(work: () => Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error as Error);
        }
      });
      if (this.#waiting.length === 1) setImmediate(this.#turn);
    });
  }

  readonly #turn = (): void => {
    const startedAt = performance.now();
    let done = 0;
    while (done < this.#waiting.length && performance.now() - startedAt < LONGEST_TURN_MS) this.#waiting[done++]?.();
    this.#waiting.splice(0, done);
    if (this.#waiting.length > 0) setImmediate(this.#turn);
  };
}
