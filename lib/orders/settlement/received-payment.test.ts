import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { composeEmail } from '@/lib/mail/compose';
import { readOverview } from '@/lib/operations/admin/overview';
import { ordersCheck } from '@/lib/operations/doctor/orders-check';
import { grantOrder } from '@/lib/orders/admin/order-actions';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { listOrders, listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { findOrder } from '@/lib/orders/find-order';
import { listMyPaymentCards } from '@/lib/orders/list-payments';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { refundByHand, refundReceivedPayment } from '@/lib/orders/refunds/refund-requests';
import { runRefunds } from '@/lib/orders/refunds/run-refunds';
import { sendReminders } from '@/lib/orders/reminders';
import type { Actor } from '@/lib/permissions';
import { listMails } from '@/tests/support/outbox';
import {
  billing,
  checkOut,
  createAdministrator,
  createWorld,
  findOfferFor,
  inMinutes,
  listRefundAmounts,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { acceptReceivedPayment, requestReceivedRefund } from './decide-received';
import { reconcilePayments } from './reconcile';

const shop = startShopOfFile();
const price = 129_900;
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  admin = await createAdministrator();
  await (
    await db()
  ).user.update({
    where: { id: admin.userId },
    data: { role: 'admin', email: 'admin@example.com', emailConfirmedAt: new Date() },
  });
});

const ask = () => checkOut(actor, { lang: 'en' });
const buildDecision = (orderId: string) => ({
  actor: admin,
  orderId,
  reason: 'agreed with the buyer',
  now: new Date(),
});
const listNotes = async (orderId: string) =>
  (await (await db()).orderNote.findMany({ where: { orderId }, orderBy: { id: 'asc' }, select: { kind: true } })).map(
    ({ kind }) => kind,
  );
const readOrder = async (orderId: string) => (await db()).order.findUniqueOrThrow({ where: { id: orderId } });

async function payWrongAmount(
  charged: { amount_cents?: number; currency?: string },
  scenario = 'paid',
): Promise<{ orderId: string; url: string }> {
  const started = await ask();
  await pay(shop, started.url, scenario, charged);
  await waitForOrder(started.orderId, 'in_review');
  return started;
}

describe('a payment of the wrong amount', () => {
  it.each([
    ['a piastre more', price + 1],
    ['a piastre less', price - 1],
    ['a fee added', price + 2500],
    ['a discount taken', price - 20_000],
  ])(
    'of %s waits for review; buyer and admins get one mail, however many inquiries follow [P10]',
    async (_name, amount) => {
      const { orderId } = await payWrongAmount({ amount_cents: amount });
      for (const minutes of [3, 10, 30, 61, 200]) await reconcilePayments({ now: inMinutes(minutes) });
      await sendReminders(inMinutes(65));
      const order = await readOrder(orderId);
      expect(order).toMatchObject({
        status: 'in_review',
        needsReview: 'mismatch-amount',
        amountPiastres: price,
        receivedPiastres: amount,
        receivedCurrency: 'EGP',
        paidAt: null,
      });
      expect((await listNotes(orderId)).filter((kind) => kind === 'review')).toHaveLength(1);
      const mails = await listMails();
      expect(mails.map(({ template, to }) => [template, to])).toEqual([
        ['payment-in-review', billing.email],
        ['payment-to-decide', 'admin@example.com'],
      ]);
      const { text } = await composeEmail('payment-in-review', 'en', mails[0]!.data);
      expect(text).toContain('Please do not pay again');
      expect(text).toContain(
        `Received: ${new Intl.NumberFormat('en', { minimumFractionDigits: amount % 100 ? 2 : 0 }).format(amount / 100)} L.E`,
      );
      expect(await readOrderState(orderId)).toMatchObject({ enrolments: 0 });
    },
  );

  it.each(['no-callback', 'paid'])('is found by notification and by inquiry: %s [P10]', async (scenario) => {
    const { orderId, url } = await ask();
    await pay(shop, url, scenario, { amount_cents: price + 100 });
    if (scenario === 'no-callback') await reconcilePayments({ now: inMinutes(3) });
    await waitForOrder(orderId, 'in_review');
    expect(await readOrder(orderId)).toMatchObject({ status: 'in_review', receivedPiastres: price + 100 });
  });

  it('also waits for review after the order expired [P10]', async () => {
    const { orderId, url } = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    expect((await readOrderState(orderId)).status).toBe('expired');
    await pay(shop, url, 'paid', { amount_cents: 100 });
    expect(await waitForOrder(orderId, 'in_review')).toMatchObject({ needsReview: 'mismatch-amount' });
  });

  it('is shown to its buyer, who cannot pay a second time [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price - 1 });
    const view = await findOrder({ actor, userId: actor.userId, orderId });
    expect(view).toMatchObject({
      status: 'in_review',
      amount: price,
      received: { amount: price - 1, currency: 'EGP' },
      returning: null,
    });
    expect(await listMyPaymentCards(actor)).toMatchObject([
      { status: 'in_review', canRetry: false, received: { amount: price - 1 } },
    ]);
    expect(await findOfferFor(actor)).toMatchObject({ kind: 'in-review', orderId });
    await expect(ask()).rejects.toMatchObject({ status: 409, key: 'payment-in-review' });
  });

  it('is shown to admins with both amounts, and in overview and doctor [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price - 1 });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({
      amount: price,
      received: { amount: price - 1, currency: 'EGP' },
      actions: expect.arrayContaining(['accept', 'return']) as string[],
    });
    expect((await readOverview(admin, new Date())).waiting.reviews).toBe(1);
    expect((await ordersCheck.run(new Date())).map((finding) => JSON.stringify(finding)).join()).toContain(
      'mismatch-amount',
    );
  });

  it('does not matter for a declined attempt or an open bill, because no money moved [P10]', async () => {
    const declined = await ask();
    await pay(shop, declined.url, 'declined', { amount_cents: price + 100 });
    expect(await waitForOrder(declined.orderId, 'failed')).toMatchObject({ needsReview: null });
    const bill = await ask();
    await pay(shop, bill.url, 'kiosk', { amount_cents: price + 100 });
    await reconcilePayments({ now: inMinutes(3) });
    expect(await readOrder(bill.orderId)).toMatchObject({
      status: 'pending',
      needsReview: null,
      billReference: expect.any(String) as string,
    });
  });
});

describe('accepting the received amount', () => {
  it.each([price + 2500, price - 20_000])(
    'makes the order paid, opens the course, and issues the receipt for the received amount: %i [P10]',
    async (amount) => {
      const { orderId } = await payWrongAmount({ amount_cents: amount });
      expect(await acceptReceivedPayment(buildDecision(orderId))).toEqual({ status: 'paid' });
      expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', needsReview: null, enrolments: 1 });
      expect(await readOrder(orderId)).toMatchObject({
        amountPiastres: amount,
        orderedPiastres: price,
        receivedPiastres: null,
      });
      expect(await findReceipt(actor, orderId)).toMatchObject({
        amountPiastres: amount,
        items: [{ totalPiastres: amount }],
      });
      expect(await listPaidWithoutAccess()).toEqual([]);
      expect((await listMails()).filter(({ template }) => template === 'receipt')).toMatchObject([
        { data: { amountPiastres: String(amount) } },
      ]);
      await reconcilePayments({ now: inMinutes(130) });
      expect((await readOrderState(orderId)).status).toBe('paid');
      await expect(acceptReceivedPayment(buildDecision(orderId))).rejects.toMatchObject({
        status: 409,
        key: 'not-in-review',
      });
    },
  );

  it('keeps access that an admin granted before, and the order does not expire during the review [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price + 1 });
    await grantOrder(admin, buildDecision(orderId));
    await reconcilePayments({ now: inMinutes(130) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'in_review', enrolments: 1 });
    await acceptReceivedPayment(buildDecision(orderId));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
    expect(await findReceipt(actor, orderId)).toMatchObject({ amountPiastres: price + 1 });
  });

  it('requires a fresh second factor of an admin [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price + 1 });
    await expect(acceptReceivedPayment({ ...buildDecision(orderId), actor })).rejects.toMatchObject({ status: 403 });
    await expect(
      refundReceivedPayment({ ...buildDecision(orderId), actor: { ...admin, totpAt: new Date(0) } }),
    ).rejects.toMatchObject({ status: 403, key: 'step-up' });
  });

  it('issues the credit note of a part that was refunded before [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price + 5000 });
    const { receivedChargeId } = await readOrder(orderId);
    await shop.control(`transactions/${receivedChargeId}/refund`, { amount_cents: 5000 });
    await pollUntil(
      () => readOrder(orderId),
      ({ refundedPiastres }) => refundedPiastres === 5000,
    );
    expect((await listMails()).filter(({ template }) => template === 'payment-in-review')).toHaveLength(1);
    await acceptReceivedPayment(buildDecision(orderId));
    expect(await findReceipt(actor, orderId)).toMatchObject({
      amountPiastres: price + 5000,
      creditNotes: [{ amountPiastres: 5000 }],
    });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', refunded: 5000 });
  });
});

describe('returning the received amount', () => {
  it('refunds all of it, ends access that an admin granted, and counts as neither sale nor receipt [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price + 2500 });
    await grantOrder(admin, buildDecision(orderId));
    expect(await refundReceivedPayment(buildDecision(orderId))).toEqual({ status: 'refunded' });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'refunded',
      needsReview: null,
      enrolments: 0,
      refunded: 0,
    });
    expect(await listRefundAmounts(shop)).toEqual([price + 2500]);
    expect((await listMails()).at(-1)).toMatchObject({
      template: 'refunded',
      data: { amountPiastres: String(price + 2500) },
    });
    expect(await findReceipt(actor, orderId)).toBeNull();
    expect((await readOverview(admin, new Date())).totals).toMatchObject({ sales: 0, refundedPiastres: 0 });
    expect((await ask()).orderId).not.toBe(orderId);
  });

  it('is shown to the buyer while in progress, and is done manually if the provider cannot refund [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price + 2500 }, 'kiosk-paid');
    expect(await refundReceivedPayment(buildDecision(orderId))).toEqual({ status: 'in_review' });
    expect(await findOrder({ actor, userId: actor.userId, orderId })).toMatchObject({
      status: 'in_review',
      returning: { kind: 'other_amount' },
    });
    await expect(acceptReceivedPayment(buildDecision(orderId))).rejects.toMatchObject({
      status: 409,
      key: 'return-under-way',
    });
    await refundByHand(buildDecision(orderId));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', needsReview: null });
    expect((await listMails()).at(-1)).toMatchObject({ template: 'refunded', data: { how: 'hand' } });
  });

  it('a refund in Paymob’s dashboard ends the order in the same way [P10]', async () => {
    const { orderId } = await payWrongAmount({ amount_cents: price - 1 });
    const { receivedChargeId } = await readOrder(orderId);
    await shop.control(`transactions/${receivedChargeId}/refund`, {});
    expect(await waitForOrder(orderId, 'refunded')).toMatchObject({ needsReview: null, refunded: 0 });
    expect((await listMails()).at(-1)).toMatchObject({
      template: 'refunded',
      data: { amountPiastres: String(price - 1) },
    });
  });
});

describe('combined with other payments', () => {
  it('a correct payment afterwards pays the order, and the wrong amount is refunded automatically [P10]', async () => {
    const { orderId, url } = await payWrongAmount({ amount_cents: 100 });
    await pay(shop, url, 'paid');
    await waitForOrder(orderId);
    await runRefunds({ now: inMinutes(1) });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'paid',
      enrolments: 1,
      needsReview: null,
      refunded: 0,
    });
    const requests = await (
      await db()
    ).refundRequest.findMany({ where: { orderId }, select: { amountPiastres: true, status: true, kind: true } });
    expect(requests).toEqual([{ amountPiastres: 100, status: 'done', kind: 'double_charge' }]);
  });

  it('a refund of the rest of a wrong amount is sent although a correct payment arrived meanwhile [P10]', async () => {
    const { orderId, url } = await payWrongAmount({ amount_cents: 100_000 });
    const { receivedChargeId } = await readOrder(orderId);
    await shop.control(`transactions/${receivedChargeId}/refund`, { amount_cents: 60_000 });
    await pollUntil(
      () => readOrder(orderId),
      ({ refundedPiastres }) => refundedPiastres === 60_000,
    );
    await requestReceivedRefund(buildDecision(orderId));
    await pay(shop, url, 'paid');
    await waitForOrder(orderId);
    for (const minutes of [1, 5, 15]) await runRefunds({ now: inMinutes(minutes) });
    expect(await listRefundAmounts(shop)).toEqual([60_000, 40_000]);
    expect(
      await (await db()).refundRequest.findMany({ where: { orderId }, select: { status: true, kind: true } }),
    ).toEqual([{ status: 'done', kind: 'other_amount' }]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', needsReview: null });
    expect((await listMails()).at(-1)).toMatchObject({ template: 'refunded', data: { amountPiastres: '40000' } });
  });

  it('a correct payment keeps the order in the list for review if the refund of the wrong one failed [P10]', async () => {
    const { orderId, url } = await payWrongAmount({ amount_cents: price + 2500 }, 'kiosk-paid');
    await refundReceivedPayment(buildDecision(orderId));
    await pay(shop, url, 'paid');
    expect(await waitForOrder(orderId)).toMatchObject({ enrolments: 1, needsReview: 'refund-failed' });
    expect((await listOrders(admin, { status: 'review', page: 1 })).rows).toMatchObject([{ orderId }]);
    await refundByHand(buildDecision(orderId));
    expect(await readOrderState(orderId)).toMatchObject({ needsReview: null });
  });

  it('a wrong amount after the correct one is refunded automatically [P10]', async () => {
    const { orderId, url } = await ask();
    await pay(shop, url, 'paid');
    await waitForOrder(orderId);
    await pay(shop, url, 'paid', { amount_cents: price + 100 });
    await pollUntil(
      () => readOrderState(orderId),
      ({ needsReview }) => needsReview === 'double-charge',
    );
    await runRefunds({ now: inMinutes(1) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', needsReview: null });
  });

  it.each([
    ['at once', [price - 1]],
    ['in two parts', [20_000, price - 20_001]],
  ])(
    'a correct payment after a dashboard refund of the wrong one, made %s, requests no second refund [P10]',
    async (_name, parts) => {
      const { orderId, url } = await payWrongAmount({ amount_cents: price - 1 });
      const { receivedChargeId } = await readOrder(orderId);
      for (const amount_cents of parts) {
        await shop.control(`transactions/${receivedChargeId}/refund`, { amount_cents });
        await pollUntil(
          () => listNotes(orderId),
          (kinds) => kinds.filter((kind) => kind === 'refunded').length > parts.indexOf(amount_cents),
        );
      }
      await waitForOrder(orderId, 'refunded');
      await pay(shop, url, 'paid');
      expect(await waitForOrder(orderId)).toMatchObject({ enrolments: 1, needsReview: null });
      expect((await listMails()).map(({ template }) => template)).not.toContain('double-charge');
      expect(await runRefunds({ now: inMinutes(1) })).toBe(0);
    },
  );

  it('another currency waits for review too, and can only be refunded [P10]', async () => {
    const { orderId } = await payWrongAmount({ currency: 'USD' });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({
      needsReview: 'mismatch-currency',
      received: { amount: price, currency: 'USD' },
    });
    expect((await requireOrder(admin, orderId, new Date())).actions).not.toContain('accept');
    await expect(acceptReceivedPayment(buildDecision(orderId))).rejects.toMatchObject({
      status: 409,
      key: 'received-currency',
    });
    expect(await refundReceivedPayment(buildDecision(orderId))).toEqual({ status: 'refunded' });
    const { data } = (await listMails()).at(-1)!;
    expect((await composeEmail('refunded', 'en', data)).text).toContain('1,299 USD');
  });
});
