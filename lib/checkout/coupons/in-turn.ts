const last = new Map<string, Promise<unknown>>();

/**
 * What waits for the same lock of the database is done one after the other in this process: orders with one coupon (`lockCoupon`), people who
 * want one seat (`lockOrder`). Waiting for the lock, which decides between processes, each would hold a connection, and use up its
 * transaction's two seconds.
 * @param key of what is locked
 */
export function inTurn<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work);
  const ended = mine.then(() => undefined, () => undefined).then(() => {
    if (last.get(key) === ended) last.delete(key);
  });
  last.set(key, ended);
  return mine;
}
