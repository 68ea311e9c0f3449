import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import * as notes from '@/lib/checkout/orders/order-notes';
import { config, forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { inMinutes, openOrder, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { forgetProviders, paidProvider } from '@/lib/payments/providers';
import { findOrder } from '@/lib/checkout/orders/find-order';
import { receiveReturn } from './receive-return';
import { reconcilePayments } from './reconcile';
import { runRefunds } from '@/lib/checkout/refunds/run-refunds';

const shop = shopOfThisFile();
let actor: Actor;
let orderId: string;
let paymobOrder: number;
let secret: string;

beforeEach(async () => {
  ({ actor, orderId, paymobOrder, secret } = await openOrder(shop));
});

const now = () => new Date();

describe('the returning browser', () => {
  it('P5 a signed return asks Paymob and believes its answer, not the query', async () => {
    const query = new URLSearchParams({ success: 'true', order: String(paymobOrder) });
    expect(await receiveReturn({ query, now: now() })).toBeNull();
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    const listed = (await shop.control('transactions')) as unknown as Array<Record<string, unknown>>;
    const own = listed.findLast((one) => (one.order as { id: number }).id === paymobOrder);
    expect(own).toBeDefined();
    for (const [key, value] of Object.entries(own ?? {})) if (typeof value !== 'object') query.set(key, String(value));
    for (const [key, value] of Object.entries((own?.source_data ?? {}) as object)) query.set(`source_data.${key}`, String(value));
    query.set('hmac', signTransaction(own, config().paymob?.hmacSecret ?? ''));
    expect(await receiveReturn({ query, now: now() })).toEqual({ orderId, lang: 'ar' });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
    const asking = vi.spyOn(paidProvider()!, 'listCharges');
    await receiveReturn({ query, now: now() });
    expect(asking).not.toHaveBeenCalled();
    asking.mockRestore();
  });

  it('asks Paymob only now and then, however often the address of an unpaid order is opened [X42]', async () => {
    process.env.LIMIT_SCALE = '1';
    forgetConfig();
    try {
      const query = await declinedReturn();
      const asking = vi.spyOn(paidProvider()!, 'listCharges');
      for (let at = 0; at < 12; at += 1) expect(await receiveReturn({ query, now: now() })).toMatchObject({ orderId });
      expect(asking).toHaveBeenCalledTimes(5);
      asking.mockRestore();
    } finally {
      process.env.LIMIT_SCALE = '1000';
      forgetConfig();
    }
  });
});

/** What Paymob appends to the return address of a declined payment. */
async function declinedReturn(): Promise<URLSearchParams> {
  await shop.control(`intentions/${secret}/complete`, { scenario: 'declined' });
  const own = ((await shop.control('transactions')) as unknown as Array<Record<string, unknown>>).findLast((one) => (one.order as { id: number }).id === paymobOrder)!;
  const query = new URLSearchParams(Object.entries(own).flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])));
  for (const [key, value] of Object.entries(own.source_data as object)) query.set(`source_data.${key}`, String(value));
  query.set('order', String(paymobOrder));
  query.set('hmac', signTransaction(own, config().paymob?.hmacSecret ?? ''));
  return query;
}

describe('waiting for other ways to pay', () => {
  it('P6 a kiosk bill shows its number, waits for days, and is paid later', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'kiosk' });
    await reconcilePayments({ now: inMinutes(2.1) });
    const order = await findOrder({ actor, userId: actor.userId, orderId });
    expect(order).toMatchObject({ status: 'pending', method: 'kiosk', billReference: expect.stringMatching(/^\d+$/) });
    await reconcilePayments({ now: inMinutes(24 * 60) });
    expect(await standing(orderId)).toMatchObject({ status: 'pending' });
    await shop.control(`kiosk/${order?.billReference}/pay`, {});
    await until(() => standing(orderId), (one) => one.status === 'paid');
  });

  it('P6 a kiosk bill that ran out is expired', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'kiosk-expired' });
    await until(() => standing(orderId), (one) => one.status === 'expired');
  });

  it('P6 a wallet payment is paid by wallet', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'wallet' });
    await until(() => standing(orderId), (one) => one.status === 'paid');
    expect(await findOrder({ actor, userId: actor.userId, orderId })).toMatchObject({ method: 'wallet' });
  });

  it('P5 an order nobody paid expires, and a payment that is found later still counts', async () => {
    await reconcilePayments({ now: inMinutes(62) });
    expect(await standing(orderId)).toMatchObject({ status: 'expired' });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'paid' });
    await until(() => standing(orderId), (one) => one.status === 'paid');
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});

describe('when Paymob cannot be asked', () => {
  it('P5 the question is asked again later, and the order waits', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    await shop.control('faults', { op: 'inquiry', status: 500, times: 1 });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await standing(orderId)).toMatchObject({ status: 'pending' });
    await reconcilePayments({ now: inMinutes(6) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('R10 one question without an answer, after many with one, is asked again in the next run but one', async () => {
    for (const minute of [2.1, 5, 8, 12, 17, 22]) await reconcilePayments({ now: inMinutes(minute) });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    await shop.control('faults', { op: 'inquiry', status: 500, times: 1 });
    await reconcilePayments({ now: inMinutes(27) });
    expect(await standing(orderId)).toMatchObject({ status: 'pending' });
    await reconcilePayments({ now: inMinutes(28.2) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('P5 R07 an abandoned order that cannot be ended keeps no payment from being found', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    const client = await db();
    const abandoned = { userId: actor.userId, productKey: 'product-a', courseSlug: 'course-a', description: 'A', amountPiastres: 100, expiresAt: now() };
    for (const id of ['broken', 'other']) await client.order.create({ data: { ...abandoned, id }, select: { id: true } });
    const written = notes.writeNote;
    vi.spyOn(notes, 'writeNote').mockImplementation((tx, note) => (note.orderId === 'broken' ? Promise.reject(new Error('broken')) : written(tx, note)));
    await expect(reconcilePayments({ now: inMinutes(2.1) })).rejects.toThrow('broken');
    vi.restoreAllMocks();
    expect([await standing(orderId), await standing('broken'), await standing('other')]).toMatchObject([{ status: 'paid', enrolments: 1 }, { status: 'pending' }, { status: 'expired' }]);
  });

  it('R07 one run asks about everything that is due, however much it is', async () => {
    const client = await db();
    const due = { orderId, createdAt: now(), expiresAt: inMinutes(60), nextInquiryAt: now() };
    await client.paymentAttempt.createMany({ data: Array.from({ length: 120 }, (_, index) => ({ ...due, reference: `due-${index}` })) });
    expect(await reconcilePayments({ now: inMinutes(1) })).toBe(120);
    expect(await reconcilePayments({ now: inMinutes(1) })).toBe(0);
  });

  it('P5 for an account that may not ask the payment page itself calls a person', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    forgetProviders();
    await shop.control('faults', { op: 'auth', status: 401, times: 5 });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0, needsReview: 'paid-unconfirmed' });
  });

  it('P5 what a deleted buyer pays goes back', async () => {
    await (await db()).user.delete({ where: { id: actor.userId }, select: { id: true } });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'paid' });
    await until(() => standing(orderId), (one) => one.status === 'paid');
    await runRefunds({ now: inMinutes(1) });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: null });
  });

  it('P5 a late decline does not hide an earlier success whose callback was lost', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'declined' });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});
