import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { db } from '@/lib/database/client';
import { billing, inMinutes, newAdministrator, newWorld, pay, settled, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { approveRefund, refuseRefund } from './decide-refund';
import { refundByHand } from './refund-by-hand';
import { requestRefund } from './request-refund';
import { runRefunds } from './run-refunds';

const shop = shopOfThisFile();
const price = 129_900;
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  admin = await newAdministrator();
});

const decision = (orderId: string, requestId?: string) => ({ actor: admin, orderId, requestId, reason: 'by the policy', now: new Date() });
const wantBack = (orderId: string) => requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', now: new Date() });
const requestsOf = async (orderId: string) =>
  (await db()).refundRequest.findMany({ where: { orderId }, orderBy: { requestedAt: 'asc' }, select: { id: true, status: true, doubleCharge: true } });
const statesOf = async (orderId: string) => (await requestsOf(orderId)).map(({ status }) => status);

/** Its charges in this order, one after the other. */
async function paidBy(...scenarios: string[]): Promise<string> {
  const { orderId, url } = await startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date() });
  for (const scenario of scenarios) {
    await pay(shop, url, scenario);
    await settled(orderId);
  }
  await until(() => standing(orderId), ({ needsReview }) => needsReview === 'double-charge');
  return orderId;
}

describe('two refunds of one order', () => {
  it('P5 P7 one that failed stays something to look at when the other one ends, and each is decided by itself', async () => {
    const orderId = await paidBy('paid', 'kiosk-paid');
    await runRefunds({ now: inMinutes(1) });
    await wantBack(orderId);
    const [second, own] = await requestsOf(orderId);
    expect((await requireOrder(admin, orderId, new Date())).refunds).toMatchObject([
      { requestId: own?.id, status: 'requested', actions: ['approve', 'refuse'] }, { requestId: second?.id, status: 'failed', actions: ['approve', 'refuse', 'by-hand'] },
    ]);
    await approveRefund(decision(orderId, own?.id));
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: 'refund-failed' });
    await expect(refundByHand(decision(orderId, own?.id))).rejects.toMatchObject({ status: 409 });
    await refundByHand(decision(orderId, second?.id));
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: null, refunded: price });
    expect(await statesOf(orderId)).toEqual(['done', 'done']);
  });

  it('P5 P7 a decision names its request; without a name it is the latest one that waits', async () => {
    const orderId = await paidBy('paid', 'kiosk-paid');
    await runRefunds({ now: inMinutes(1) });
    await wantBack(orderId);
    const [second] = await requestsOf(orderId);
    await refuseRefund(decision(orderId, second?.id));
    expect([await statesOf(orderId), await standing(orderId)]).toMatchObject([['refused', 'requested'], { status: 'refund_requested', needsReview: null }]);
    await expect(approveRefund(decision(orderId, second?.id))).rejects.toMatchObject({ status: 409 });
    await refuseRefund(decision(orderId));
    expect([await statesOf(orderId), await standing(orderId)]).toMatchObject([['refused', 'refused'], { status: 'paid' }]);
  });

  it('P5 P7 how a charge was paid decides whether it can be sent back, not how the order was', async () => {
    const orderId = await paidBy('kiosk-paid', 'paid');
    expect(await runRefunds({ now: inMinutes(1) })).toBe(1);
    expect([await statesOf(orderId), await standing(orderId)]).toMatchObject([['done'], { status: 'paid', needsReview: null }]);
  });
});
