import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { db } from '@/lib/database/client';
import { readCouponUses } from '@/lib/orders/admin/coupons';
import { listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import type { PurchaseFor } from '@/lib/orders/checkout/basket';
import { openGift } from '@/lib/orders/gifts';
import { refuseRefund } from '@/lib/orders/refunds/refund-requests';
import { runRefunds } from '@/lib/orders/refunds/run-refunds';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { listTemplates, readLastMail } from '@/tests/support/outbox';
import { readProblemKey } from '@/tests/support/problems';
import { listSeatStates } from '@/tests/support/seats';
import {
  checkOut,
  type CheckoutInput,
  createBuyer,
  createWorld,
  inMinutes,
  pay,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
});

async function createCoupon(limits: { maxUses?: number; maxUsesPerLearner?: number }): Promise<void> {
  await (
    await db()
  ).coupon.create({ data: { code: 'HALF', percent: 50, forTeams: true, ...limits }, select: { id: true } });
}

const buildGift = (recipientEmail: string): PurchaseFor => ({
  kind: 'gift',
  gift: { recipientEmail, recipientName: 'x', card: '', sendAt: null },
});
const ask = (more: Partial<CheckoutInput> = {}) => checkOut(actor, { coupon: 'HALF', ...more });
const readStatus = async (orderId: string) => (await readOrderState(orderId)).status;

async function expectReturned(orderId: string): Promise<void> {
  expect(await readOrderState(orderId)).toMatchObject({
    status: 'refund_requested',
    needsReview: 'coupon-over',
    enrolments: 0,
  });
  expect(await listPaidWithoutAccess()).toEqual([]);
  await runRefunds({ now: inMinutes(1) });
  expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', needsReview: null, refunded: 64_950 });
  expect(await listTemplates('coupon-over:')).toEqual(['coupon-over']);
}

/** Pays an expired order after another buyer took the coupon's last use, and refuses the refund, which failed. */
async function keepLatePayment(purchaseFor: PurchaseFor): Promise<{ orderId: string }> {
  await createCoupon({ maxUses: 1 });
  const late = await ask({ purchaseFor });
  await reconcilePayments({ now: inMinutes(61) });
  const other = await ask({ actor: await createBuyer() });
  for (const { orderId, url, status } of [
    { ...other, status: 'paid' },
    { ...late, status: 'refund_requested' },
  ]) {
    await pay(shop, url);
    await waitForOrder(orderId, status);
  }
  const client = await db();
  await client.refundRequest.updateMany({ where: { orderId: late.orderId }, data: { status: 'failed' } });
  await client.user.create({ data: { id: 'admin', name: 'Chief', role: 'admin' }, select: { id: true } });
  const decision = { actor: buildActor('admin'), orderId: late.orderId, reason: 'The card is closed', now: new Date() };
  expect(await refuseRefund(decision)).toEqual({ status: 'paid' });
  return late;
}

describe('unpaid orders', () => {
  it('hold at most two uses of a limited coupon for one buyer; further gifts expire the oldest order [X42]', async () => {
    await createCoupon({ maxUses: 5 });
    const gifts = [];
    for (let at = 0; at < 6; at += 1) gifts.push(await ask({ purchaseFor: buildGift(`friend-${at}@example.com`) }));
    expect(await Promise.all(gifts.map(({ orderId }) => readStatus(orderId)))).toEqual([
      'expired',
      'expired',
      'expired',
      'expired',
      'pending',
      'pending',
    ]);
    expect(await readProblemKey(ask({ actor: await createBuyer() }))).toBe('done');
  });

  it('release a use for another buyer after a day, even one held by a kiosk bill [X42]', async () => {
    await createCoupon({ maxUses: 1 });
    const kiosk = await ask();
    await pay(shop, kiosk.url, 'kiosk');
    await waitForOrder(kiosk.orderId, 'pending');
    const other = await createBuyer();
    expect(await readProblemKey(ask({ actor: other }))).toBe('coupon-used-up');
    await (
      await db()
    ).order.update({
      where: { id: kiosk.orderId },
      data: { createdAt: inMinutes(-25 * 60) },
      select: { id: true },
    });
    expect(await readProblemKey(ask({ actor: other }))).toBe('done');
    expect(await readStatus(kiosk.orderId)).toBe('expired');
  });
});

describe('the last use of a coupon', () => {
  it('is never used twice: a late payment on an expired order is refunded automatically if another buyer has the use [N10]', async () => {
    await createCoupon({ maxUses: 1 });
    const late = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    const other = await ask({ actor: await createBuyer() });
    await pay(shop, other.url);
    await waitForOrder(other.orderId);
    await pay(shop, late.url);
    await waitForOrder(late.orderId, 'refund_requested');
    await expectReturned(late.orderId);
    expect(await readProblemKey(ask({ actor: await createBuyer() }))).toBe('coupon-used-up');
  });

  it('goes to a declined order that is paid after all, unless another buyer has it [N10]', async () => {
    await createCoupon({ maxUses: 1 });
    const { orderId, url } = await ask();
    await pay(shop, url, 'declined');
    await waitForOrder(orderId, 'failed');
    await pay(shop, url);
    expect(await waitForOrder(orderId)).toMatchObject({ needsReview: null, enrolments: 1 });
    expect(await readProblemKey(ask({ actor: await createBuyer() }))).toBe('coupon-used-up');
  });

  it('goes to whichever order its buyer pays first, the declined one or its replacement [N10]', async () => {
    await createCoupon({ maxUses: 1 });
    const declined = await ask({ purchaseFor: buildGift('a@example.com') });
    await pay(shop, declined.url, 'declined');
    await waitForOrder(declined.orderId, 'failed');
    const next = await ask({ purchaseFor: buildGift('a@example.com') });
    await pay(shop, declined.url);
    await waitForOrder(declined.orderId);
    expect(await readStatus(next.orderId)).toBe('expired');
    await pay(shop, next.url);
    await waitForOrder(next.orderId, 'refund_requested');
    await expectReturned(next.orderId);
  });

  it('belongs to the buyer’s latest gift or team order; starting it expires the earlier ones [N10]', async () => {
    await createCoupon({ maxUsesPerLearner: 1 });
    const gift = await ask({ purchaseFor: buildGift('a@example.com') });
    const corrected = await ask({ purchaseFor: buildGift('b@example.com') });
    const team = await ask({ purchaseFor: { kind: 'seats', count: 2 } });
    expect(await Promise.all([gift, corrected, team].map(({ orderId }) => readStatus(orderId)))).toEqual([
      'expired',
      'expired',
      'pending',
    ]);
    await pay(shop, team.url);
    await waitForOrder(team.orderId);
    await pay(shop, gift.url);
    await waitForOrder(gift.orderId, 'refund_requested');
    await expectReturned(gift.orderId);
    expect(await readLastMail(`coupon-over:${gift.orderId}`)).toMatchObject({
      data: { url: expect.stringMatching(/\/payment\?product=product-a&for=gift$/) as string },
    });
    const sent = await (
      await db()
    ).gift.findUniqueOrThrow({ where: { orderId: gift.orderId }, select: { sentAt: true } });
    expect(sent.sentAt).toBeNull();
    expect(await readProblemKey(openGift({ actor, token: 'x', now: new Date() }))).toBe('unknown-gift');
  });

  it('is not taken by a refunded order, even after its buyer deletes the account [N10]', async () => {
    await createCoupon({ maxUses: 2 });
    const late = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    for (const other of [await createBuyer(), await createBuyer()]) {
      const { orderId, url } = await ask({ actor: other });
      await pay(shop, url);
      await waitForOrder(orderId);
    }
    await pay(shop, late.url);
    await waitForOrder(late.orderId, 'refund_requested');
    await expectReturned(late.orderId);
    const client = await db();
    const { id: sessionId } = await client.session.create({
      data: { userId: actor.userId, expiresAt: inMinutes(60) },
      select: { id: true },
    });
    await deleteAccount({
      actor: { ...actor, sessionId },
      userId: actor.userId,
      email: '',
      device: { userAgent: '', ip: '' },
      now: new Date(),
    });
    const { id } = await client.coupon.findUniqueOrThrow({ where: { code: 'HALF' }, select: { id: true } });
    expect((await readCouponUses(client, [id]))(id)).toMatchObject({ used: 2, reserved: 0, income: 129_900 });
  });

  it('counts as used by a late payment whose refund failed and that an admin keeps, and the course opens [N10]', async () => {
    const { orderId } = await keepLatePayment({ kind: 'self' });
    const client = await db();
    const { id } = await client.coupon.findUniqueOrThrow({ where: { code: 'HALF' }, select: { id: true } });
    expect((await readCouponUses(client, [id]))(id)).toMatchObject({ used: 2 });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', needsReview: null, enrolments: 1 });
    expect(await listPaidWithoutAccess()).toEqual([]);
  });

  it('a late payment for a team that an admin keeps gives its buyer every seat [N10, N11]', async () => {
    const { orderId } = await keepLatePayment({ kind: 'seats', count: 3 });
    const client = await db();
    expect(await client.seat.count({ where: { orderId } })).toBe(await client.orderLine.count({ where: { orderId } }));
    expect(await listSeatStates(actor)).toEqual(['free', 'free', 'free']);
  });

  it('a late payment for a gift that an admin keeps sends the gift [N10, N11]', async () => {
    const { orderId } = await keepLatePayment(buildGift('friend@example.com'));
    const { sentAt } = await (await db()).gift.findUniqueOrThrow({ where: { orderId }, select: { sentAt: true } });
    expect(sentAt).not.toBeNull();
  });

  it('two gifts count as two uses [N10]', async () => {
    await createCoupon({ maxUses: 2 });
    const orders = [
      await ask({ purchaseFor: buildGift('a@example.com') }),
      await ask({ purchaseFor: buildGift('b@example.com') }),
    ];
    for (const { orderId, url } of orders) {
      await pay(shop, url);
      await waitForOrder(orderId);
    }
    expect(await readProblemKey(ask({ actor: await createBuyer() }))).toBe('coupon-used-up');
  });
});
