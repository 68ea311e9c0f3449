import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import { productChangeSchema } from '@/lib/admin/products';
import { revokeOrder } from '@/lib/admin/orders/order-actions';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { requestRefund } from '@/lib/checkout/refunds/request-refund';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { watchOrder } from '@/lib/checkout/settlement/watch-order';
import { config, forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { freeProvider } from '@/lib/payments/free';
import { ProviderError } from '@/lib/payments/provider';
import { actorFor } from '@/lib/testing/actors';
import { billing, inMinutes, newWorld, shopOfThisFile, standing } from '@/lib/testing/shop';
import { findOffer } from './offer';
import { setProductsSchema } from './products';
import { startCheckout } from './start-checkout';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  const client = await db();
  await client.product.update({ where: { key: 'product-a' }, data: { amountPiastres: 0 }, select: { key: true } });
  await client.product.update({ where: { key: 'product-sale' }, data: { saleAmountPiastres: 0 }, select: { key: true } });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forgetConfig();
});

const get = (more: Partial<Parameters<typeof startCheckout>[0]> = {}) =>
  startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'de', now: new Date(), ...more });

const paymobIsOff = () => {
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('PAYMOB_'))) vi.stubEnv(name, undefined);
  forgetConfig();
};

const settledOnce = { status: 'paid', needsReview: null, refunded: 0, enrolments: 1, mails: ['receipt'] };

describe('an order of 0', () => {
  it.each(['product-a', 'product-sale'])('N11 P6 %s is settled at once, and leads to its own page', async (productKey) => {
    const { orderId, url } = await get({ productKey });
    expect(url).toBe(`${config().siteUrl}/de/payment?order=${orderId}`);
    expect(await standing(orderId)).toEqual(settledOnce);
    expect(await shop.control('intentions')).toEqual([]);
    const client = await db();
    const order = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { provider: true, paidChargeId: true, method: true } });
    expect(order).toEqual({ provider: 'free', paidChargeId: `free_${orderId}`, method: null });
    expect(await client.outbox.findFirst({ select: { payload: true } })).toMatchObject({ payload: { template: 'free-order' } });
  });

  it('N11 P8 needs no payment to be configured', async () => {
    paymobIsOff();
    expect(await findOffer({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, coupon: '', address: 'x', now: new Date() })).toMatchObject({ kind: 'buy' });
    expect(await standing((await get()).orderId)).toEqual(settledOnce);
  });

  it('N11 P3 asked for ten times at once it is one order, and afterwards it is owned', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => get()));
    expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await standing(all[0]!.orderId)).toEqual(settledOnce);
    await expect(get()).rejects.toMatchObject({ status: 409, key: 'course-owned' });
    expect(await (await db()).order.count()).toBe(1);
  });

  it('N11 P5 two free products of one course at once give it once, and nothing is to be given back', async () => {
    const results = await Promise.allSettled([get(), get({ productKey: 'product-sale' })]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    const client = await db();
    expect(await client.enrolment.count({ where: { userId: actor.userId, revokedAt: null } })).toBe(1);
    expect(await client.refundRequest.count()).toBe(0);
    expect(await client.order.count({ where: { OR: [{ needsReview: { not: null } }, { status: { not: 'paid' } }] } })).toBe(0);
  });

  it.each([
    ['by the waiting page', (orderId: string) => watchOrder({ actor, userId: actor.userId, orderId, now: inMinutes(1) })],
    ['by the job', () => reconcilePayments({ now: inMinutes(3) })],
    ['by asking again', () => get()],
  ])('N11 P5 what was interrupted before it was settled is settled %s', async (_way, settle) => {
    vi.spyOn(freeProvider, 'listCharges').mockRejectedValueOnce(new ProviderError('unavailable', 'interrupted'));
    const { orderId } = await get();
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
    await settle(orderId);
    expect(await standing(orderId)).toEqual(settledOnce);
  });

  it('N11 P7 has nothing to refund and no receipt; an administrator may end the access', async () => {
    const { orderId } = await get();
    expect((await listRefundStandings(actor, new Date())).size).toBe(0);
    await expect(requestRefund({ actor, userId: actor.userId, orderId, reason: 'no', now: new Date() })).rejects.toMatchObject({ status: 409, key: 'not-refundable' });
    expect(await findReceipt(actor, orderId)).toBeNull();
    await revokeOrder(actorFor('admin'), { orderId, reason: 'by mistake', now: new Date() });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 0 });
  });

  it('N11 is not for guests', async () => {
    await expect(get({ actor: { ...actor, role: 'guest' } })).rejects.toMatchObject({ status: 403, key: 'sign-up-required' });
  });
});

it('N11 P4 O7 a price and a sale price may be 0; part of a pound is a slip', () => {
  expect(setProductsSchema.safeParse([{ key: 'p', name: 'p', description: 'p', amount: 0, courseName: 'course-a' }]).success).toBe(true);
  expect(productChangeSchema.safeParse({ amount: 0 }).success).toBe(true);
  expect(productChangeSchema.safeParse({ amount: 1000, saleAmount: 0 }).success).toBe(true);
  expect(productChangeSchema.safeParse({ amount: 99 }).success).toBe(false);
  expect(productChangeSchema.safeParse({ amount: 0, saleAmount: 0 }).success).toBe(false);
});
