import type { OrderStatus } from '@/generated/prisma/enums';
import type { Charge } from '@/lib/payments/provider';

export interface OrderState {
  readonly status: OrderStatus;
  readonly amountPiastres: number;
  readonly paidChargeId: string | null;
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

/**
 * What a charge means for an order. Pure, and monotonic: created < failed, expired < paid < refunded. Whatever order the
 * reports come in, and however often, the order ends in the same state.
 */
export function stepFor(order: OrderState, charge: Charge): Step {
  const unpaid = order.paidChargeId === null;
  const own = order.paidChargeId === charge.id;
  switch (charge.state) {
    case 'paid':
      if (unpaid) return { to: 'paid' };
      return own ? nothing('known') : { to: 'double-charge' };
    case 'pending':
      return pending(order, charge);
    case 'declined':
      if (own) return nothing('contradiction');
      return ended(order, charge, 'failed');
    case 'cancelled':
      // Of a bill that ran out nothing was paid.
      return own ? refunded(order, charge, unpaid, own) : ended(order, charge, 'expired');
    case 'refunded':
      return refunded(order, charge, unpaid, own);
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

function refunded(order: OrderState, charge: Charge, unpaid: boolean, own: boolean): Step {
  const refundedPiastres = Math.min(charge.refundedPiastres + order.refundedByHandPiastres, order.amountPiastres);
  if (!unpaid && !own) return { to: 'other-charge-returned' };
  if (!unpaid && refundedPiastres <= order.refundedPiastres) return nothing('known');
  return { to: 'refunded', refundedPiastres, whole: refundedPiastres >= order.amountPiastres, neverGranted: unpaid };
}
