import type { OrderStatus } from '@/generated/prisma/enums';
import type { Charge } from '@/lib/payments/provider';

export interface OrderState {
  readonly status: OrderStatus;
  readonly amountPiastres: number;
  readonly paidChargeId: string | null;
  readonly refundedPiastres: number;
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
      return order.status === 'pending' ? { to: 'pending' } : nothing('late');
    case 'declined':
      if (own) return nothing('contradiction');
      return order.status === 'pending' ? { to: 'failed' } : nothing('late');
    case 'cancelled':
      if (!unpaid) return refunded(order, charge, unpaid, own);
      return order.status === 'pending' ? { to: 'expired' } : nothing('late');
    case 'refunded':
      return refunded(order, charge, unpaid, own);
    case 'authorised':
      return nothing('not-captured');
    case 'child':
      return nothing('child');
  }
}

function refunded(order: OrderState, charge: Charge, unpaid: boolean, own: boolean): Step {
  const refundedPiastres = Math.min(charge.refundedPiastres, order.amountPiastres);
  if (!unpaid && !own) return { to: 'other-charge-returned' };
  if (!unpaid && refundedPiastres <= order.refundedPiastres) return nothing('known');
  return { to: 'refunded', refundedPiastres, whole: refundedPiastres >= order.amountPiastres, neverGranted: unpaid };
}
