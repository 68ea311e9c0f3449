import type { OrderStatus } from '@/generated/prisma/enums';
import type { Charge } from '@/lib/payments/provider';

export interface OrderState {
  readonly status: OrderStatus;
  readonly amountPiastres: number;
  readonly currency: string;
  readonly paidChargeId: string | null;
  /** The charge of another amount that waits for a decision, or was returned. */
  readonly receivedChargeId: string | null;
  readonly refundedPiastres: number;
  /** The part of it that the provider's books do not know of. */
  readonly refundedByHandPiastres: number;
  /** Of the latest kiosk bill. */
  readonly billReference: string | null;
  readonly couponId: string | null;
}

export type Step =
  | { readonly to: 'pending' }
  | { readonly to: 'paid' }
  /** A payment of another amount or currency arrived, a part of which may have been given back since: a person decides. */
  | { readonly to: 'in-review'; readonly mismatch: 'amount' | 'currency'; readonly refundedPiastres: number }
  /** All of that payment has been given back. */
  | { readonly to: 'received-returned' }
  | { readonly to: 'failed' }
  | { readonly to: 'expired' }
  /** The order's own charge has been given back, wholly or in part. */
  | { readonly to: 'refunded'; readonly refundedPiastres: number; readonly whole: boolean; readonly neverGranted: boolean }
  /** A second successful charge for an order that is paid already. */
  | { readonly to: 'double-charge' }
  /** A charge that is not the order's own has been given back. */
  | { readonly to: 'other-charge-returned' }
  | { readonly to: 'nothing'; readonly reason: string };

const nothing = (reason: string): Step => ({ to: 'nothing', reason });

/** What is not equal to the order's price pays for nothing by itself, be it less or more. */
function mismatchOf(order: OrderState, charge: Charge): 'amount' | 'currency' | null {
  if (charge.currency !== order.currency) return 'currency';
  return charge.amountPiastres === order.amountPiastres ? null : 'amount';
}

/**
 * What a charge means for an order. Pure, and monotonic: created < failed, expired < in review < paid < refunded. Whatever
 * order the reports come in, and however often, the order ends in the same state. Amounts count only where money moved.
 */
export function stepFor(order: OrderState, charge: Charge): Step {
  const unpaid = order.paidChargeId === null;
  const own = order.paidChargeId === charge.id;
  const received = order.receivedChargeId === charge.id;
  switch (charge.state) {
    case 'paid':
      return paid(order, charge, { unpaid, own, received });
    case 'pending':
      return pending(order, charge);
    case 'declined':
      if (own || received) return nothing('contradiction');
      return ended(order, charge, 'failed');
    case 'cancelled':
      // Of a bill that ran out nothing was paid.
      if (received && unpaid) return { to: 'received-returned' };
      return own ? refunded(order, charge, { unpaid, own, received }) : ended(order, charge, 'expired');
    case 'refunded':
      return refunded(order, charge, { unpaid, own, received });
    case 'authorised':
      return nothing('not-captured');
    case 'child':
      return nothing('child');
  }
}

const isOfBill = (order: OrderState, charge: Charge): boolean => charge.billReference === order.billReference;

/** After a decline the buyer may take a bill on the same page, which can be paid for days. A coupon's use may be somebody else's by then. */
function pending(order: OrderState, charge: Charge): Step {
  const isBill = charge.billReference !== null;
  const isBegunAgain = order.status === 'failed' && order.couponId === null && isBill && !isOfBill(order, charge);
  if (order.status !== 'pending' && !isBegunAgain) return nothing('late');
  return isBill || order.billReference === null ? { to: 'pending' } : nothing('bill-open');
}

/** The order goes on as long as it has a bill that can be paid. */
function ended(order: OrderState, charge: Charge, to: 'failed' | 'expired'): Step {
  if (order.status !== 'pending') return nothing('late');
  return order.billReference === null || isOfBill(order, charge) ? { to } : nothing('bill-open');
}

/** Whether the charge paid the order, or is the one of another amount. */
interface Relation { readonly unpaid: boolean; readonly own: boolean; readonly received: boolean }

function paid(order: OrderState, charge: Charge, { unpaid, own, received }: Relation): Step {
  if (!unpaid) return own ? nothing('known') : { to: 'double-charge' };
  const mismatch = mismatchOf(order, charge);
  if (mismatch === null) return { to: 'paid' };
  if (received) return nothing('known');
  return order.receivedChargeId === null ? { to: 'in-review', mismatch, refundedPiastres: 0 } : { to: 'double-charge' };
}

function refunded(order: OrderState, charge: Charge, { unpaid, own, received }: Relation): Step {
  if (!unpaid && !own) return { to: 'other-charge-returned' };
  const mismatch = mismatchOf(order, charge);
  const isBack = charge.refundedPiastres >= charge.amountPiastres;
  if (unpaid && !received && order.receivedChargeId !== null && (mismatch !== null || isBack)) return { to: 'other-charge-returned' };
  if (unpaid && mismatch !== null) {
    if (isBack) return order.status === 'refunded' ? nothing('known') : { to: 'received-returned' };
    return charge.refundedPiastres <= order.refundedPiastres ? nothing('known') : { to: 'in-review', mismatch, refundedPiastres: charge.refundedPiastres };
  }
  const refundedPiastres = Math.min(charge.refundedPiastres + order.refundedByHandPiastres, order.amountPiastres);
  if (!unpaid && refundedPiastres <= order.refundedPiastres) return nothing('known');
  return { to: 'refunded', refundedPiastres, whole: refundedPiastres >= order.amountPiastres, neverGranted: unpaid };
}
