import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { settlePayment } from '@/lib/orders/settlement/settle';
import { findProvider } from '@/lib/payments/providers';
import type { Actor } from '@/lib/permissions';
import { readLastMail } from '@/tests/support/outbox';
import {
  askForRefund,
  buildDecision,
  buy,
  checkOut,
  createAdministrator,
  createWorld,
  inMinutes,
  listRefundAmounts,
  openCourses,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';
import { listRefundEligibility } from './refund-policy';
import { approveRefund, refundByHand } from './refund-requests';
import { runRefunds } from './run-refunds';

const shop = startShopOfFile();
const price = 129_900;
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  await stockBundle();
  admin = await createAdministrator();
});

const orderProduct = (productKey: string) => checkOut(actor, { productKey });
const listParts = async (orderId: string) =>
  (await listRefundEligibility(actor, new Date())).get(orderId)?.parts.map(({ courseSlug }) => courseSlug) ?? [];
const listRequests = async (orderId: string) =>
  (await db()).refundRequest.findMany({
    where: { orderId },
    orderBy: { requestedAt: 'asc' },
    select: { status: true, creditNoteNumber: true },
  });

/** Orders a bundle and buys its course B alone before paying for it, so that B is refunded automatically. */
async function buyWithDouble(): Promise<string> {
  const { orderId, url } = await orderProduct('product-z-both');
  await buy(shop, actor, { productKey: 'product-b' });
  await pay(shop, url);
  await waitForOrder(orderId);
  return orderId;
}

async function buyTwiceAtKiosk(): Promise<string> {
  const first = await orderProduct('product-a');
  const second = await orderProduct('product-sale');
  await pay(shop, first.url);
  await waitForOrder(first.orderId);
  await pay(shop, second.url, 'kiosk-paid');
  await waitForOrder(second.orderId);
  await (
    await db()
  ).order.update({ where: { id: second.orderId }, data: { refundableOnSale: true }, select: { id: true } });
  await runRefunds({ now: inMinutes(1) });
  return second.orderId;
}

const addRequest = async (orderId: string, amountPiastres: number, at: Date) =>
  (await db()).refundRequest.create({
    data: {
      orderId,
      userId: actor.userId,
      reason: 'not for me',
      amountPiastres,
      requestedAt: at,
      dueAt: at,
      status: 'failed',
      lines: { create: [{ orderId, position: 0, amountPiastres }] },
    },
    select: { id: true },
  });

describe('automatic refunds', () => {
  it('a course that is refunded automatically cannot be requested too, but the other course of the bundle can [P5, P7, N11]', async () => {
    const orderId = await buyWithDouble();
    expect(await listParts(orderId)).toEqual(['course-a']);
    await expect(askForRefund(actor, orderId, 'course-b')).rejects.toMatchObject({
      status: 422,
      key: 'not-refundable',
    });
    await askForRefund(actor, orderId);
    await runRefunds({ now: inMinutes(1) });
    await approveRefund(buildDecision(admin, orderId));
    expect(
      await pollUntil(
        () => readOrderState(orderId),
        ({ status }) => status === 'refunded',
      ),
    ).toMatchObject({ refunded: 111_920, needsReview: null });
    expect([await listRefundAmounts(shop), await openCourses(actor.userId)]).toEqual([[8000, 103_920], ['course-b']]);
  });

  it('an order that is refunded automatically cannot be requested too, and is refunded manually once [P5, P7]', async () => {
    const orderId = await buyTwiceAtKiosk();
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', needsReview: 'refund-failed' });
    expect(await listParts(orderId)).toEqual([]);
    await expect(askForRefund(actor, orderId)).rejects.toMatchObject({ status: 409, key: 'not-refundable' });
    await refundByHand(buildDecision(admin, orderId));
    await expect(refundByHand(buildDecision(admin, orderId))).rejects.toMatchObject({
      status: 409,
      key: 'refund-not-by-hand',
    });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: 99_900, needsReview: null });
    expect([await listRequests(orderId), await openCourses(actor.userId)]).toEqual([
      [{ status: 'done', creditNoteNumber: 1 }],
      ['course-a'],
    ]);
  });
});

describe('several refund requests for one order', () => {
  it('a manual refund of the whole order closes its other open requests, with one credit note for the amount paid [P7]', async () => {
    const orderId = await buyTwiceAtKiosk();
    await addRequest(orderId, 99_900, inMinutes(2));
    await refundByHand(buildDecision(admin, orderId));
    await expect(refundByHand(buildDecision(admin, orderId))).rejects.toMatchObject({ status: 409 });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: 99_900 });
    expect(await listRequests(orderId)).toEqual([
      { status: 'done', creditNoteNumber: null },
      { status: 'done', creditNoteNumber: 1 },
    ]);
    expect((await findReceipt(actor, orderId))?.creditNotes.map(({ amountPiastres }) => amountPiastres)).toEqual([
      99_900,
    ]);
  });

  it('a request still open on a refunded order is closed without another payment [P7]', async () => {
    const orderId = await buyTwiceAtKiosk();
    await refundByHand(buildDecision(admin, orderId));
    await addRequest(orderId, 99_900, inMinutes(2));
    await refundByHand(buildDecision(admin, orderId));
    expect(await readOrderState(orderId)).toMatchObject({
      refunded: 99_900,
      mails: ['receipt', 'double-purchase', 'refunded'],
    });
    expect(await listRequests(orderId)).toEqual([
      { status: 'done', creditNoteNumber: 1 },
      { status: 'done', creditNoteNumber: null },
    ]);
  });

  it('a manual refund pays no more than what remains after a partial refund in Paymob’s dashboard [P7]', async () => {
    const orderId = await buy(shop, actor, { scenario: 'kiosk-paid' });
    await askForRefund(actor, orderId);
    await approveRefund(buildDecision(admin, orderId));
    await (
      await db()
    ).order.update({ where: { id: orderId }, data: { refundedPiastres: 20_000 }, select: { id: true } });
    await refundByHand(buildDecision(admin, orderId));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: price });
    expect(await readLastMail('refunded:')).toMatchObject({ data: { amountPiastres: String(price - 20_000) } });
  });

  it('a full refund in Paymob’s dashboard closes every request [P7]', async () => {
    const orderId = await buyWithDouble();
    await askForRefund(actor, orderId);
    const { paidChargeId } = await (
      await db()
    ).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } });
    await shop.control(`transactions/${paidChargeId}/refund`, {});
    const charge = await findProvider('paymob')?.findCharge(paidChargeId!);
    await settlePayment({ source: 'inquiry', charge: charge!, now: new Date() });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: 111_920 });
    expect((await listRequests(orderId)).map(({ status }) => status)).toEqual(['done', 'done']);
    await runRefunds({ now: inMinutes(5) });
    expect(await listRefundAmounts(shop)).toEqual([111_920]);
  });

  it('an admin refunds a second charge and the order itself manually one after the other, and sees which request is open [P5, P7]', async () => {
    const orderId = await buy(shop, actor, { scenario: 'kiosk-paid' });
    await (
      await db()
    ).refundRequest.create({
      data: {
        orderId,
        userId: actor.userId,
        kind: 'double_charge',
        reason: '',
        chargeId: '999',
        status: 'failed',
        amountPiastres: price,
        requestedAt: inMinutes(-1),
        dueAt: inMinutes(60),
      },
      select: { id: true },
    });
    await askForRefund(actor, orderId);
    await approveRefund(buildDecision(admin, orderId));
    await refundByHand(buildDecision(admin, orderId));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: price });
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({
      refunds: [{ status: 'failed', reason: 'double-charge', actions: ['approve', 'refuse', 'by-hand'] }],
    });
    await refundByHand(buildDecision(admin, orderId));
    expect((await requireOrder(admin, orderId, new Date())).refunds.map(({ status }) => status)).toEqual(['done']);
    expect(await readOrderState(orderId)).toMatchObject({ refunded: price });
  });
});
