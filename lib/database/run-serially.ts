const lastRuns = new Map<string, Promise<unknown>>();

/** Queues in memory, because waiting for a row's lock would hold a connection and use up the transaction's 2 s. */
export function runSerially<Value>(rowId: string, work: () => Promise<Value>): Promise<Value> {
  const mine = (lastRuns.get(rowId) ?? Promise.resolve()).then(work);
  const ended = mine
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (lastRuns.get(rowId) === ended) lastRuns.delete(rowId);
    });
  lastRuns.set(rowId, ended);
  return mine;
}
