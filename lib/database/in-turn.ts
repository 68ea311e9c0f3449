const last = new Map<string, Promise<unknown>>();

/**
 * What wants the lock of the same row goes one after the other in this process. Waiting for the lock itself, which decides between
 * processes, each would hold a database connection, and use up its transaction's two seconds.
 */
export function inTurn<Value>(rowId: string, work: () => Promise<Value>): Promise<Value> {
  const mine = (last.get(rowId) ?? Promise.resolve()).then(work);
  const ended = mine.then(() => undefined, () => undefined).then(() => {
    if (last.get(rowId) === ended) last.delete(rowId);
  });
  last.set(rowId, ended);
  return mine;
}
