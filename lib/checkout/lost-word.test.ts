import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { config } from '@/lib/config';
import { db } from '@/lib/db';
import { signTransaction } from '@/lib/paymob/callback';
import { openOrder, openShop, standing, until, type Shop } from './checkout.fixture';
import { forgetGateway } from './gateway';
import { findOrder } from './order-view';
import { receiveReturn } from './receive-return';
import { reconcilePayments } from './reconcile';
import { runRefunds } from './run-refunds';

let shop: Shop;
let actor: Actor;
let orderId: string;
let paymobOrder: number;
let secret: string;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  ({ actor, orderId, paymobOrder, secret } = await openOrder(shop));
});

const now = () => new Date();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('the way back', () => {
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
  });
});

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

  it('P5 an account that may not ask is told by the intention that a person must look', async () => {
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    forgetGateway();
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
