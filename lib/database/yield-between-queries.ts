import { setImmediate as nextTurn } from 'node:timers/promises';

const maxTurnMs = 4;
let busySinceMs: number | null = null;

/**
 * Lets sockets and timers run once this turn of the event loop has lasted long enough. The embedded database answers in the same turn, so a
 * loop of its queries would block every request until its end.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (busySinceMs === null) {
    busySinceMs = performance.now();
    setImmediate(() => (busySinceMs = null));
  } else if (performance.now() - busySinceMs > maxTurnMs) {
    await nextTurn();
  }
}
