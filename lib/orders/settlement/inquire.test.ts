import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { config, resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { findOrder } from '@/lib/orders/find-order';
import * as notes from '@/lib/orders/order-notes';
import { runRefunds } from '@/lib/orders/refunds/run-refunds';
import { signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { paidProviders } from '@/lib/payments/providers';
import type { Actor } from '@/lib/permissions';
import { inMinutes, readOrderState, startOrderInNewShop, startShopOfFile, waitForOrder } from '@/tests/support/shop';
import { receiveReturn } from './notification';
import { reconcilePayments } from './reconcile';

const shop = startShopOfFile();
let actor: Actor;
let orderId: string;
let paymobOrder: number;
let secret: string;

beforeEach(async () => {
  ({ actor, orderId, paymobOrder, secret } = await startOrderInNewShop(shop));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetConfig();
});

const now = () => new Date();

describe('the returning browser', () => {
  it('a signed return makes the service ask Paymob, and the answer counts rather than the query [P5]', async () => {
    const unsigned = new URLSearchParams({ success: 'true', order: String(paymobOrder) });
    expect(await receiveReturn({ query: unsigned, now: now() })).toBeNull();
    const query = await payAndSignReturn('no-callback');
    expect(await receiveReturn({ query, now: now() })).toEqual({ orderId, lang: 'ar' });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
    const asking = vi.spyOn(paidProviders()[0]!, 'listCharges');
    await receiveReturn({ query, now: now() });
    expect(asking).not.toHaveBeenCalled();
  });

  it('limits inquiries when the return URL of an unpaid order is opened often [X42]', async () => {
    vi.stubEnv('LIMIT_SCALE', '1');
    resetConfig();
    const query = await payAndSignReturn('declined');
    const asking = vi.spyOn(paidProviders()[0]!, 'listCharges');
    for (let at = 0; at < 12; at += 1) expect(await receiveReturn({ query, now: now() })).toMatchObject({ orderId });
    expect(asking).toHaveBeenCalledTimes(5);
  });
});

/** Completes the payment by a scenario. @returns the query with which Paymob redirects the browser back */
async function payAndSignReturn(scenario: 'no-callback' | 'declined'): Promise<URLSearchParams> {
  await shop.control(`intentions/${secret}/complete`, { scenario });
  const own = ((await shop.control('transactions')) as unknown as Array<Record<string, unknown>>).findLast(
    (one) => (one.order as { id: number }).id === paymobOrder,
  )!;
  const query = new URLSearchParams(
    Object.entries(own).flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])),
  );
  for (const [key, value] of Object.entries(own.source_data as object)) query.set(`source_data.${key}`, String(value));
  query.set('order', String(paymobOrder));
  query.set('hmac', signTransaction(own, config().payments.paymob?.hmacSecret ?? ''));
  return query;
}

describe('other payment methods', () => {
  it('a kiosk order shows its reference, stays open for days, and is paid later [P6]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'kiosk' });
    await reconcilePayments({ now: inMinutes(2.1) });
    const order = await findOrder({ actor, userId: actor.userId, orderId });
    expect(order).toMatchObject({ status: 'pending', method: 'kiosk', billReference: expect.stringMatching(/^\d+$/) });
    await reconcilePayments({ now: inMinutes(24 * 60) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending' });
    await shop.control(`kiosk/${order?.billReference}/pay`, {});
    await waitForOrder(orderId);
  });

  it('an order expires when its kiosk bill ends [P6]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'kiosk-expired' });
    await waitForOrder(orderId, 'expired');
  });

  it('records the method of a wallet payment [P6]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'wallet' });
    await waitForOrder(orderId);
    expect(await findOrder({ actor, userId: actor.userId, orderId })).toMatchObject({ method: 'wallet' });
  });

  it('an unpaid order expires, and a payment found later still counts [P5]', async () => {
    await reconcilePayments({ now: inMinutes(62) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'expired' });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'paid' });
    await waitForOrder(orderId);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});

describe('when Paymob does not answer', () => {
  it('repeats the inquiry later, and the order stays open [P5]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    await shop.control('faults', { op: 'inquiry', status: 500, times: 1 });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending' });
    await reconcilePayments({ now: inMinutes(6) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('repeats a single failed inquiry within two runs, even after many answered ones [R10]', async () => {
    for (const minute of [2.1, 5, 8, 12, 17, 22]) await reconcilePayments({ now: inMinutes(minute) });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    await shop.control('faults', { op: 'inquiry', status: 500, times: 1 });
    await reconcilePayments({ now: inMinutes(27) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending' });
    await reconcilePayments({ now: inMinutes(28.2) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('an abandoned order that cannot be expired does not prevent other payments from being found [P5, R07]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    const client = await db();
    const abandoned = {
      userId: actor.userId,
      productKey: 'product-a',
      courseSlug: 'course-a',
      description: 'A',
      amountPiastres: 100,
      expiresAt: now(),
    };
    for (const id of ['broken', 'other'])
      await client.order.create({ data: { ...abandoned, id }, select: { id: true } });
    const written = notes.writeNote;
    vi.spyOn(notes, 'writeNote').mockImplementation((tx, note) =>
      note.orderId === 'broken' ? Promise.reject(new Error('broken')) : written(tx, note),
    );
    await expect(reconcilePayments({ now: inMinutes(2.1) })).rejects.toThrow('broken');
    expect([
      await readOrderState(orderId),
      await readOrderState('broken'),
      await readOrderState('other'),
    ]).toMatchObject([{ status: 'paid', enrolments: 1 }, { status: 'pending' }, { status: 'expired' }]);
  });

  it('a single run makes all due inquiries, however many there are [R07]', async () => {
    const client = await db();
    const due = { orderId, createdAt: now(), expiresAt: inMinutes(60), nextInquiryAt: now() };
    await client.paymentAttempt.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({ ...due, reference: `due-${index}` })),
    });
    expect(await reconcilePayments({ now: inMinutes(1) })).toBe(120);
    expect(await reconcilePayments({ now: inMinutes(1) })).toBe(0);
  });

  it('flags a paid order for review if Paymob refuses the account’s inquiries [P5]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    resetConfig();
    await shop.control('faults', { op: 'auth', status: 401, times: 5 });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'pending',
      enrolments: 0,
      needsReview: 'paid-unconfirmed',
    });
  });

  it('refunds a payment of a deleted buyer [P5]', async () => {
    await (await db()).user.delete({ where: { id: actor.userId }, select: { id: true } });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'paid' });
    await waitForOrder(orderId);
    await runRefunds({ now: inMinutes(1) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', needsReview: null });
  });

  it('a late decline does not hide an earlier payment whose callback was lost [P5]', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'declined' });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});
