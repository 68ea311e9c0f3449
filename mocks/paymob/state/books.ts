import { isTaken, transactionsOf } from './lookup';
import type { World } from './world';

/** One order as Paymob's accountants would see it. */
export interface BookLine {
  order_id: number;
  special_reference: string | null;
  amount_cents: number;
  captured_cents: number;
  refunded_cents: number;
  net_cents: number;
  paid_transactions: number[];
  pending_transactions: number[];
}

const total = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** The truth about money, whatever any shop believes. */
export function books(world: World): BookLine[] {
  return world.store.intentions.map((intention) => {
    const all = transactionsOf(world, intention.orderId);
    const taken = all.filter(isTaken);
    const captured = total(taken.map((one) => (one.isAuth ? one.capturedAmount : one.amount)));
    const refunded = total(taken.map((one) => one.refundedAmount));
    return {
      order_id: intention.orderId,
      special_reference: intention.specialReference,
      amount_cents: intention.amount,
      captured_cents: captured,
      refunded_cents: refunded,
      net_cents: captured - refunded,
      paid_transactions: taken.map(({ id }) => id),
      pending_transactions: all.filter((one) => one.pending).map(({ id }) => id),
    };
  });
}
