import 'server-only';
import { z } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { pageOf, windowOf, type Page } from '@/lib/admin/lists';
import { lockCoupon } from '@/lib/checkout/coupons/apply-coupon';
import { foldCouponCode } from '@/lib/checkout/coupons/find-coupon';
import { db, isUniqueViolation, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { pageNumber, singleLine } from '@/lib/schemas';
import { notFound, Problem } from '@/lib/problem';
import type { CouponChange, NewCoupon } from './coupon-schema';
import { usesOf, type CouponUses } from './coupon-uses';

export const couponQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional() });

const fields = {
  id: true, code: true, percent: true, amountPiastres: true, startsAt: true, endsAt: true, maxUses: true, maxUsesPerLearner: true,
  withSale: true, refundable: true, forTeams: true, createdAt: true, updatedAt: true, courses: { orderBy: { courseSlug: 'asc' }, select: { courseSlug: true } },
} as const satisfies Prisma.CouponSelect;

type Row = Prisma.CouponGetPayload<{ select: typeof fields }>;

export type CouponState = 'planned' | 'active' | 'used_up' | 'ended';

export type CouponRow = Omit<Row, 'amountPiastres' | 'courses'> & CouponUses & {
  /** in piastres */
  amount: number | null;
  courses: string[];
  state: CouponState;
};

function couponRowOf({ amountPiastres, courses, ...row }: Row, uses: CouponUses, now: Date): CouponRow {
  return { ...row, ...uses, amount: amountPiastres, courses: courses.map(({ courseSlug }) => courseSlug), state: stateOf(row, uses, now) };
}

function stateOf({ startsAt, endsAt, maxUses }: Pick<Row, 'startsAt' | 'endsAt' | 'maxUses'>, { used, reserved }: CouponUses, now: Date): CouponState {
  if (endsAt && now >= endsAt) return 'ended';
  if (startsAt && now < startsAt) return 'planned';
  return maxUses !== null && used + reserved >= maxUses ? 'used_up' : 'active';
}

/** Newest first, with use and income (row N10); `q` is part of a code. @throws Problem 401, 403 */
export async function listCoupons(actor: MaybeActor, { page, q, now }: z.output<typeof couponQuerySchema> & { now: Date }): Promise<Page<CouponRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.coupon.findMany({ where: q ? { code: { contains: foldCouponCode(q) } } : {}, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...windowOf(page), select: fields });
  const uses = await usesOf(client, rows.map(({ id }) => id));
  return pageOf(rows.map((row) => couponRowOf(row, uses(row.id), now)), page);
}

/** @throws Problem 401, 403, 404 */
export async function requireCoupon(actor: MaybeActor, id: string, now: Date): Promise<CouponRow> {
  assertAdmin(actor);
  return readCoupon(id, now);
}

async function readCoupon(id: string, now: Date): Promise<CouponRow> {
  const client = await db();
  const row = await client.coupon.findUnique({ where: { id }, select: fields });
  if (!row) throw notFound();
  return couponRowOf(row, (await usesOf(client, [id]))(id), now);
}

interface Saving { readonly lang: Language; readonly now: Date }

/** @throws Problem 401, 403 (`step-up`) · 409 `code-taken` · 422 unknown course */
export async function createCoupon(actor: MaybeActor, { code, courses, ...terms }: NewCoupon, { lang, now }: Saving): Promise<CouponRow> {
  assertAdmin(actor, { stepUp: true, now });
  try {
    const created = await transaction(async (tx) => {
      await assertCourses(tx, courses, lang);
      const data = { code, ...columnsOf(terms), courses: { create: courses.map((courseSlug) => ({ courseSlug })) } };
      const { id } = await tx.coupon.create({ data, select: { id: true } });
      await writeAudit(tx, { actor, action: 'coupon.create', subject: `coupon:${id}`, detail: auditOf({ ...terms, courses }) });
      return id;
    });
    return await readCoupon(created, now);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const text = (await translatorOf(lang))('problems.code_taken');
    throw new Problem(409, 'code-taken', { errors: { code: [text] } });
  }
}

/** Orders that are open keep the price they were asked for. @throws Problem 401, 403 (`step-up`), 404 · 409 `conflict` · 422 unknown course */
export async function changeCoupon(actor: MaybeActor, id: string, { updatedAt, courses, ...terms }: CouponChange, { lang, now }: Saving): Promise<CouponRow> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    const before = await tx.coupon.findUnique({ where: { id }, select: { updatedAt: true } });
    if (!before) throw notFound();
    if (updatedAt && updatedAt !== before.updatedAt.toISOString()) throw new Problem(409, 'conflict');
    await assertCourses(tx, courses, lang);
    const data = { ...columnsOf(terms), courses: { deleteMany: {}, create: courses.map((courseSlug) => ({ courseSlug })) } };
    await tx.coupon.update({ where: { id }, data, select: { id: true } });
    await writeAudit(tx, { actor, action: 'coupon.change', subject: `coupon:${id}`, detail: auditOf({ ...terms, courses }) });
  });
  return readCoupon(id, now);
}

/** From now on no order takes it; it stays in the list, since orders and receipts name it. @throws Problem 401, 403, 404 */
export async function endCoupon(actor: MaybeActor, id: string, now: Date): Promise<CouponRow> {
  assertAdmin(actor);
  const before = await readCoupon(id, now);
  if (before.state === 'ended') return before;
  await transaction(async (tx) => {
    // A coupon that has not begun does not begin either.
    const startsAt = before.startsAt && before.startsAt > now ? now : before.startsAt;
    await tx.coupon.update({ where: { id }, data: { startsAt, endsAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'coupon.end', subject: `coupon:${id}` });
  });
  return readCoupon(id, now);
}

/** Only one that no order names, not even one that failed: orders and receipts go on saying what took something off. @throws Problem 401, 403 (`step-up`), 404, 409 `coupon-has-orders` */
export async function deleteCoupon(actor: MaybeActor, id: string, now: Date): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockCoupon(tx, id);
    const coupon = await tx.coupon.findUnique({ where: { id }, select: { code: true, _count: { select: { orders: true } } } });
    if (!coupon) throw notFound();
    if (coupon._count.orders > 0) throw new Problem(409, 'coupon-has-orders');
    await tx.coupon.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'coupon.delete', subject: `coupon:${id}`, detail: { name: coupon.code } });
  });
}

const columnsOf = ({ amount, ...terms }: Omit<NewCoupon, 'code' | 'courses'>) => ({ ...terms, amountPiastres: amount });

const auditOf = (terms: Omit<NewCoupon, 'code'>) => ({ ...terms, startsAt: terms.startsAt?.toISOString() ?? null, endsAt: terms.endsAt?.toISOString() ?? null });

async function assertCourses(tx: Tx, slugs: readonly string[], lang: Language): Promise<void> {
  const known = await tx.course.count({ where: { slug: { in: [...slugs] } } });
  if (known === slugs.length) return;
  throw new Problem(422, 'invalid', { errors: { courses: [(await translatorOf(lang))('validation.unknown_course')] } });
}
