import type { OrderStatus } from '@/generated/prisma/enums';
import type { Charge } from '@/lib/payments/provider';

export interface OrderState {
  readonly status: OrderStatus;
  readonly amountPiastres: number;
  readonly currency: string;
  readonly paidChargeId: string | null;
  /** The charge with a wrong amount that awaits a decision, or was refunded. */
  readonly receivedChargeId: string | null;
  readonly refundedPiastres: number;
  /** The part refunded by hand, which the provider does not know about. */
  readonly refundedByHandPiastres: number;
  readonly billReference: string | null;
  readonly couponId: string | null;
}

export type Step =
  | { readonly to: 'pending' }
  | { readonly to: 'paid' }
  /** The amount or currency is wrong, and part may already have been refunded. An admin must decide. */
  | { readonly to: 'in-review'; readonly mismatch: 'amount' | 'currency'; readonly refundedPiastres: number }
  | { readonly to: 'received-returned' }
  | { readonly to: 'failed' }
  | { readonly to: 'expired' }
  | {
      readonly to: 'refunded';
      readonly refundedPiastres: number;
      readonly isWhole: boolean;
      readonly wasNeverGranted: boolean;
    }
  | { readonly to: 'double-charge' }
  /** A charge other than the order's own was refunded. */
  | { readonly to: 'other-charge-returned' }
  | { readonly to: 'nothing'; readonly reason: string };

const noStep = (reason: string): Step => ({ to: 'nothing', reason });

function findMismatch(order: OrderState, charge: Charge): 'amount' | 'currency' | null {
  if (charge.currency !== order.currency) return 'currency';
  return charge.amountPiastres === order.amountPiastres ? null : 'amount';
}

/**
 * Only moves an order forward: created < failed, expired < in review < paid < refunded. Reports may repeat and come in
 * any sequence, and the order still ends in the same state. Amounts matter only for charges that moved money.
 */
export function stepFor(order: OrderState, charge: Charge): Step {
  const isUnpaid = order.paidChargeId === null;
  const isOwn = order.paidChargeId === charge.id;
  const isReceived = order.receivedChargeId === charge.id;
  switch (charge.state) {
    case 'paid':
      return stepForPaid(order, charge, { isUnpaid, isOwn, isReceived });
    case 'pending':
      return stepForPending(order, charge);
    case 'declined':
      if (isOwn || isReceived) return noStep('contradiction');
      return stepForEnded(order, charge, 'failed');
    case 'cancelled':
      if (isReceived && isUnpaid) return { to: 'received-returned' };
      return isOwn
        ? stepForRefunded(order, charge, { isUnpaid, isOwn, isReceived })
        : stepForEnded(order, charge, 'expired');
    case 'refunded':
      return stepForRefunded(order, charge, { isUnpaid, isOwn, isReceived });
    case 'authorised':
      return noStep('not-captured');
    case 'child':
      return noStep('child');
  }
}

const isOfBill = (order: OrderState, charge: Charge): boolean => charge.billReference === order.billReference;

/** After a decline, a buyer may switch to a kiosk bill, but not with a coupon: another buyer may have used it up. */
function stepForPending(order: OrderState, charge: Charge): Step {
  const isBill = charge.billReference !== null;
  const isNewBill = order.status === 'failed' && order.couponId === null && isBill && !isOfBill(order, charge);
  if (order.status !== 'pending' && !isNewBill) return noStep('late');
  return isBill || order.billReference === null ? { to: 'pending' } : noStep('bill-open');
}

function stepForEnded(order: OrderState, charge: Charge, to: 'failed' | 'expired'): Step {
  if (order.status !== 'pending') return noStep('late');
  return order.billReference === null || isOfBill(order, charge) ? { to } : noStep('bill-open');
}

/** `isUnpaid`: no charge paid the order · `isOwn`: this charge did · `isReceived`: it has a wrong amount. */
interface ChargeRelation {
  readonly isUnpaid: boolean;
  readonly isOwn: boolean;
  readonly isReceived: boolean;
}

function stepForPaid(order: OrderState, charge: Charge, { isUnpaid, isOwn, isReceived }: ChargeRelation): Step {
  if (!isUnpaid) return isOwn ? noStep('known') : { to: 'double-charge' };
  const mismatch = findMismatch(order, charge);
  if (mismatch === null) return { to: 'paid' };
  if (isReceived) return noStep('known');
  return order.receivedChargeId === null ? { to: 'in-review', mismatch, refundedPiastres: 0 } : { to: 'double-charge' };
}

function stepForRefunded(order: OrderState, charge: Charge, { isUnpaid, isOwn, isReceived }: ChargeRelation): Step {
  if (!isUnpaid && !isOwn) return { to: 'other-charge-returned' };
  const mismatch = findMismatch(order, charge);
  const isFullyRefunded = charge.refundedPiastres >= charge.amountPiastres;
  if (isUnpaid && !isReceived && order.receivedChargeId !== null && (mismatch !== null || isFullyRefunded))
    return { to: 'other-charge-returned' };
  if (isUnpaid && mismatch !== null) {
    if (isFullyRefunded) return order.status === 'refunded' ? noStep('known') : { to: 'received-returned' };
    return charge.refundedPiastres <= order.refundedPiastres
      ? noStep('known')
      : { to: 'in-review', mismatch, refundedPiastres: charge.refundedPiastres };
  }
  const refundedPiastres = Math.min(charge.refundedPiastres + order.refundedByHandPiastres, order.amountPiastres);
  if (!isUnpaid && refundedPiastres <= order.refundedPiastres) return noStep('known');
  return {
    to: 'refunded',
    refundedPiastres,
    isWhole: refundedPiastres >= order.amountPiastres,
    wasNeverGranted: isUnpaid,
  };
}
