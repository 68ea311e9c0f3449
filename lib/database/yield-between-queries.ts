import { setImmediate as nextTurn } from 'node:timers/promises';

const longestTurnMs = 4;
let busySinceMs: number | null = null;

/**
 * For work that never waits for anything outside: when this turn of the event loop has lasted long enough, lets sockets
 * and timers have theirs. The embedded database answers at once, so that a loop of its queries would keep everybody
 * waiting until its end (performance.md).
 */
export async function giveWay(): Promise<void> {
  if (busySinceMs === null) {
    busySinceMs = performance.now();
    setImmediate(() => (busySinceMs = null));
  } else if (performance.now() - busySinceMs > longestTurnMs) {
    await nextTurn();
  }
}
