import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { grantOrder } from '@/lib/admin/orders/order-actions';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { readOverview } from '@/lib/admin/reports/overview';
import { findOrder } from '@/lib/checkout/orders/find-order';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { listMyPaymentCards } from '@/lib/checkout/orders/my-payments';
import { findOffer } from '@/lib/checkout/purchase/offer';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { refundByHand } from '@/lib/checkout/refunds/refund-by-hand';
import { returnReceived } from '@/lib/checkout/refunds/return-received';
import { runRefunds } from '@/lib/checkout/refunds/run-refunds';
import { sendReminders } from '@/lib/checkout/reminders/send-reminders';
import { db } from '@/lib/database/client';
import { ordersCheck } from '@/lib/doctor/orders-check';
import { composeMail } from '@/lib/mail/compose';
import { billing, inMinutes, newAdministrator, newWorld, pay, settled, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { acceptReceived } from './decide-received';
import { reconcilePayments } from './reconcile';

const shop = shopOfThisFile();
const price = 129_900;
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  admin = await newAdministrator();
  await (await db()).user.update({ where: { id: admin.userId }, data: { role: 'admin', email: 'admin@example.com', emailConfirmedAt: new Date() } });
});

const ask = () => startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'en', now: new Date() });
const decision = (orderId: string) => ({ actor: admin, orderId, reason: 'agreed with the buyer', now: new Date() });
const notesOf = async (orderId: string) => (await (await db()).orderNote.findMany({ where: { orderId }, orderBy: { id: 'asc' }, select: { kind: true } })).map(({ kind }) => kind);
const mailsOf = async () => (await (await db()).outbox.findMany({ orderBy: { id: 'asc' }, select: { payload: true } })).map(({ payload }) => payload as { template: string; to: string; data: Record<string, string> });
const orderOf = async (orderId: string) => (await db()).order.findUniqueOrThrow({ where: { id: orderId } });

/** An order that waits for a decision about what was charged. */
async function received(charged: { amount_cents?: number; currency?: string }, scenario = 'paid'): Promise<{ orderId: string; url: string }> {
  const started = await ask();
  await pay(shop, started.url, scenario, charged);
  await settled(started.orderId, 'in_review');
  return started;
}

describe('a payment of another amount', () => {
  it.each([['a piastre more', price + 1], ['a piastre less', price - 1], ['a fee added', price + 2500], ['a discount taken', price - 20_000]])(
    'of %s waits for a person, told once to buyer and administration, however often it is asked about [P10]', async (_name, amount) => {
      const { orderId } = await received({ amount_cents: amount });
      for (const minutes of [3, 10, 30, 61, 200]) await reconcilePayments({ now: inMinutes(minutes) });
      await sendReminders(inMinutes(65));
      const order = await orderOf(orderId);
      expect(order).toMatchObject({ status: 'in_review', needsReview: 'mismatch-amount', amountPiastres: price, receivedPiastres: amount, receivedCurrency: 'EGP', paidAt: null });
      expect((await notesOf(orderId)).filter((kind) => kind === 'review')).toHaveLength(1);
      const mails = await mailsOf();
      expect(mails.map(({ template, to }) => [template, to])).toEqual([['payment-in-review', billing.email], ['payment-to-decide', 'admin@example.com']]);
      const { text } = await composeMail('payment-in-review', 'en', mails[0]!.data);
      expect(text).toContain('Please do not pay again');
      expect(text).toContain(`Received: ${new Intl.NumberFormat('en', { minimumFractionDigits: amount % 100 ? 2 : 0 }).format(amount / 100)} L.E`);
      expect(await standing(orderId)).toMatchObject({ enrolments: 0 });
    });

  it.each(['no-callback', 'paid'])('is found by notification and inquiry alike: %s [P10]', async (scenario) => {
    const { orderId, url } = await ask();
    await pay(shop, url, scenario, { amount_cents: price + 100 });
    if (scenario === 'no-callback') await reconcilePayments({ now: inMinutes(3) });
    await settled(orderId, 'in_review');
    expect(await orderOf(orderId)).toMatchObject({ status: 'in_review', receivedPiastres: price + 100 });
  });

  it('after the order had expired or failed counts as well [P10]', async () => {
    const { orderId, url } = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    expect((await standing(orderId)).status).toBe('expired');
    await pay(shop, url, 'paid', { amount_cents: 100 });
    expect(await settled(orderId, 'in_review')).toMatchObject({ needsReview: 'mismatch-amount' });
  });

  it('is shown to its buyer, who is offered no second payment [P10]', async () => {
    const { orderId } = await received({ amount_cents: price - 1 });
    const view = await findOrder({ actor, userId: actor.userId, orderId });
    expect(view).toMatchObject({ status: 'in_review', amount: price, received: { amount: price - 1, currency: 'EGP' }, returning: null });
    expect(await listMyPaymentCards(actor)).toMatchObject([{ status: 'in_review', canRetry: false, received: { amount: price - 1 } }]);
    expect(await findOffer({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, coupon: '', address: 'x', now: new Date() })).toMatchObject({ kind: 'in-review', orderId });
    await expect(ask()).rejects.toMatchObject({ status: 409, key: 'payment-in-review' });
  });

  it('is shown to administration with both amounts, in overview and doctor too [P10]', async () => {
    const { orderId } = await received({ amount_cents: price - 1 });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({ amount: price, received: { amount: price - 1, currency: 'EGP' }, actions: expect.arrayContaining(['accept', 'return']) as string[] });
    expect((await readOverview(admin, new Date())).waiting.reviews).toBe(1);
    expect((await ordersCheck.run(new Date())).map((finding) => JSON.stringify(finding)).join()).toContain('mismatch-amount');
  });

  it('of a declined attempt or an open bill moved no money, and the order goes on [P10]', async () => {
    const declined = await ask();
    await pay(shop, declined.url, 'declined', { amount_cents: price + 100 });
    expect(await settled(declined.orderId, 'failed')).toMatchObject({ needsReview: null });
    const bill = await ask();
    await pay(shop, bill.url, 'kiosk', { amount_cents: price + 100 });
    await reconcilePayments({ now: inMinutes(3) });
    expect(await orderOf(bill.orderId)).toMatchObject({ status: 'pending', needsReview: null, billReference: expect.any(String) as string });
  });
});

describe('accepting it', () => {
  it.each([price + 2500, price - 20_000])('makes the order paid, opens the course, and the receipt is over what was received: %i [P10]', async (amount) => {
    const { orderId } = await received({ amount_cents: amount });
    expect(await acceptReceived(decision(orderId))).toEqual({ status: 'paid' });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', needsReview: null, enrolments: 1 });
    expect(await orderOf(orderId)).toMatchObject({ amountPiastres: amount, orderedPiastres: price, receivedPiastres: null });
    expect(await findReceipt(actor, orderId)).toMatchObject({ amountPiastres: amount, items: [{ totalPiastres: amount }] });
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect((await mailsOf()).filter(({ template }) => template === 'receipt')).toMatchObject([{ data: { amountPiastres: String(amount) } }]);
    await reconcilePayments({ now: inMinutes(130) });
    expect((await standing(orderId)).status).toBe('paid');
    await expect(acceptReceived(decision(orderId))).rejects.toMatchObject({ status: 409, key: 'not-in-review' });
  });

  it('keeps a course that was opened by hand meanwhile, and never lets the order expire [P10]', async () => {
    const { orderId } = await received({ amount_cents: price + 1 });
    await grantOrder(admin, decision(orderId));
    await reconcilePayments({ now: inMinutes(130) });
    expect(await standing(orderId)).toMatchObject({ status: 'in_review', enrolments: 1 });
    await acceptReceived(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
    expect(await findReceipt(actor, orderId)).toMatchObject({ amountPiastres: price + 1 });
  });

  it('needs a fresh second factor of an administrator [P10]', async () => {
    const { orderId } = await received({ amount_cents: price + 1 });
    await expect(acceptReceived({ ...decision(orderId), actor })).rejects.toMatchObject({ status: 403 });
    await expect(returnReceived({ ...decision(orderId), actor: { ...admin, totpAt: new Date(0) } })).rejects.toMatchObject({ status: 403, key: 'step-up' });
  });

  it('issues the credit note of a part that went back before [P10]', async () => {
    const { orderId } = await received({ amount_cents: price + 5000 });
    const { receivedChargeId } = await orderOf(orderId);
    await shop.control(`transactions/${receivedChargeId}/refund`, { amount_cents: 5000 });
    await until(() => orderOf(orderId), ({ refundedPiastres }) => refundedPiastres === 5000);
    expect((await mailsOf()).filter(({ template }) => template === 'payment-in-review')).toHaveLength(1);
    await acceptReceived(decision(orderId));
    expect(await findReceipt(actor, orderId)).toMatchObject({ amountPiastres: price + 5000, creditNotes: [{ amountPiastres: 5000 }] });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 5000 });
  });
});

describe('returning it', () => {
  it('sends back all of it, ends what was opened by hand, and is neither sale nor receipt [P10]', async () => {
    const { orderId } = await received({ amount_cents: price + 2500 });
    await grantOrder(admin, decision(orderId));
    expect(await returnReceived(decision(orderId))).toEqual({ status: 'refunded' });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: null, enrolments: 0, refunded: 0 });
    const transactions = (await shop.control('transactions')) as unknown as Array<{ is_refund: boolean; success: boolean; amount_cents: number }>;
    expect(transactions.filter((one) => one.is_refund && one.success).map((one) => one.amount_cents)).toEqual([price + 2500]);
    expect((await mailsOf()).at(-1)).toMatchObject({ template: 'refunded', data: { amountPiastres: String(price + 2500) } });
    expect(await findReceipt(actor, orderId)).toBeNull();
    expect((await readOverview(admin, new Date())).totals).toMatchObject({ sales: 0, refundedPiastres: 0 });
    expect((await ask()).orderId).not.toBe(orderId);
  });

  it('is told to the buyer while it is under way, and done by hand where the provider cannot [P10]', async () => {
    const { orderId } = await received({ amount_cents: price + 2500 }, 'kiosk-paid');
    expect(await returnReceived(decision(orderId))).toEqual({ status: 'in_review' });
    expect(await findOrder({ actor, userId: actor.userId, orderId })).toMatchObject({ status: 'in_review', returning: { why: 'other-amount' } });
    await expect(acceptReceived(decision(orderId))).rejects.toMatchObject({ status: 409, key: 'return-under-way' });
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: null });
    expect((await mailsOf()).at(-1)).toMatchObject({ template: 'refunded', data: { how: 'hand' } });
  });

  it('in the provider’s own dashboard ends the order the same way [P10]', async () => {
    const { orderId } = await received({ amount_cents: price - 1 });
    const { receivedChargeId } = await orderOf(orderId);
    await shop.control(`transactions/${receivedChargeId}/refund`, {});
    expect(await settled(orderId, 'refunded')).toMatchObject({ needsReview: null, refunded: 0 });
    expect((await mailsOf()).at(-1)).toMatchObject({ template: 'refunded', data: { amountPiastres: String(price - 1) } });
  });
});

describe('with other payments', () => {
  it('the right amount afterwards pays the order, and the other one goes back by itself [P10]', async () => {
    const { orderId, url } = await received({ amount_cents: 100 });
    await pay(shop, url, 'paid');
    await settled(orderId);
    await runRefunds({ now: inMinutes(1) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, needsReview: null, refunded: 0 });
    const requests = await (await db()).refundRequest.findMany({ where: { orderId }, select: { amountPiastres: true, status: true, reason: true } });
    expect(requests).toEqual([{ amountPiastres: 100, status: 'done', reason: 'double-charge' }]);
  });

  it('another amount after the right one goes back by itself [P10]', async () => {
    const { orderId, url } = await ask();
    await pay(shop, url, 'paid');
    await settled(orderId);
    await pay(shop, url, 'paid', { amount_cents: price + 100 });
    await until(() => standing(orderId), ({ needsReview }) => needsReview === 'double-charge');
    await runRefunds({ now: inMinutes(1) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', needsReview: null });
  });

  it('another currency waits too, and can only be returned [P10]', async () => {
    const { orderId } = await received({ currency: 'USD' });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({ needsReview: 'mismatch-currency', received: { amount: price, currency: 'USD' } });
    expect((await requireOrder(admin, orderId, new Date())).actions).not.toContain('accept');
    await expect(acceptReceived(decision(orderId))).rejects.toMatchObject({ status: 409, key: 'received-currency' });
    expect(await returnReceived(decision(orderId))).toEqual({ status: 'refunded' });
    const { data } = (await mailsOf()).at(-1)!;
    expect((await composeMail('refunded', 'en', data)).text).toContain('1,299 USD');
  });
});
