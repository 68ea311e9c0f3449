import { setTimeout as sleep } from 'node:timers/promises';

export async function until(
  what: string,
  ms: number,
  question: () => Promise<boolean> | boolean,
  everyMs = 50,
): Promise<number> {
  const started = Date.now();
  for (;;) {
    if (await question()) return Date.now() - started;
    if (Date.now() - started > ms) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(everyMs);
  }
}

export async function inTurn<T, R>(
  entries: readonly T[],
  width: number,
  work: (entry: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < entries.length; i = next++) results[i] = await work(entries[i] as T, i);
  };
  await Promise.all(Array.from({ length: Math.min(width, entries.length) }, worker));
  return results;
}
