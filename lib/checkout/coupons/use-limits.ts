import 'server-only';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer, type OrderRow } from '@/lib/checkout/orders/order-row';
import { withdrawReminders } from '@/lib/checkout/reminders/opt-out';
import type { Prisma, Tx } from '@/lib/database/client';
import { countsAsUse, heldUntil, lockCoupon } from './apply-coupon';

interface CouponUse { readonly couponId: string; readonly userId: string; readonly productKey: string; readonly orderId: string; readonly now: Date }

/**
 * Holds a coupon's limits after an order took a use (decision 107). A buyer's open orders for one product stand for each other: as far
 * as there is no use for each, the earlier ones end. Call it in the buyer's and the coupon's lock.
 * @returns whether the limits hold
 */
export async function enforceLimits(tx: Tx, { couponId, userId, productKey, orderId, now }: CouponUse): Promise<boolean> {
  await endHoldsBeyond(tx, { couponId, userId, orderId, now });
  const { excess, ofAll } = await excessOf(tx, couponId, userId);
  if (excess <= 0) return true;
  // One that is being settled at this moment is locked, and its settlement waits for the buyer.
  const replaced = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM "Order"
    WHERE "couponId" = ${couponId} AND status = 'pending' AND id <> ${orderId}
      AND (("userId" = ${userId} AND "productKey" = ${productKey}) OR (${ofAll >= excess} AND "createdAt" < ${heldUntil(now)}))
    ORDER BY ("userId" = ${userId}) IS NOT TRUE, "createdAt", id LIMIT ${excess} FOR UPDATE SKIP LOCKED`;
  for (const { id } of replaced) await endHold(tx, id, now);
  return replaced.length >= excess;
}

async function endHold(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { status: 'expired' }, select: { id: true } });
  await withdrawReminders(tx, orderId);
  await writeNote(tx, { orderId, kind: 'replaced', now });
}

/** A buyer's unpaid orders with one limited coupon, such as gifts to several people; the oldest beyond these end. */
const mostHolds = 2;

async function endHoldsBeyond(tx: Tx, { couponId, userId, orderId, now }: Omit<CouponUse, 'productKey'>): Promise<void> {
  const { maxUses } = await tx.coupon.findUniqueOrThrow({ where: { id: couponId }, select: { maxUses: true } });
  if (maxUses === null) return;
  const others = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM "Order" WHERE "couponId" = ${couponId} AND "userId" = ${userId} AND status = 'pending' AND id <> ${orderId}
    ORDER BY "createdAt" DESC, id DESC OFFSET ${mostHolds - 1} FOR UPDATE SKIP LOCKED`;
  for (const { id } of others) await endHold(tx, id, now);
}

async function excessOf(tx: Tx, couponId: string, userId: string): Promise<{ excess: number; /** Of uses in total. */ ofAll: number }> {
  const { maxUses, maxUsesPerLearner } = await tx.coupon.findUniqueOrThrow({ where: { id: couponId }, select: { maxUses: true, maxUsesPerLearner: true } });
  const over = async (limit: number | null, which: Prisma.OrderWhereInput) =>
    (limit === null ? 0 : (await tx.order.count({ where: { couponId, ...countsAsUse, ...which } })) - limit);
  const ofAll = await over(maxUses, {});
  return { excess: Math.max(ofAll, await over(maxUsesPerLearner, { userId })), ofAll };
}

/**
 * An order that had failed or ended, and had so given its use back, was paid all the same: it takes the use again when there is one.
 * Call it in the order's lock, once the order is written as paid.
 */
export async function takeUseAgain(tx: Tx, { id: orderId, couponId, userId, productKey }: OrderRow, now: Date): Promise<boolean> {
  if (couponId === null || userId === null) return true;
  await lockBuyer(tx, userId);
  await lockCoupon(tx, couponId);
  return enforceLimits(tx, { couponId, userId, productKey, orderId, now });
}
