import 'server-only';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import type { OrderRow } from '@/lib/checkout/orders/order-row';
import type { Tx } from '@/lib/database/client';
import { countsAsUse } from './apply-coupon';

/**
 * An order that had failed or expired, and had so given its coupon's use back, was paid all the same. It is paid at the price
 * that the buyer was shown (decision 107); when somebody else has had the last use meanwhile, its timeline says so.
 */
export async function noteLateUse(tx: Tx, { id: orderId, couponId }: OrderRow, now: Date): Promise<void> {
  if (couponId === null) return;
  const coupon = await tx.coupon.findUniqueOrThrow({ where: { id: couponId }, select: { maxUses: true } });
  const uses = coupon.maxUses === null ? 0 : await tx.order.count({ where: { couponId, ...countsAsUse } });
  if (coupon.maxUses !== null && uses > coupon.maxUses) {
    await writeNote(tx, { orderId, kind: 'coupon-over', detail: { uses, allowed: coupon.maxUses }, now });
  }
}
