import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';

/** @returns milliseconds waited @throws if the condition is not met in time */
export async function waitUntil(
  what: string,
  timeoutMs: number,
  isMet: () => Promise<boolean> | boolean,
  everyMs = 50,
): Promise<number> {
  const startedAtMs = Date.now();
  for (;;) {
    if (await isMet()) return Date.now() - startedAtMs;
    if (Date.now() - startedAtMs > timeoutMs) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await sleep(everyMs);
  }
}

/** Works on at most `width` entries at a time. */
export const mapConcurrently = <T, R>(
  entries: readonly T[],
  width: number,
  work: (entry: T, index: number) => Promise<R>,
): Promise<R[]> => pLimit(width).map(entries, work);
