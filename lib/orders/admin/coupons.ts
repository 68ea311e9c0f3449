import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { type Database, db, isUniqueViolation, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { couponFields, couponUseCondition, foldCouponCode, lockCoupon, newCouponCode } from '@/lib/orders/coupons';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { endMoment, formNumber, moment, pageNumber, singleLine } from '@/lib/schemas';

export const couponQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional() });

const fields = {
  ...couponFields,
  createdAt: true,
  updatedAt: true,
  courses: { orderBy: { courseSlug: 'asc' }, select: { courseSlug: true } },
} as const satisfies Prisma.CouponSelect;

type Row = Prisma.CouponGetPayload<{ select: typeof fields }>;

type CouponState = 'planned' | 'active' | 'used_up' | 'ended';

export type CouponRow = Omit<Row, 'amountPiastres' | 'courses'> &
  CouponUses & {
    /** In piastres. */
    amount: number | null;
    courses: string[];
    state: CouponState;
  };

function toCouponRow({ amountPiastres, courses, ...row }: Row, uses: CouponUses, now: Date): CouponRow {
  return {
    ...row,
    ...uses,
    amount: amountPiastres,
    courses: courses.map(({ courseSlug }) => courseSlug),
    state: couponStateOf(row, uses, now),
  };
}

function couponStateOf(
  { startsAt, endsAt, maxUses }: Pick<Row, 'startsAt' | 'endsAt' | 'maxUses'>,
  { used, reserved }: CouponUses,
  now: Date,
): CouponState {
  if (endsAt && now >= endsAt) return 'ended';
  if (startsAt && now < startsAt) return 'planned';
  return maxUses !== null && used + reserved >= maxUses ? 'used_up' : 'active';
}

export async function listCoupons(
  actor: MaybeActor,
  { page, q, now }: z.output<typeof couponQuerySchema> & { now: Date },
): Promise<Page<CouponRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.coupon.findMany({
    where: q ? { code: { contains: foldCouponCode(q) } } : {},
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...pageWindow(page),
    select: fields,
  });
  const uses = await readCouponUses(
    client,
    rows.map(({ id }) => id),
  );
  return pageOf(
    rows.map((row) => toCouponRow(row, uses(row.id), now)),
    page,
  );
}

export async function requireCoupon(actor: MaybeActor, id: string, now: Date): Promise<CouponRow> {
  assertAdmin(actor);
  return readCoupon(id, now);
}

async function readCoupon(id: string, now: Date): Promise<CouponRow> {
  const client = await db();
  const row = await client.coupon.findUnique({ where: { id }, select: fields });
  if (!row) throw notFound();
  return toCouponRow(row, (await readCouponUses(client, [id]))(id), now);
}

interface SaveOptions {
  readonly lang: Language;
  readonly now: Date;
}

/** @throws Problem 401, 403 (`step-up`) · 409 `code-taken` · 422 unknown course */
export async function createCoupon(
  actor: MaybeActor,
  { code, courses, ...terms }: NewCoupon,
  { lang, now }: SaveOptions,
): Promise<CouponRow> {
  assertAdmin(actor, { stepUp: true, now });
  try {
    const created = await transaction(async (tx) => {
      await assertCoursesExist(tx, courses, lang);
      const data = { code, ...columnsOf(terms), courses: { create: courses.map((courseSlug) => ({ courseSlug })) } };
      const { id } = await tx.coupon.create({ data, select: { id: true } });
      await writeAudit(tx, {
        actor,
        action: 'coupon.create',
        subject: `coupon:${id}`,
        detail: auditDetailOf({ ...terms, courses }),
      });
      return id;
    });
    return await readCoupon(created, now);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const text = (await loadTranslator(lang))('problems.code_taken');
    throw new Problem(409, 'code-taken', { errors: { code: [text] } });
  }
}

/** Orders already placed keep their price. @throws Problem 401, 403 (`step-up`), 404 · 409 `conflict` · 422 */
export async function changeCoupon(
  actor: MaybeActor,
  id: string,
  { updatedAt, courses, ...terms }: CouponChange,
  { lang, now }: SaveOptions,
): Promise<CouponRow> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockCoupon(tx, id);
    const before = await tx.coupon.findUnique({ where: { id }, select: { updatedAt: true } });
    if (!before) throw notFound();
    if (updatedAt && updatedAt !== before.updatedAt.toISOString()) throw new Problem(409, 'conflict');
    await assertCoursesExist(tx, courses, lang);
    const data = {
      ...columnsOf(terms),
      courses: { deleteMany: {}, create: courses.map((courseSlug) => ({ courseSlug })) },
    };
    await tx.coupon.update({ where: { id }, data, select: { id: true } });
    await writeAudit(tx, {
      actor,
      action: 'coupon.change',
      subject: `coupon:${id}`,
      detail: auditDetailOf({ ...terms, courses }),
    });
  });
  return readCoupon(id, now);
}

/** Keeps the coupon in the list, since orders and receipts name it. */
export async function endCoupon(actor: MaybeActor, id: string, now: Date): Promise<CouponRow> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    await lockCoupon(tx, id);
    const before = await tx.coupon.findUnique({ where: { id }, select: { startsAt: true, endsAt: true } });
    if (!before) throw notFound();
    if (before.endsAt && before.endsAt <= now) return;
    // A coupon that has not started yet must never start.
    const startsAt = before.startsAt && before.startsAt > now ? now : before.startsAt;
    await tx.coupon.update({ where: { id }, data: { startsAt, endsAt: now }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'coupon.end', subject: `coupon:${id}` });
  });
  return readCoupon(id, now);
}

/** @throws Problem 401, 403 (`step-up`), 404 · 409 `coupon-has-orders`, even if every order failed */
export async function deleteCoupon(actor: MaybeActor, id: string, now: Date): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockCoupon(tx, id);
    const coupon = await tx.coupon.findUnique({
      where: { id },
      select: { code: true, _count: { select: { orders: true } } },
    });
    if (!coupon) throw notFound();
    if (coupon._count.orders > 0) throw new Problem(409, 'coupon-has-orders');
    await tx.coupon.delete({ where: { id }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'coupon.delete', subject: `coupon:${id}`, detail: { name: coupon.code } });
  });
}

const columnsOf = ({ amount, ...terms }: Omit<NewCoupon, 'code' | 'courses'>) => ({ ...terms, amountPiastres: amount });

const auditDetailOf = (terms: Omit<NewCoupon, 'code'>) => ({
  ...terms,
  startsAt: terms.startsAt?.toISOString() ?? null,
  endsAt: terms.endsAt?.toISOString() ?? null,
});

async function assertCoursesExist(tx: Tx, slugs: readonly string[], lang: Language): Promise<void> {
  const knownCount = await tx.course.count({ where: { slug: { in: [...slugs] } } });
  if (knownCount === slugs.length) return;
  throw new Problem(422, 'invalid', {
    errors: { courses: [(await loadTranslator(lang))('validation.unknown_course')] },
  });
}

const uses = formNumber('uses_invalid')
  .int('uses_invalid')
  .min(1, 'uses_invalid')
  .max(1_000_000, 'uses_invalid')
  .nullable();

const terms = {
  percent: formNumber('percent_invalid')
    .int('percent_invalid')
    .min(1, 'percent_invalid')
    .max(100, 'percent_invalid')
    .nullable(),
  /** In piastres. */
  amount: formNumber('amount_invalid')
    .int('amount_invalid')
    .min(1, 'amount_invalid')
    .max(100_000_000, 'amount_invalid')
    .nullable(),
  startsAt: moment.nullable(),
  endsAt: endMoment.nullable(),
  maxUses: uses,
  maxUsesPerLearner: uses,
  withSale: z.boolean('required'),
  refundable: z.boolean('required'),
  forTeams: z.boolean('required').default(false),
  /** Slugs; an empty list means all courses. */
  courses: z
    .array(z.string().max(200))
    .max(500)
    .transform((slugs) => [...new Set(slugs)]),
};

interface CouponTerms {
  percent: number | null;
  amount: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

const hasOneDiscountKind = ({ percent, amount }: CouponTerms) => (percent === null) !== (amount === null);
const endsAfterStart = ({ startsAt, endsAt }: CouponTerms) => startsAt === null || endsAt === null || startsAt < endsAt;

export const newCouponSchema = z
  .object({ code: newCouponCode, ...terms })
  .refine(hasOneDiscountKind, { path: ['percent'], message: 'percent_or_amount' })
  .refine(endsAfterStart, { path: ['endsAt'], message: 'end_before_start' });

/** The code cannot change: receipts and printed material name it. */
export const couponChangeSchema = z
  .object({ ...terms, /** The version that the editor loaded. */ updatedAt: z.iso.datetime().optional() })
  .refine(hasOneDiscountKind, { path: ['percent'], message: 'percent_or_amount' })
  .refine(endsAfterStart, { path: ['endsAt'], message: 'end_before_start' });

type NewCoupon = z.output<typeof newCouponSchema>;
type CouponChange = z.output<typeof couponChangeSchema>;

interface CouponUses {
  used: number;
  reserved: number;
  /** Total discount of the coupon's paid orders, in piastres. `income` is what was paid and not refunded. */
  discount: number;
  income: number;
}

export async function readCouponUses(
  client: Database | Tx,
  ids: readonly string[],
): Promise<(id: string) => CouponUses> {
  const groups = await client.order.groupBy({
    by: ['couponId', 'status'],
    where: { couponId: { in: [...ids] }, ...couponUseCondition },
    _count: true,
    _sum: { amountPiastres: true, discountPiastres: true, refundedPiastres: true },
  });
  return (id) => {
    const couponGroups = groups.filter(({ couponId }) => couponId === id);
    const paid = couponGroups.filter(({ status }) => status !== 'pending');
    const sumPresent = (values: Array<number | null>) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return {
      used: sumPresent(paid.map(({ _count }) => _count)),
      reserved: sumPresent(couponGroups.filter(({ status }) => status === 'pending').map(({ _count }) => _count)),
      discount: sumPresent(paid.map(({ _sum }) => _sum.discountPiastres)),
      income:
        sumPresent(paid.map(({ _sum }) => _sum.amountPiastres)) -
        sumPresent(paid.map(({ _sum }) => _sum.refundedPiastres)),
    };
  };
}
