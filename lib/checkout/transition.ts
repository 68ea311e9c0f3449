import type { OrderStatus } from '@/generated/prisma/enums';
import { stateOf } from '@/lib/paymob/state';
import type { Transaction } from '@/lib/paymob/transaction';

export interface OrderFacts {
  readonly status: OrderStatus;
  readonly amountPiastres: number;
  readonly paidTransactionId: bigint | null;
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
 * What one transaction of Paymob's means for an order. Pure, and monotonic: created < failed, expired < paid < refunded.
 * Whatever order the messages come in, and however often, the order ends in the same state.
 */
export function stepFor(order: OrderFacts, transaction: Transaction): Step {
  const unpaid = order.paidTransactionId === null;
  const own = order.paidTransactionId === BigInt(transaction.id);
  switch (stateOf(transaction)) {
    case 'paid':
      if (unpaid) return { to: 'paid' };
      return own ? nothing('known') : { to: 'double-charge' };
    case 'pending':
      return order.status === 'pending' ? { to: 'pending' } : nothing('late');
    case 'declined':
      if (own) return nothing('contradiction');
      return order.status === 'pending' ? { to: 'failed' } : nothing('late');
    case 'refunded':
      return returned(order, Math.min(transaction.refundedCents, order.amountPiastres), unpaid, own);
    case 'voided':
      if (!transaction.success && unpaid) return order.status === 'pending' ? { to: 'expired' } : nothing('late');
      return returned(order, order.amountPiastres, unpaid, own);
    case 'authorised':
      return nothing('not-captured');
    case 'child':
      return nothing('child');
  }
}

function returned(order: OrderFacts, refundedPiastres: number, unpaid: boolean, own: boolean): Step {
  if (!unpaid && !own) return { to: 'other-charge-returned' };
  if (!unpaid && refundedPiastres <= order.refundedPiastres) return nothing('known');
  const whole = refundedPiastres >= order.amountPiastres;
  return { to: 'refunded', refundedPiastres, whole, neverGranted: unpaid };
}
