/** How many films one user watches at the same time (security.md: six connections a user). */
export class MediaSeats {
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(private readonly perUser: number) {}

  get total(): number {
    return this.#total;
  }

  /** @returns what gives the seat back, or null when the user has no free one */
  take(user: string): (() => void) | null {
    const taken = this.#taken.get(user) ?? 0;
    if (taken >= this.perUser) return null;
    this.#taken.set(user, taken + 1);
    this.#total += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#total -= 1;
      const now = (this.#taken.get(user) ?? 1) - 1;
      if (now > 0) this.#taken.set(user, now);
      else this.#taken.delete(user);
    };
  }
}
