const last = new Map<string, Promise<unknown>>();

/**
 * Orders with one coupon are opened one after the other in this process. Waiting for `lockCoupon`, which decides between
 * processes, each would hold a database connection, and use up its transaction's two seconds.
 */
export function inTurn<Value>(couponId: string, work: () => Promise<Value>): Promise<Value> {
  const mine = (last.get(couponId) ?? Promise.resolve()).then(work);
  const ended = mine.then(() => undefined, () => undefined).then(() => {
    if (last.get(couponId) === ended) last.delete(couponId);
  });
  last.set(couponId, ended);
  return mine;
}
