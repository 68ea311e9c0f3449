import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { Problem } from '@/lib/problem';
import { billing, inMinutes, newWorld, pay, settled, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { paymentRequestSchema, startCheckout } from './start-checkout';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
});

const buy = (more: Partial<Parameters<typeof startCheckout>[0]> = {}) =>
  startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date(), ...more });

describe('buying', () => {
  it('P2 P3 asks Paymob for the database price in piastres and gives the hosted page', async () => {
    const { url, orderId } = await buy();
    expect(url).toContain(`${shop.mock.url}/unifiedcheckout/?publicKey=`);
    expect(url).not.toContain(' ');
    const intentions = (await shop.control('intentions')) as unknown as Array<Record<string, unknown>>;
    expect(intentions.at(-1)).toMatchObject({ intention_detail: { amount: 129900, currency: 'EGP' } });
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
  });

  it('P5 P6 a paid card enrols by callback, once, with one receipt', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'paid');
    expect(await settled(orderId, 'paid')).toEqual({ status: 'paid', needsReview: null, refunded: 0, enrolments: 1, mails: ['receipt'] });
  });

  it('P5 a declined card does not enrol, and a second try on the same page does', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'declined');
    expect(await settled(orderId, 'failed')).toMatchObject({ enrolments: 0, mails: [] });
    await pay(shop, url, 'paid');
    expect(await settled(orderId, 'paid')).toMatchObject({ enrolments: 1, mails: ['receipt'] });
  });

  it('P5 the same callback three times changes nothing the second time', async () => {
    const { url, orderId } = await buy();
    const before = shop.answers.length;
    await pay(shop, url, 'callback-thrice');
    await settled(orderId, 'paid');
    await until(async () => shop.answers.length, (count) => count >= before + 2);
    await shop.control('clock/advance', { ms: 6000 });
    await until(async () => shop.answers.length, (count) => count >= before + 3);
    expect(shop.answers.slice(before)).toEqual([200, 200, 200]);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    const client = await db();
    expect(await client.paymentEvent.count({ where: { orderId } })).toBe(1);
  });

  it('P5 a callback that never comes is found by inquiry', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'no-callback');
    expect(await reconcilePayments({ now: new Date() })).toBe(0);
    expect(await standing(orderId)).toMatchObject({ status: 'pending' });
    expect(await reconcilePayments({ now: inMinutes(2.1) })).toBe(1);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });

  it('P5 a callback with a spoilt signature is refused, the true one counts', async () => {
    const { url, orderId } = await buy();
    const before = shop.answers.length;
    await pay(shop, url, 'corrupt-first');
    await until(async () => shop.answers.length, (count) => count > before);
    expect(shop.answers[before]).toBe(401);
    await shop.control('clock/advance', { ms: 6000 });
    expect(await settled(orderId, 'paid')).toMatchObject({ enrolments: 1 });
  });

  it('P5 a charge of another amount never grants and is shown to a person', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'amount-off');
    const now = await until(() => standing(orderId), (one) => one.needsReview !== null);
    await reconcilePayments({ now: inMinutes(3) });
    expect(now).toMatchObject({ status: 'in_review', needsReview: 'mismatch-amount', enrolments: 0 });
  });

  it('P5 an old decline after the success changes nothing', async () => {
    const { url, orderId } = await buy();
    const before = shop.answers.length;
    await pay(shop, url, 'stale-decline');
    await shop.control('clock/advance', { ms: 60_000 });
    await until(async () => shop.answers.length, (count) => count >= before + 2);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});

describe('one live order', () => {
  it('P3 what a client says about price and items is not even read', () => {
    const parsed = paymentRequestSchema.parse({ productKey: 'a', billing_data: billing, amount: 1, items: [{ amount: 1 }], currency: 'USD' });
    expect(Object.keys(parsed).sort()).toEqual(['billing_data', 'productKey']);
  });


  it('P3 a second request takes the same order and page, two at once too', async () => {
    const [one, other] = await Promise.all([buy(), buy()]);
    expect(other).toEqual(one);
    expect(await buy()).toEqual(one);
    expect(await (await db()).order.count()).toBe(1);
  });

  it('P3 P6 while a kiosk reference waits for days, a page that has closed is not given out again: a new one of the same order is', async () => {
    const first = await buy();
    await pay(shop, first.url, 'kiosk');
    await reconcilePayments({ now: inMinutes(3) });
    expect((await (await db()).order.findUniqueOrThrow({ where: { id: first.orderId }, select: { billReference: true } })).billReference).not.toBeNull();
    expect(await buy({ now: inMinutes(50) })).toEqual(first);
    const second = await buy({ now: inMinutes(59) });
    expect(second).toEqual({ orderId: first.orderId, url: expect.not.stringContaining(first.url) as string });
    expect(await buy({ now: inMinutes(65) })).toEqual(second);
    await pay(shop, second.url);
    expect(await settled(first.orderId)).toMatchObject({ enrolments: 1, mails: ['receipt'] });
  });

  it.each([
    ['is no reduction any more', { amountPiastres: 99_900, saleAmountPiastres: null }],
    ['can be refunded now', { refundableOnSale: true }],
  ])('P3 P7 the same price that %s makes a new order', async (_name, data) => {
    const first = await buy({ productKey: 'product-sale' });
    expect(await buy({ productKey: 'product-sale' })).toEqual(first);
    await (await db()).product.update({ where: { key: 'product-sale' }, data, select: { key: true } });
    const second = await buy({ productKey: 'product-sale' });
    expect(second.orderId).not.toBe(first.orderId);
    const client = await db();
    const terms = async (id: string) => client.order.findUniqueOrThrow({ where: { id }, select: { amountPiastres: true, atSale: true, refundableOnSale: true } });
    expect(await terms(first.orderId)).toEqual({ amountPiastres: 99_900, atSale: true, refundableOnSale: false });
    expect(await terms(second.orderId)).not.toEqual(await terms(first.orderId));
  });

  it('P3 a changed price makes a new order', async () => {
    const first = await buy();
    await (await db()).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 150000 }, select: { key: true } });
    const second = await buy();
    expect(second.orderId).not.toBe(first.orderId);
  });

  it.each([
    ['product-x', 404, 'unknown-product'],
  ])('P3 product %s is a %i', async (productKey, status, key) => {
    await expect(buy({ productKey })).rejects.toMatchObject({ status, key });
  });

  it('P3 what is owned cannot be bought again', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'paid');
    await settled(orderId, 'paid');
    const refused = await buy().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ status: 409, key: 'course-owned' });
  });
});

describe('Paymob in trouble', () => {
  it.each([
    [{ op: 'intention.create', status: 500, times: 1 }, 503],
    [{ op: 'intention.create', status: 404, times: 1 }, 502],
    [{ op: 'intention.create', html: true, times: 1 }, 503],
    [{ op: 'intention.create', drop: 'after', times: 2 }, 503],
  ])('P3 %o is answered, the order stays, and the next try takes it again', async (fault, status) => {
    await shop.control('faults', fault);
    await expect(buy()).rejects.toMatchObject({ status });
    const client = await db();
    const pending = await client.order.findFirstOrThrow({ select: { id: true, status: true } });
    expect(pending.status).toBe('pending');
    const { orderId, url } = await buy();
    expect(orderId).toBe(pending.id);
    const references = await client.paymentAttempt.findMany({ select: { reference: true } });
    expect(new Set(references.map((one) => one.reference)).size).toBe(references.length);
    await pay(shop, url, 'paid');
    await settled(orderId, 'paid');
  });

  it('P3 a line that breaks once is tried again under a new reference', async () => {
    await shop.control('faults', { op: 'intention.create', drop: 'after', times: 1 });
    const { url, orderId } = await buy();
    await pay(shop, url, 'paid');
    expect(await settled(orderId, 'paid')).toMatchObject({ enrolments: 1 });
    expect(await (await db()).paymentAttempt.count({ where: { orderId } })).toBe(2);
  });

  it('P5 a callback for an order whose number was never stored is logged, and the order found by our own reference', async () => {
    const { url, orderId } = await buy();
    const client = await db();
    await client.paymentAttempt.updateMany({ data: { paymentId: null, checkoutUrl: null, status: 'created' } });
    const before = shop.answers.length;
    await pay(shop, url, 'paid');
    await until(async () => shop.answers.length, (count) => count > before);
    expect(shop.answers[before]).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'pending' });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    expect(await client.paymentEvent.findMany({ orderBy: { id: 'asc' }, select: { orderId: true, reason: true } })).toEqual([
      { orderId: null, reason: 'unknown-order' }, { orderId, reason: 'paid' },
    ]);
  });
});
