import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import {
  changeCoupon,
  couponChangeSchema,
  createCoupon,
  deleteCoupon,
  endCoupon,
  listCoupons,
  newCouponSchema,
  requireCoupon,
} from './coupons';

const now = new Date('2026-11-22T10:00:00Z');
const saving = { lang: 'en', now } as const;
const admin: Actor = { ...buildActor('admin'), totpAt: now };
const slug = 'nextjs-from-zero';

const form = {
  code: 'ten-٢٠',
  percent: 10,
  amount: null,
  startsAt: null,
  endsAt: null,
  maxUses: 2,
  maxUsesPerLearner: null,
  withSale: false,
  refundable: false,
  courses: [slug],
};
const terms = newCouponSchema.parse(form);

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

async function createOrder(
  id: string,
  couponId: string,
  status: 'pending' | 'paid' | 'refunded' | 'failed' | 'expired',
): Promise<void> {
  const refundedPiastres = status === 'refunded' ? 90_000 : 0;
  const data = {
    id,
    couponId,
    status,
    productKey: 'course-nextjs',
    courseSlug: slug,
    description: 'x',
    amountPiastres: 90_000,
    discountPiastres: 10_000,
    refundedPiastres,
    paidAt: ['paid', 'refunded'].includes(status) ? now : null,
    expiresAt: now,
  };
  await (await db()).order.create({ data });
}

describe('coupons in administration', () => {
  it('are created with a normalised code, changed and ended, each in the audit log [N10, O9]', async () => {
    const { id, ...made } = await createCoupon(admin, terms, saving);
    expect(made).toMatchObject({ code: 'TEN-20', percent: 10, courses: [slug], state: 'active', used: 0 });
    await changeCoupon(
      admin,
      id,
      couponChangeSchema.parse({ ...form, percent: null, amount: 5000, courses: [] }),
      saving,
    );
    expect(await requireCoupon(admin, id, now)).toMatchObject({
      code: 'TEN-20',
      percent: null,
      amount: 5000,
      courses: [],
    });
    expect(await endCoupon(admin, id, now)).toMatchObject({ state: 'ended', endsAt: now });
    await endCoupon(admin, id, now);
    const audit = await (
      await db()
    ).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true } });
    expect(audit).toEqual(
      ['coupon.create', 'coupon.change', 'coupon.end'].map((action) => ({ action, subject: `coupon:${id}` })),
    );
  });

  it('deletes a coupon only if no order ever used it, and only after a fresh sign-in [N10, O9]', async () => {
    const client = await db();
    const { id } = await createCoupon(admin, terms, saving);
    await createOrder('one', id, 'failed');
    await expect(deleteCoupon(admin, id, now)).rejects.toMatchObject({ status: 409, key: 'coupon-has-orders' });
    await client.order.deleteMany();
    await expect(deleteCoupon({ ...admin, totpAt: null }, id, now)).rejects.toMatchObject({
      status: 403,
      key: 'step-up',
    });
    await expect(deleteCoupon(buildActor('editor', { totpAt: now }), id, now)).rejects.toMatchObject({ status: 403 });
    await deleteCoupon(admin, id, now);
    await expect(deleteCoupon(admin, id, now)).rejects.toMatchObject({ status: 404 });
    expect([await client.coupon.count(), await client.couponCourse.count()]).toEqual([0, 0]);
    expect(
      await client.audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, subject: true, detail: true } }),
    ).toEqual({ action: 'coupon.delete', subject: `coupon:${id}`, detail: { name: 'TEN-20' } });
  });

  it('show how often they were used and how much was paid with them [N10]', async () => {
    const { id } = await createCoupon(admin, { ...terms, maxUses: 3 }, saving);
    for (const status of ['pending', 'paid', 'refunded', 'failed', 'expired'] as const)
      await createOrder(status, id, status);
    const [row] = (await listCoupons(admin, { page: 1, now })).rows;
    expect(row).toMatchObject({ used: 2, reserved: 1, income: 90_000, discount: 20_000, state: 'used_up' });
  });

  it('refuses a code that is taken, an outdated edit and an unknown course [N10]', async () => {
    const { id, updatedAt } = await createCoupon(admin, terms, saving);
    await expect(createCoupon(admin, terms, saving)).rejects.toMatchObject({
      status: 409,
      key: 'code-taken',
      errors: { code: [expect.any(String)] },
    });
    const change = couponChangeSchema.parse({ ...form, updatedAt: updatedAt.toISOString() });
    await changeCoupon(admin, id, change, saving);
    await expect(changeCoupon(admin, id, change, saving)).rejects.toMatchObject({ status: 409, key: 'conflict' });
    await expect(createCoupon(admin, { ...terms, code: 'OTHER', courses: ['none'] }, saving)).rejects.toMatchObject({
      status: 422,
    });
    await expect(requireCoupon(admin, 'none', now)).rejects.toMatchObject({ status: 404 });
  });

  it('require an admin with a second factor, entered freshly to create or change a coupon [N10, D12]', async () => {
    const stale = { ...admin, totpAt: null };
    await expect(listCoupons(buildActor('learner'), { page: 1, now })).rejects.toMatchObject({ status: 403 });
    await expect(createCoupon(stale, terms, saving)).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(changeCoupon(stale, 'none', couponChangeSchema.parse(form), saving)).rejects.toMatchObject({
      status: 403,
      key: 'step-up',
    });
  });

  it.each([
    [{ code: 'a b' }, 'code'],
    [{ code: 'a_b' }, 'code'],
    [{ percent: 0 }, 'percent'],
    [{ percent: 101 }, 'percent'],
    [{ percent: 2.5 }, 'percent'],
    [{ percent: null }, 'percent'],
    [{ amount: 100 }, 'percent'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ maxUses: '3o' }, 'maxUses'],
    [{ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }, 'endsAt'],
  ])('refuses %o with an error at its field [N10]', (wrong, field) => {
    const parsed = newCouponSchema.safeParse({ ...form, ...wrong });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});
