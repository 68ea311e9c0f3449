import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { config, resetConfig } from '@/lib/config/config';
import { productChangeSchema } from '@/lib/courses/admin/products';
import { db } from '@/lib/database/client';
import { revokeOrder } from '@/lib/orders/admin/order-actions';
import { watchOrder } from '@/lib/orders/find-order';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { listRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import { requestRefund } from '@/lib/orders/refunds/refund-requests';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import { freeProvider } from '@/lib/payments/free';
import { ProviderError } from '@/lib/payments/provider';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { listTemplates } from '@/tests/support/outbox';
import {
  checkOut,
  type CheckoutInput,
  createWorld,
  findOfferFor,
  inMinutes,
  readOrderState,
  startShopOfFile,
} from '@/tests/support/shop';
import { setProductsSchema } from './products';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  const client = await db();
  await client.product.update({ where: { key: 'product-a' }, data: { amountPiastres: 0 }, select: { key: true } });
  await client.product.update({
    where: { key: 'product-sale' },
    data: { saleAmountPiastres: 0 },
    select: { key: true },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetConfig();
});

const get = (more: Partial<CheckoutInput> = {}) => checkOut(actor, { lang: 'de', ...more });

const switchOffPaymob = () => {
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('PAYMOB_'))) vi.stubEnv(name, undefined);
  resetConfig();
};

const settledOnce = { status: 'paid', needsReview: null, refunded: 0, enrolments: 1, mails: ['receipt'] };

describe('a free order', () => {
  it.each(['product-a', 'product-sale'])(
    '%s is settled at once, and leads to its own page [N11, P6]',
    async (productKey) => {
      const { orderId, url } = await get({ productKey });
      expect(url).toBe(`${config().siteUrl}/de/payment?order=${orderId}`);
      expect(await readOrderState(orderId)).toEqual(settledOnce);
      expect(await shop.control('intentions')).toEqual([]);
      const client = await db();
      const order = await client.order.findUniqueOrThrow({
        where: { id: orderId },
        select: { provider: true, paidChargeId: true, method: true },
      });
      expect(order).toEqual({ provider: 'free', paidChargeId: `free_${orderId}`, method: null });
      expect(await listTemplates()).toEqual(['free-order']);
    },
  );

  it('needs no configured payment provider [N11, P8]', async () => {
    switchOffPaymob();
    expect(await findOfferFor(actor)).toMatchObject({ kind: 'buy' });
    expect(await readOrderState((await get()).orderId)).toEqual(settledOnce);
  });

  it('ten concurrent requests create one order; afterwards the buyer owns the course [N11, P3]', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => get()));
    expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await readOrderState(all[0]!.orderId)).toEqual(settledOnce);
    await expect(get()).rejects.toMatchObject({ status: 409, key: 'course-owned' });
    expect(await (await db()).order.count()).toBe(1);
  });

  it('ordering two free products of one course at once opens it once, and leaves nothing to refund [N11, P5]', async () => {
    const results = await Promise.allSettled([get(), get({ productKey: 'product-sale' })]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    const client = await db();
    expect(await client.enrolment.count({ where: { userId: actor.userId, revokedAt: null } })).toBe(1);
    expect(await client.refundRequest.count()).toBe(0);
    expect(
      await client.order.count({ where: { OR: [{ needsReview: { not: null } }, { status: { not: 'paid' } }] } }),
    ).toBe(0);
  });

  it.each([
    [
      'by the waiting page',
      (orderId: string) => watchOrder({ actor, userId: actor.userId, orderId, now: inMinutes(1) }),
    ],
    ['by the job', () => reconcilePayments({ now: inMinutes(3) })],
    ['by asking again', () => get()],
  ])('an order that was interrupted before it was settled is settled %s [N11, P5]', async (_way, settle) => {
    vi.spyOn(freeProvider, 'listCharges').mockRejectedValueOnce(new ProviderError('unavailable', 'interrupted'));
    const { orderId } = await get();
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
    await settle(orderId);
    expect(await readOrderState(orderId)).toEqual(settledOnce);
  });

  it('has no refund and no receipt, but an admin can revoke its access [N11, P7]', async () => {
    const { orderId } = await get();
    expect((await listRefundEligibility(actor, new Date())).size).toBe(0);
    await expect(
      requestRefund({ actor, userId: actor.userId, orderId, reason: 'no', now: new Date() }),
    ).rejects.toMatchObject({ status: 409, key: 'not-refundable' });
    expect(await findReceipt(actor, orderId)).toBeNull();
    await revokeOrder(buildActor('admin'), { orderId, reason: 'by mistake', now: new Date() });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 0 });
  });

  it('is not available to guests [N11]', async () => {
    await expect(get({ actor: { ...actor, role: 'guest' } })).rejects.toMatchObject({
      status: 403,
      key: 'sign-up-required',
    });
  });
});

it('accepts 0 as a price or sale price, but not less than a pound [N11, P4, O7]', () => {
  expect(
    setProductsSchema.safeParse([{ key: 'p', name: 'p', description: 'p', amount: 0, courseName: 'course-a' }]).success,
  ).toBe(true);
  expect(productChangeSchema.safeParse({ amount: 0 }).success).toBe(true);
  expect(productChangeSchema.safeParse({ amount: 1000, saleAmount: 0 }).success).toBe(true);
  expect(productChangeSchema.safeParse({ amount: 99 }).success).toBe(false);
  expect(productChangeSchema.safeParse({ amount: 0, saleAmount: 0 }).success).toBe(false);
});
