import 'server-only';
import type { OrderPurpose } from '@/generated/prisma/enums';
import { addSeconds } from '@/lib/clock';
import { refusalOf, type PricedItem, type Reduction } from '@/lib/checkout/pricing/price-order';
import type { Database, Prisma, Tx } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import type { CouponRefusal } from './find-coupon';

/** A coupon that somebody may use now. */
export type AppliedCoupon = Reduction & { readonly id: string; readonly code: string; /** There are only so many uses. */ readonly isLimited: boolean };

const fields = {
  id: true, code: true, percent: true, amountPiastres: true, startsAt: true, endsAt: true, maxUses: true, maxUsesPerLearner: true,
  withSale: true, refundable: true, forTeams: true, courses: { select: { courseSlug: true } },
} as const satisfies Prisma.CouponSelect;

type CouponRow = Prisma.CouponGetPayload<{ select: typeof fields }>;

interface Use { readonly couponId: string; readonly userId: string; readonly productKey: string; readonly purpose: OrderPurpose; readonly items: readonly PricedItem[]; readonly now: Date }

/**
 * An order that failed or expired has given its use back; one that was paid for nothing, and goes back by itself, has used none, nor has
 * one whose payment was returned without being accepted.
 */
export const countsAsUse = {
  status: { notIn: ['failed', 'expired'] },
  NOT: { status: 'refunded', paidAt: null },
  refundRequests: { none: { doubleCharge: true, reason: { in: ['coupon-over', 'double-purchase', 'buyer-deleted'] }, status: { not: 'refused' }, lines: { none: {} } } },
} satisfies Prisma.OrderWhereInput;

/**
 * Orders from before this moment that nobody paid, such as kiosk bills, give their use to whoever wants the last one. Paid all the same, they
 * take it again as long as there is one (`takeUseAgain`).
 */
export const heldUntil = (now: Date): Date => addSeconds(now, -86_400);

/**
 * Two orders may want the last use: who opens one takes this lock until its transaction has stored the order. Lock the buyer
 * first, then the coupon.
 */
export async function lockCoupon(tx: Tx, couponId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Coupon" WHERE id = ${couponId} FOR UPDATE`;
}

/** Whether this buyer may use the coupon for these items of a product now; binding only for who holds `lockCoupon`. */
export async function applyCoupon(client: Database | Tx, use: Use): Promise<Result<AppliedCoupon, CouponRefusal>> {
  const coupon = await client.coupon.findUnique({ where: { id: use.couponId }, select: fields });
  if (!coupon) return fail('coupon-unknown');
  const { courses, id, code, percent, amountPiastres, withSale, refundable } = coupon;
  const applied = { id, code, isLimited: coupon.maxUses !== null, percent, amountPiastres, withSale, refundable, courseSlugs: courses.map(({ courseSlug }) => courseSlug) };
  const refusal = outOfTime(coupon, use.now) ?? (use.purpose === 'seats' && !coupon.forTeams ? 'coupon-not-for-teams' : null) ?? refusalOf(use.items, applied) ?? (await usedUp(client, coupon, use));
  return refusal ? fail(refusal) : ok(applied);
}

function outOfTime({ startsAt, endsAt }: CouponRow, now: Date): CouponRefusal | null {
  if (startsAt && now < startsAt) return 'coupon-not-yet';
  return endsAt && now >= endsAt ? 'coupon-expired' : null;
}

/** The buyer's own open orders for the same product are no other uses: one is gone on with, or they end (`enforceLimits`). */
async function usedUp(client: Database | Tx, { id, maxUses, maxUsesPerLearner }: CouponRow, { userId, productKey, now }: Use): Promise<CouponRefusal | null> {
  if (maxUses === null && maxUsesPerLearner === null) return null;
  const uses = { couponId: id, ...countsAsUse };
  const replaced = await client.order.count({ where: { couponId: id, userId, productKey, status: 'pending' } });
  if (maxUsesPerLearner !== null && (await client.order.count({ where: { ...uses, userId } })) - replaced >= maxUsesPerLearner) return 'coupon-used-by-you';
  if (maxUses === null) return null;
  const given = await client.order.count({ where: { couponId: id, status: 'pending', OR: [{ userId, productKey }, { createdAt: { lt: heldUntil(now) } }] } });
  if ((await client.order.count({ where: uses })) - given >= maxUses) return 'coupon-used-up';
  return null;
}
