import { LRUCache } from 'lru-cache';

const MOST_FACTS = 1_000;

interface KeptFact {
  readonly tags: readonly string[];
  readonly value: Promise<unknown>;
}

/** What many requests read from the database and few change: kept like pages, and dropped by the same tags. */
export class KeptFacts {
  readonly #facts = new LRUCache<string, KeptFact>({ max: MOST_FACTS });

  /** Whoever asks while it is loaded waits for the same loading; what could not be loaded is not kept. */
  keep<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value> {
    const known = this.#facts.get(key);
    if (known) return known.value as Promise<Value>;
    const fact: KeptFact = { tags, value: load() };
    this.#facts.set(key, fact);
    fact.value.catch(() => {
      if (this.#facts.peek(key) === fact) this.#facts.delete(key);
    });
    return fact.value as Promise<Value>;
  }

  /** Also what is being loaded just now: it may have been read before the change. */
  drop(tags: readonly string[]): void {
    const dropped = new Set(tags);
    for (const [key, fact] of [...this.#facts.entries()]) {
      if (dropped.has('*') || fact.tags.some((tag) => dropped.has(tag))) this.#facts.delete(key);
    }
  }
}
