import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { db, transaction } from '@/lib/database/client';
import { requireNoLearners } from '@/lib/lessons/admin/lesson-plan';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import type { Actor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import {
  billing,
  checkOut,
  type CheckoutInput,
  createWorld,
  inMinutes,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { paymentRequestSchema } from './start-checkout';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});

const buy = (more: Partial<CheckoutInput> = {}) => checkOut(actor, more);

describe('checkout', () => {
  it.runIf(process.env.TEST_DATABASE_URL)(
    'waits for a deletion of its course and then finds no product [O7]',
    async () => {
      const client = await db();
      await client.course.create({ data: { slug: 'docker', text: {} } });
      const product = { key: 'docker', courseSlug: 'docker', amountPiastres: 100, name: {}, description: {} };
      await client.product.create({ data: product });
      const seen = await transaction(async (tx) => {
        await requireNoLearners(tx, 'docker');
        const bought = buy({ productKey: 'docker' }).catch((error: unknown) => error);
        await sleep(500);
        const orders = await client.order.count({ where: { productKey: 'docker' } });
        await tx.product.delete({ where: { key: 'docker' } });
        await tx.course.delete({ where: { slug: 'docker' } });
        return { orders, bought };
      }).then(async ({ orders, bought }) => ({ orders, error: await bought }));
      expect(seen).toMatchObject({ orders: 0, error: { status: 404, key: 'unknown-product' } });
    },
  );

  it('makes no order at a price that the buyer has not seen, and one at the new price [P3]', async () => {
    const { url } = await buy({ shownPiastres: 129_900 });
    await (await db()).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 150_000 } });
    await expect(buy({ shownPiastres: 129_900 })).rejects.toMatchObject({ status: 409, key: 'price-changed' });
    expect(await (await db()).order.count()).toBe(1);
    expect((await buy({ shownPiastres: 150_000 })).url).not.toBe(url);
  });

  it('sends Paymob the database price in piastres, and returns the payment page [P2, P3]', async () => {
    const { url, orderId } = await buy();
    expect(url).toContain(`${shop.mock.url}/unifiedcheckout/?publicKey=`);
    expect(url).not.toContain(' ');
    const intentions = (await shop.control('intentions')) as unknown as Array<Record<string, unknown>>;
    expect(intentions.at(-1)).toMatchObject({ intention_detail: { amount: 129900, currency: 'EGP' } });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
  });

  it('a card payment enrols the buyer once by callback, with one receipt [P5, P6]', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'paid');
    expect(await waitForOrder(orderId, 'paid')).toEqual({
      status: 'paid',
      needsReview: null,
      refunded: 0,
      enrolments: 1,
      mails: ['receipt'],
    });
  });

  it('a declined card does not enrol the buyer, but a second attempt on the same page does [P5]', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'declined');
    expect(await waitForOrder(orderId, 'failed')).toMatchObject({ enrolments: 0, mails: [] });
    await pay(shop, url, 'paid');
    expect(await waitForOrder(orderId, 'paid')).toMatchObject({ enrolments: 1, mails: ['receipt'] });
  });

  it('a callback that arrives three times has an effect only once [P5]', async () => {
    const { url, orderId } = await buy();
    const before = shop.answers.length;
    await pay(shop, url, 'callback-thrice');
    await waitForOrder(orderId, 'paid');
    await pollUntil(
      async () => shop.answers.length,
      (count) => count >= before + 2,
    );
    await shop.control('clock/advance', { ms: 6000 });
    await pollUntil(
      async () => shop.answers.length,
      (count) => count >= before + 3,
    );
    expect(shop.answers.slice(before)).toEqual([200, 200, 200]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    const client = await db();
    expect(await client.paymentEvent.count({ where: { orderId } })).toBe(1);
  });

  it('an inquiry finds a payment whose callback never comes [P5]', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'no-callback');
    expect(await reconcilePayments({ now: new Date() })).toBe(0);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending' });
    expect(await reconcilePayments({ now: inMinutes(2.1) })).toBe(1);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });

  it('refuses a callback with a wrong signature, and accepts the genuine one [P5]', async () => {
    const { url, orderId } = await buy();
    const before = shop.answers.length;
    await pay(shop, url, 'corrupt-first');
    await pollUntil(
      async () => shop.answers.length,
      (count) => count > before,
    );
    expect(shop.answers[before]).toBe(401);
    await shop.control('clock/advance', { ms: 6000 });
    expect(await waitForOrder(orderId, 'paid')).toMatchObject({ enrolments: 1 });
  });

  it('a charge of the wrong amount grants no access, and is flagged for review [P5]', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'amount-off');
    const now = await pollUntil(
      () => readOrderState(orderId),
      (one) => one.needsReview !== null,
    );
    await reconcilePayments({ now: inMinutes(3) });
    expect(now).toMatchObject({ status: 'in_review', needsReview: 'mismatch-amount', enrolments: 0 });
  });

  it('a decline that arrives late, after the payment, changes nothing [P5]', async () => {
    const { url, orderId } = await buy();
    const before = shop.answers.length;
    await pay(shop, url, 'stale-decline');
    await shop.control('clock/advance', { ms: 60_000 });
    await pollUntil(
      async () => shop.answers.length,
      (count) => count >= before + 2,
    );
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});

describe('one open order', () => {
  it('ignores price and items sent by the client [P3]', () => {
    const parsed = paymentRequestSchema.parse({
      productKey: 'a',
      billing_data: billing,
      amount: 1,
      items: [{ amount: 1 }],
      currency: 'USD',
    });
    expect(Object.keys(parsed).sort()).toEqual(['billing_data', 'productKey']);
  });

  it('a second request returns the same order and payment page, even at the same time [P3]', async () => {
    const [one, other] = await Promise.all([buy(), buy()]);
    expect(other).toEqual(one);
    expect(await buy()).toEqual(one);
    expect(await (await db()).order.count()).toBe(1);
  });

  it('replaces a closed payment page of the same order while its kiosk reference is open [P3, P6]', async () => {
    const first = await buy();
    await pay(shop, first.url, 'kiosk');
    await reconcilePayments({ now: inMinutes(3) });
    expect(
      (await (await db()).order.findUniqueOrThrow({ where: { id: first.orderId }, select: { billReference: true } }))
        .billReference,
    ).not.toBeNull();
    expect(await buy({ now: inMinutes(50) })).toEqual(first);
    const second = await buy({ now: inMinutes(59) });
    expect(second).toEqual({ orderId: first.orderId, url: expect.not.stringContaining(first.url) as string });
    expect(await buy({ now: inMinutes(65) })).toEqual(second);
    await pay(shop, second.url);
    expect(await waitForOrder(first.orderId)).toMatchObject({ enrolments: 1, mails: ['receipt'] });
  });

  it.each([
    ['is no reduction any more', { amountPiastres: 99_900, saleAmountPiastres: null }],
    ['can be refunded now', { refundableOnSale: true }],
  ])('creates a new order if the same price %s [P3, P7]', async (_name, data) => {
    const first = await buy({ productKey: 'product-sale' });
    expect(await buy({ productKey: 'product-sale' })).toEqual(first);
    await (await db()).product.update({ where: { key: 'product-sale' }, data, select: { key: true } });
    const second = await buy({ productKey: 'product-sale' });
    expect(second.orderId).not.toBe(first.orderId);
    const client = await db();
    const readTerms = async (id: string) =>
      client.order.findUniqueOrThrow({
        where: { id },
        select: { amountPiastres: true, atSale: true, refundableOnSale: true },
      });
    expect(await readTerms(first.orderId)).toEqual({ amountPiastres: 99_900, atSale: true, refundableOnSale: false });
    expect(await readTerms(second.orderId)).not.toEqual(await readTerms(first.orderId));
  });

  it('creates a new order after the price changed [P3]', async () => {
    const first = await buy();
    await (
      await db()
    ).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 150000 }, select: { key: true } });
    const second = await buy();
    expect(second.orderId).not.toBe(first.orderId);
  });

  it.each([['product-x', 404, 'unknown-product']])('product %s answers %i [P3]', async (productKey, status, key) => {
    await expect(buy({ productKey })).rejects.toMatchObject({ status, key });
  });

  it('refuses to sell an owned course again [P3]', async () => {
    const { url, orderId } = await buy();
    await pay(shop, url, 'paid');
    await waitForOrder(orderId, 'paid');
    const refused = await buy().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ status: 409, key: 'course-owned' });
  });
});

describe('Paymob errors', () => {
  it.each([
    [{ op: 'intention.create', status: 500, times: 1 }, 503],
    [{ op: 'intention.create', status: 404, times: 1 }, 502],
    [{ op: 'intention.create', html: true, times: 1 }, 503],
    [{ op: 'intention.create', drop: 'after', times: 2 }, 503],
  ])('answers %o, keeps the order, and reuses it for the next attempt [P3]', async (fault, status) => {
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
    await waitForOrder(orderId, 'paid');
  });

  it('retries a broken connection once with a new reference [P3]', async () => {
    await shop.control('faults', { op: 'intention.create', drop: 'after', times: 1 });
    const { url, orderId } = await buy();
    await pay(shop, url, 'paid');
    expect(await waitForOrder(orderId, 'paid')).toMatchObject({ enrolments: 1 });
    expect(await (await db()).paymentAttempt.count({ where: { orderId } })).toBe(2);
  });

  it('logs a callback for an order without a stored Paymob id, and finds the order by our own reference [P5]', async () => {
    const { url, orderId } = await buy();
    const client = await db();
    await client.paymentAttempt.updateMany({ data: { paymentId: null, checkoutUrl: null, status: 'created' } });
    const before = shop.answers.length;
    await pay(shop, url, 'paid');
    await pollUntil(
      async () => shop.answers.length,
      (count) => count > before,
    );
    expect(shop.answers[before]).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending' });
    await reconcilePayments({ now: inMinutes(2.1) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    expect(
      await client.paymentEvent.findMany({ orderBy: { id: 'asc' }, select: { orderId: true, reason: true } }),
    ).toEqual([
      { orderId: null, reason: 'unknown-order' },
      { orderId, reason: 'paid' },
    ]);
  });
});
