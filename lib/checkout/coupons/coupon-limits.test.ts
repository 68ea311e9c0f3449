import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { usesOf } from '@/lib/admin/coupons/coupon-uses';
import { deleteAccount } from '@/lib/auth/delete-account';
import { openGift } from '@/lib/checkout/gifts/open-gift';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import type { PurchaseFor } from '@/lib/checkout/purchase/purchase-for';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { refuseRefund } from '@/lib/checkout/refunds/decide-refund';
import { runRefunds } from '@/lib/checkout/refunds/run-refunds';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { db } from '@/lib/database/client';
import { Problem } from '@/lib/problem';
import { actorFor } from '@/lib/testing/actors';
import { billing, inMinutes, newBuyer, newWorld, pay, settled, shopOfThisFile, standing } from '@/lib/testing/shop';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
});

async function newCoupon(limits: { maxUses?: number; maxUsesPerLearner?: number }): Promise<void> {
  await (await db()).coupon.create({ data: { code: 'HALF', percent: 50, forTeams: true, ...limits }, select: { id: true } });
}

const giftTo = (recipientEmail: string): PurchaseFor => ({ kind: 'gift', gift: { recipientEmail, recipientName: 'x', card: '', sendAt: null } });
const ask = (more: Partial<Parameters<typeof startCheckout>[0]> = {}) =>
  startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, coupon: 'HALF', address: '192.0.2.1', lang: 'ar', now: new Date(), ...more });
const refusal = (asking: Promise<unknown>) => asking.then(() => null, (error: unknown) => (error instanceof Problem ? error.key : error));
const statusOf = async (orderId: string) => (await standing(orderId)).status;

/** What became of the payment of an order that had lost its use. */
async function expectReturned(orderId: string): Promise<void> {
  expect(await standing(orderId)).toMatchObject({ status: 'refund_requested', needsReview: 'coupon-over', enrolments: 0 });
  expect(await listPaidWithoutAccess()).toEqual([]);
  await runRefunds({ now: inMinutes(1) });
  expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: null, refunded: 64_950 });
  const mails = await (await db()).outbox.findMany({ where: { key: { contains: orderId } }, orderBy: { id: 'asc' }, select: { payload: true } });
  expect(mails.map(({ payload }) => (payload as { template: string }).template)).toContain('coupon-over');
}

describe('unpaid orders', () => {
  it('hold no more than two uses of a limited coupon for one buyer: gifts to many people end the oldest [X42]', async () => {
    await newCoupon({ maxUses: 5 });
    const gifts = [];
    for (let at = 0; at < 6; at += 1) gifts.push(await ask({ purchaseFor: giftTo(`friend-${at}@example.com`) }));
    expect(await Promise.all(gifts.map(({ orderId }) => statusOf(orderId)))).toEqual(['expired', 'expired', 'expired', 'expired', 'pending', 'pending']);
    expect(await refusal(ask({ actor: await newBuyer() }))).toBeNull();
  });

  it('give a use that they have held for a day to whoever wants it, and a kiosk bill paid later is bought when one is left [X42]', async () => {
    await newCoupon({ maxUses: 1 });
    const kiosk = await ask();
    await pay(shop, kiosk.url, 'kiosk');
    await settled(kiosk.orderId, 'pending');
    const other = await newBuyer();
    expect(await refusal(ask({ actor: other }))).toBe('coupon-used-up');
    await (await db()).order.update({ where: { id: kiosk.orderId }, data: { createdAt: inMinutes(-25 * 60) }, select: { id: true } });
    expect(await refusal(ask({ actor: other }))).toBeNull();
    expect(await statusOf(kiosk.orderId)).toBe('expired');
  });
});

describe('the last use of a coupon', () => {
  it('N10 107 is never given twice: who pays on the page of an expired order after it was taken gets the money back by itself', async () => {
    await newCoupon({ maxUses: 1 });
    const late = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    const other = await ask({ actor: await newBuyer() });
    await pay(shop, other.url);
    await settled(other.orderId);
    await pay(shop, late.url);
    await settled(late.orderId, 'refund_requested');
    await expectReturned(late.orderId);
    expect(await refusal(ask({ actor: await newBuyer() }))).toBe('coupon-used-up');
  });

  it('N10 107 is there again for a declined order that is paid after all, as long as nobody else has it', async () => {
    await newCoupon({ maxUses: 1 });
    const { orderId, url } = await ask();
    await pay(shop, url, 'declined');
    await settled(orderId, 'failed');
    await pay(shop, url);
    expect(await settled(orderId)).toMatchObject({ needsReview: null, enrolments: 1 });
    expect(await refusal(ask({ actor: await newBuyer() }))).toBe('coupon-used-up');
  });

  it('N10 107 goes with the order that its buyer pays first, of a declined one and the one begun instead', async () => {
    await newCoupon({ maxUses: 1 });
    const declined = await ask({ purchaseFor: giftTo('a@example.com') });
    await pay(shop, declined.url, 'declined');
    await settled(declined.orderId, 'failed');
    const next = await ask({ purchaseFor: giftTo('a@example.com') });
    await pay(shop, declined.url);
    await settled(declined.orderId);
    expect(await statusOf(next.orderId)).toBe('expired');
    await pay(shop, next.url);
    await settled(next.orderId, 'refund_requested');
    await expectReturned(next.orderId);
  });

  it('N10 107 does not serve several gifts or teams of one buyer, however many are begun: the latest has it, and earlier ones give it up', async () => {
    await newCoupon({ maxUsesPerLearner: 1 });
    const gift = await ask({ purchaseFor: giftTo('a@example.com') });
    const corrected = await ask({ purchaseFor: giftTo('b@example.com') });
    const team = await ask({ purchaseFor: { kind: 'seats', count: 2 } });
    expect(await Promise.all([gift, corrected, team].map(({ orderId }) => statusOf(orderId)))).toEqual(['expired', 'expired', 'pending']);
    await pay(shop, team.url);
    await settled(team.orderId);
    await pay(shop, gift.url);
    await settled(gift.orderId, 'refund_requested');
    await expectReturned(gift.orderId);
    const { payload } = await (await db()).outbox.findUniqueOrThrow({ where: { key: `coupon-over:${gift.orderId}` }, select: { payload: true } });
    expect(payload).toMatchObject({ data: { url: expect.stringMatching(/\/payment\?product=product-a&for=gift$/) as string } });
    const sent = await (await db()).gift.findUniqueOrThrow({ where: { orderId: gift.orderId }, select: { sentAt: true } });
    expect(sent.sentAt).toBeNull();
    expect(await refusal(openGift({ actor, token: 'x', now: new Date() }))).toBe('unknown-gift');
  });

  it('N10 107 stays free after somebody whose payment went back has deleted the account', async () => {
    await newCoupon({ maxUses: 2 });
    const late = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    for (const other of [await newBuyer(), await newBuyer()]) {
      const { orderId, url } = await ask({ actor: other });
      await pay(shop, url);
      await settled(orderId);
    }
    await pay(shop, late.url);
    await settled(late.orderId, 'refund_requested');
    await expectReturned(late.orderId);
    const client = await db();
    const { id: sessionId } = await client.session.create({ data: { userId: actor.userId, expiresAt: inMinutes(60) }, select: { id: true } });
    await deleteAccount({ actor: { ...actor, sessionId }, userId: actor.userId, email: '', device: { userAgent: '', address: '' }, now: new Date() });
    const { id } = await client.coupon.findUniqueOrThrow({ where: { code: 'HALF' }, select: { id: true } });
    expect((await usesOf(client, [id]))(id)).toMatchObject({ used: 2, reserved: 0, income: 129_900 });
  });

  it('N10 107 is used by a late payment that could not go back and that an administrator lets stand, and somebody has to look at it', async () => {
    await newCoupon({ maxUses: 1 });
    const late = await ask();
    await reconcilePayments({ now: inMinutes(61) });
    const other = await ask({ actor: await newBuyer() });
    for (const { orderId, url, status } of [{ ...other, status: 'paid' }, { ...late, status: 'refund_requested' }]) {
      await pay(shop, url);
      await settled(orderId, status);
    }
    const client = await db();
    await client.refundRequest.updateMany({ where: { orderId: late.orderId }, data: { status: 'failed' } });
    await client.user.create({ data: { id: 'admin', name: 'Chief', role: 'admin' }, select: { id: true } });
    expect(await refuseRefund({ actor: actorFor('admin'), orderId: late.orderId, reason: 'The card is closed', now: new Date() })).toEqual({ status: 'paid' });
    const { id } = await client.coupon.findUniqueOrThrow({ where: { code: 'HALF' }, select: { id: true } });
    expect((await usesOf(client, [id]))(id)).toMatchObject({ used: 2 });
    expect(await listPaidWithoutAccess()).toEqual([expect.objectContaining({ orderId: late.orderId })]);
  });

  it('N10 two gifts are two uses where two are left', async () => {
    await newCoupon({ maxUses: 2 });
    const orders = [await ask({ purchaseFor: giftTo('a@example.com') }), await ask({ purchaseFor: giftTo('b@example.com') })];
    for (const { orderId, url } of orders) {
      await pay(shop, url);
      await settled(orderId);
    }
    expect(await refusal(ask({ actor: await newBuyer() }))).toBe('coupon-used-up');
  });
});
