import { statfs } from 'node:fs/promises';
import { lifecycle } from '@/lib/lifecycle';

const LEAST_FREE_BYTES = 256 * 1024 * 1024;
const LOOK_EVERY_MS = 2_000;

export type FreeBytes = (folder: string) => Promise<number>;

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Watches the space where the service writes. A full disk blocks the embedded database and with it the whole process
 * (security.md M6), so writing requests are refused before that.
 */
export class StorageGuard {
  #low = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly measure: FreeBytes = freeBytes,
  ) {}

  get isLow(): boolean {
    return this.#low;
  }

  /** The folder may not be there yet at the first start; then there is nothing to guard. */
  async look(): Promise<void> {
    try {
      this.#low = (await this.measure(this.folder)) < LEAST_FREE_BYTES;
    } catch {
      this.#low = false;
    }
    lifecycle.storageLow = this.#low;
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
