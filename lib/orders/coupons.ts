import { z } from 'zod';
import type { OrderPurpose } from '@/generated/prisma/enums';
import { addSeconds } from '@/lib/clock';
import { isEnabled } from '@/lib/content/enabled-features';
import { type Database, db, type Prisma, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { consumeLimit, isLimited } from '@/lib/database/rate-limit';
import { loadTranslator, problemText } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { foldDigits } from '@/lib/numbers';
import { Problem, tooMany } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import { cleanCode } from '@/lib/text';
import { writeNote } from './order-notes';
import { lockBuyer, type OrderRow } from './order-row';
import { couponRefusalOf, type PricedItem, type Reduction } from './pricing';
import { withdrawReminders } from './reminders';

export type AppliedCoupon = Reduction & {
  readonly id: string;
  readonly code: string;
  readonly isLimited: boolean;
};

export const couponFields = {
  id: true,
  code: true,
  percent: true,
  amountPiastres: true,
  startsAt: true,
  endsAt: true,
  maxUses: true,
  maxUsesPerLearner: true,
  withSale: true,
  refundable: true,
  forTeams: true,
  courses: { select: { courseSlug: true } },
} as const satisfies Prisma.CouponSelect;

type CouponRow = Prisma.CouponGetPayload<{ select: typeof couponFields }>;

interface CouponUseInput {
  readonly couponId: string;
  readonly userId: string;
  readonly productKey: string;
  readonly purpose: OrderPurpose;
  readonly items: readonly PricedItem[];
  readonly now: Date;
}

/** Excludes orders that failed or expired, and orders whose payment bought nothing. */
export const couponUseCondition = {
  status: { notIn: ['failed', 'expired'] },
  NOT: { status: 'refunded', paidAt: null },
  refundRequests: {
    none: {
      kind: { in: ['coupon_over', 'double_purchase', 'buyer_deleted'] },
      status: { not: 'refused' },
      lines: { none: {} },
    },
  },
} satisfies Prisma.OrderWhereInput;

/** An unpaid order older than this loses its coupon use. If paid later, it may get one again (`retakeCouponUse`). */
const holdCutoff = (now: Date): Date => addSeconds(now, -86_400);

/** Serialises orders that compete for the last use. Hold the lock until the order is stored; lock the buyer first. */
export const lockCoupon = (tx: Tx, couponId: string): Promise<void> => lockRow(tx, 'Coupon', couponId);

/** The result is binding only while the caller holds the lock of `lockCoupon`. */
export async function applyCoupon(
  client: Database | Tx,
  use: CouponUseInput,
): Promise<Result<AppliedCoupon, CouponRefusal>> {
  const coupon = await client.coupon.findUnique({ where: { id: use.couponId }, select: couponFields });
  if (!coupon) return fail('coupon-unknown');
  const { courses, id, code, percent, amountPiastres, withSale, refundable } = coupon;
  const applied = {
    id,
    code,
    isLimited: coupon.maxUses !== null,
    percent,
    amountPiastres,
    withSale,
    refundable,
    courseSlugs: courses.map(({ courseSlug }) => courseSlug),
  };
  const refusal =
    validityRefusal(coupon, use.now) ??
    (use.purpose === 'seats' && !coupon.forTeams ? 'coupon-not-for-teams' : null) ??
    couponRefusalOf(use.items, applied) ??
    (await findUsageRefusal(client, coupon, use));
  return refusal ? fail(refusal) : ok(applied);
}

function validityRefusal({ startsAt, endsAt }: CouponRow, now: Date): CouponRefusal | null {
  if (startsAt && now < startsAt) return 'coupon-not-yet';
  return endsAt && now >= endsAt ? 'coupon-expired' : null;
}

/** Ignores the buyer's open orders for the product: one is reused, or `enforceCouponLimits` ends them. */
async function findUsageRefusal(
  client: Database | Tx,
  { id, maxUses, maxUsesPerLearner }: CouponRow,
  { userId, productKey, now }: CouponUseInput,
): Promise<CouponRefusal | null> {
  if (maxUses === null && maxUsesPerLearner === null) return null;
  const uses = { couponId: id, ...couponUseCondition };
  const replaced = await client.order.count({ where: { couponId: id, userId, productKey, status: 'pending' } });
  if (
    maxUsesPerLearner !== null &&
    (await client.order.count({ where: { ...uses, userId } })) - replaced >= maxUsesPerLearner
  )
    return 'coupon-used-by-you';
  if (maxUses === null) return null;
  const replaceable = await client.order.count({
    where: { couponId: id, status: 'pending', OR: [{ userId, productKey }, { createdAt: { lt: holdCutoff(now) } }] },
  });
  if ((await client.order.count({ where: uses })) - replaceable >= maxUses) return 'coupon-used-up';
  return null;
}

interface FindCouponInput {
  readonly code: string;
  readonly userId: string;
  readonly ip: string;
  readonly now: Date;
}

/** Limits guessing codes. Counts every try per user, but only unknown codes per IP address, which users may share. */
export async function findCouponId({ code, userId, ip, now }: FindCouponInput): Promise<string | null> {
  if (!(await isEnabled('coupons'))) return null;
  await consumeLimit('coupon-user', userId, now);
  if (await isLimited('coupon-address', ip, now)) throw tooMany(60);
  const client = await db();
  const coupon = await client.coupon.findUnique({ where: { code }, select: { id: true } });
  if (!coupon) await consumeLimit('coupon-address', ip, now);
  return coupon?.id ?? null;
}

/** Folds a code for comparison: capitals, digits 0–9, plain hyphens, no spaces, no invisible characters. */
export const foldCouponCode = (typed: string): string =>
  foldDigits(cleanCode(typed))
    .replaceAll(/\s/g, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase();

export const typedCouponCode = z.string().max(60, 'too_long').transform(foldCouponCode);

export const newCouponCode = z
  .string('required')
  .transform(foldCouponCode)
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^[A-Z0-9\u0621-\u064A-]{3,40}$/, 'coupon_code_invalid'),
  );

export type CouponRefusal =
  | 'coupon-unknown'
  | 'coupon-not-yet'
  | 'coupon-expired'
  | 'coupon-used-up'
  | 'coupon-used-by-you'
  | 'coupon-other-course'
  | 'coupon-not-on-sale'
  | 'coupon-not-for-teams';

export async function createCouponProblem(refusal: CouponRefusal, lang: Language): Promise<Problem> {
  const translate = await loadTranslator(lang);
  return new Problem(422, refusal, { errors: { coupon: [problemText(translate, refusal)] } });
}

interface CouponUse {
  readonly couponId: string;
  readonly userId: string;
  readonly productKey: string;
  readonly orderId: string;
  readonly now: Date;
}

/** Ends earlier open orders when the coupon's uses run out (decision 107). Buyer and coupon must be locked. */
export async function enforceCouponLimits(
  tx: Tx,
  { couponId, userId, productKey, orderId, now }: CouponUse,
): Promise<boolean> {
  await expireExcessHolds(tx, { couponId, userId, orderId, now });
  const { excess, ofAll } = await countExcessUses(tx, couponId, userId);
  if (excess <= 0) return true;
  // Skip orders that are being settled: they are locked, and their settlement waits for the buyer's lock.
  const replaced = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM "Order"
    WHERE "couponId" = ${couponId} AND status = 'pending' AND id <> ${orderId}
      AND (("userId" = ${userId} AND "productKey" = ${productKey}) OR (${ofAll >= excess} AND "createdAt" < ${holdCutoff(now)}))
    ORDER BY ("userId" = ${userId}) IS NOT TRUE, "createdAt", id LIMIT ${excess} FOR UPDATE SKIP LOCKED`;
  for (const { id } of replaced) await expireHold(tx, id, now);
  return replaced.length >= excess;
}

async function expireHold(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { status: 'expired' }, select: { id: true } });
  await withdrawReminders(tx, orderId);
  await writeNote(tx, { orderId, kind: 'replaced', now });
}

/** Limit of unpaid orders that one buyer may hold with a limited coupon, such as gifts to several people. */
const maxHoldsPerBuyer = 2;

async function expireExcessHolds(
  tx: Tx,
  { couponId, userId, orderId, now }: Omit<CouponUse, 'productKey'>,
): Promise<void> {
  const { maxUses } = await tx.coupon.findUniqueOrThrow({ where: { id: couponId }, select: { maxUses: true } });
  if (maxUses === null) return;
  const others = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM "Order" WHERE "couponId" = ${couponId} AND "userId" = ${userId} AND status = 'pending' AND id <> ${orderId}
    ORDER BY "createdAt" DESC, id DESC OFFSET ${maxHoldsPerBuyer - 1} FOR UPDATE SKIP LOCKED`;
  for (const { id } of others) await expireHold(tx, id, now);
}

async function countExcessUses(tx: Tx, couponId: string, userId: string): Promise<{ excess: number; ofAll: number }> {
  const { maxUses, maxUsesPerLearner } = await tx.coupon.findUniqueOrThrow({
    where: { id: couponId },
    select: { maxUses: true, maxUsesPerLearner: true },
  });
  const countExcess = async (limit: number | null, condition: Prisma.OrderWhereInput) =>
    limit === null ? 0 : (await tx.order.count({ where: { couponId, ...couponUseCondition, ...condition } })) - limit;
  const ofAll = await countExcess(maxUses, {});
  return { excess: Math.max(ofAll, await countExcess(maxUsesPerLearner, { userId })), ofAll };
}

/** Call it while holding the order's lock, once the order is stored as paid. @returns whether a use was left */
export async function retakeCouponUse(
  tx: Tx,
  { id: orderId, couponId, userId, productKey }: OrderRow,
  now: Date,
): Promise<boolean> {
  if (couponId === null || userId === null) return true;
  await lockBuyer(tx, userId);
  await lockCoupon(tx, couponId);
  return enforceCouponLimits(tx, { couponId, userId, productKey, orderId, now });
}
