import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { etagOf, openInside, type OpenFile } from '@/lib/http/files/open-file';

const MOST_OPEN = 64;
const KEPT_MS = 5_000;
const TRUSTED_MS = 1_000;

/** A file in use; `giveBack` when its bytes are sent. */
export interface Lent extends OpenFile {
  readonly giveBack: () => void;
}

class Held {
  lookedAtMs = performance.now();
  #users = 0;
  #unwanted = false;

  constructor(readonly file: OpenFile) {}

  lend(): Lent {
    this.#users += 1;
    return {
      ...this.file,
      giveBack: () => {
        this.#users -= 1;
        this.#closeWhenFree();
      },
    };
  }

  drop(): void {
    this.#unwanted = true;
    this.#closeWhenFree();
  }

  #closeWhenFree(): void {
    if (this.#unwanted && this.#users === 0) void this.file.handle.close().catch(() => undefined);
  }
}

/**
 * A film is asked for in pieces: its file stays open between them, which saves most of what a piece costs. Whether it is
 * still the same file is looked at again once a second.
 */
export class OpenFiles {
  readonly #held = new LRUCache<string, Held>({
    max: MOST_OPEN, ttl: KEPT_MS, updateAgeOnGet: true, ttlAutopurge: true, dispose: (held) => held.drop(),
  });

  /** @returns null when there is no such file under `root` */
  async lend(root: string, path: string): Promise<Lent | null> {
    const known = this.#held.get(path);
    if (known && (await isSame(known, path))) return known.lend();
    this.#held.delete(path);
    const file = await openInside(root, path);
    if (file === null) return null;
    const held = new Held(file);
    const lent = held.lend();
    this.#held.set(path, held);
    return lent;
  }

  closeAll(): void {
    this.#held.clear();
  }
}

async function isSame(held: Held, path: string): Promise<boolean> {
  if (performance.now() - held.lookedAtMs < TRUSTED_MS) return true;
  const now = await stat(path).catch(() => null);
  if (now === null || etagOf(now) !== held.file.facts.etag) return false;
  held.lookedAtMs = performance.now();
  return true;
}
