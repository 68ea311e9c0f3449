import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { settlePayment } from '@/lib/checkout/settlement/settle';
import { db } from '@/lib/database/client';
import { findProvider } from '@/lib/payments/providers';
import { billing, buy, inMinutes, newAdministrator, newWorld, openCourses, pay, settled, shopOfThisFile, standing, stockBundle, until } from '@/lib/testing/shop';
import { approveRefund } from './decide-refund';
import { refundByHand } from './refund-by-hand';
import { listRefundStandings } from './refund-standing';
import { requestRefund } from './request-refund';
import { runRefunds } from './run-refunds';

const shop = shopOfThisFile();
const price = 129_900;
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  await stockBundle();
  admin = await newAdministrator();
});

const order = (productKey: string) => startCheckout({ actor, productKey, purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date() });
const wantBack = (orderId: string, courseName?: string) => requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', courseName, now: new Date() });
const decision = (orderId: string) => ({ actor: admin, orderId, reason: 'by the policy', now: new Date() });
const partsOf = async (orderId: string) => (await listRefundStandings(actor, new Date())).get(orderId)?.parts.map(({ courseSlug }) => courseSlug) ?? [];
const returned = async () => {
  const transactions = (await shop.control('transactions')) as unknown as Array<{ is_refund: boolean; success: boolean; amount_cents: number }>;
  return transactions.filter((one) => one.is_refund && one.success).map((one) => one.amount_cents);
};
const requestsOf = async (orderId: string) =>
  (await db()).refundRequest.findMany({ where: { orderId }, orderBy: { requestedAt: 'asc' }, select: { status: true, creditNoteNumber: true } });

/** A bundle of which course B was bought alone meanwhile: B goes back by itself. */
async function buyWithDouble(): Promise<string> {
  const { orderId, url } = await order('product-z-both');
  await buy(shop, actor, { productKey: 'product-b' });
  await pay(shop, url);
  await settled(orderId);
  return orderId;
}

/** The same course paid twice, the second time at a kiosk: it goes back by hand. */
async function buyTwiceAtKiosk(): Promise<string> {
  const first = await order('product-a');
  const second = await order('product-sale');
  await pay(shop, first.url);
  await settled(first.orderId);
  await pay(shop, second.url, 'kiosk-paid');
  await settled(second.orderId);
  await (await db()).order.update({ where: { id: second.orderId }, data: { refundableOnSale: true }, select: { id: true } });
  await runRefunds({ now: inMinutes(1) });
  return second.orderId;
}

/** As it could be made before: a request for what goes back already. */
const addRequest = async (orderId: string, amountPiastres: number, at: Date) => (await db()).refundRequest.create({
  data: {
    orderId, userId: actor.userId, reason: 'not for me', amountPiastres, requestedAt: at, dueAt: at, status: 'failed',
    lines: { create: [{ orderId, position: 0, amountPiastres }] },
  },
  select: { id: true },
});

describe('what goes back by itself', () => {
  it('P5 P7 N11 of a bundle cannot be asked back too; the other course can', async () => {
    const orderId = await buyWithDouble();
    expect(await partsOf(orderId)).toEqual(['course-a']);
    await expect(wantBack(orderId, 'course-b')).rejects.toMatchObject({ status: 422, key: 'not-refundable' });
    await wantBack(orderId);
    await runRefunds({ now: inMinutes(1) });
    await approveRefund(decision(orderId));
    expect(await until(() => standing(orderId), ({ status }) => status === 'refunded')).toMatchObject({ refunded: 111_920, needsReview: null });
    expect([await returned(), await openCourses(actor.userId)]).toEqual([[8000, 103_920], ['course-b']]);
  });

  it('P5 P7 as a whole cannot be asked back too, and by hand is paid back once', async () => {
    const orderId = await buyTwiceAtKiosk();
    expect(await standing(orderId)).toMatchObject({ status: 'paid', needsReview: 'refund-failed' });
    expect(await partsOf(orderId)).toEqual([]);
    await expect(wantBack(orderId)).rejects.toMatchObject({ status: 409, key: 'not-refundable' });
    await refundByHand(decision(orderId));
    await expect(refundByHand(decision(orderId))).rejects.toMatchObject({ status: 409, key: 'refund-not-by-hand' });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', refunded: 99_900, needsReview: null });
    expect([await requestsOf(orderId), await openCourses(actor.userId)]).toEqual([[{ status: 'done', creditNoteNumber: 1 }], ['course-a']]);
  });
});

describe('several requests of one order', () => {
  it('P7 paid back by hand as a whole, what is still open of it is closed, with one credit note of what was paid', async () => {
    const orderId = await buyTwiceAtKiosk();
    await addRequest(orderId, 99_900, inMinutes(2));
    await refundByHand(decision(orderId));
    await expect(refundByHand(decision(orderId))).rejects.toMatchObject({ status: 409 });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', refunded: 99_900 });
    expect(await requestsOf(orderId)).toEqual([{ status: 'done', creditNoteNumber: null }, { status: 'done', creditNoteNumber: 1 }]);
    expect((await findReceipt(actor, orderId))?.creditNotes.map(({ amountPiastres }) => amountPiastres)).toEqual([99_900]);
  });

  it('P7 one that was left open of an order that is back is closed without money', async () => {
    const orderId = await buyTwiceAtKiosk();
    await refundByHand(decision(orderId));
    await addRequest(orderId, 99_900, inMinutes(2));
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ refunded: 99_900, mails: ['receipt', 'double-purchase', 'refunded'] });
    expect(await requestsOf(orderId)).toEqual([{ status: 'done', creditNoteNumber: 1 }, { status: 'done', creditNoteNumber: null }]);
  });

  it('P7 by hand no more than what is left after a part went back at the provider’s own dashboard', async () => {
    const orderId = await buy(shop, actor, { scenario: 'kiosk-paid' });
    await wantBack(orderId);
    await approveRefund(decision(orderId));
    await (await db()).order.update({ where: { id: orderId }, data: { refundedPiastres: 20_000 }, select: { id: true } });
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', refunded: price });
    const mail = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: 'refunded:' } }, select: { payload: true } });
    expect(mail.payload).toMatchObject({ data: { amountPiastres: String(price - 20_000) } });
  });

  it('P7 all of it given back at the provider’s own dashboard closes every one of them', async () => {
    const orderId = await buyWithDouble();
    await wantBack(orderId);
    const { paidChargeId } = await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } });
    await shop.control(`transactions/${paidChargeId}/refund`, {});
    const charge = await findProvider('paymob')?.findCharge(paidChargeId!);
    await settlePayment({ source: 'inquiry', charge: charge!, now: new Date() });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', refunded: 111_920 });
    expect((await requestsOf(orderId)).map(({ status }) => status)).toEqual(['done', 'done']);
    await runRefunds({ now: inMinutes(5) });
    expect(await returned()).toEqual([111_920]);
  });

  it('P5 P7 a second charge and the order itself are paid back by hand one after the other: administration shows what is open', async () => {
    const orderId = await buy(shop, actor, { scenario: 'kiosk-paid' });
    await (await db()).refundRequest.create({
      data: { orderId, userId: actor.userId, reason: 'double-charge', doubleCharge: true, chargeId: '999', status: 'failed', amountPiastres: price, requestedAt: inMinutes(-1), dueAt: inMinutes(60) },
      select: { id: true },
    });
    await wantBack(orderId);
    await approveRefund(decision(orderId));
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', refunded: price });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({ refunds: [{ status: 'failed', reason: 'double-charge', actions: ['approve', 'refuse', 'by-hand'] }] });
    await refundByHand(decision(orderId));
    expect((await requireOrder(admin, orderId, new Date())).refunds.map(({ status }) => status)).toEqual(['done']);
    expect(await standing(orderId)).toMatchObject({ refunded: price });
  });
});
