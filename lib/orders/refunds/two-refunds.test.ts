import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { requireOrder } from '@/lib/orders/admin/order-details';
import type { Actor } from '@/lib/permissions';
import {
  askForRefund,
  checkOut,
  createAdministrator,
  createWorld,
  inMinutes,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { approveRefund, refundByHand, refuseRefund } from './refund-requests';
import { runRefunds } from './run-refunds';

const shop = startShopOfFile();
const price = 129_900;
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  admin = await createAdministrator();
});

const buildDecision = (orderId: string, requestId?: string) => ({
  actor: admin,
  orderId,
  requestId,
  reason: 'by the policy',
  now: new Date(),
});
const listRequests = async (orderId: string) =>
  (await db()).refundRequest.findMany({
    where: { orderId },
    orderBy: { requestedAt: 'asc' },
    select: { id: true, status: true },
  });
const listStates = async (orderId: string) => (await listRequests(orderId)).map(({ status }) => status);

async function payBy(...scenarios: string[]): Promise<string> {
  const { orderId, url } = await checkOut(actor);
  for (const scenario of scenarios) {
    await pay(shop, url, scenario);
    await waitForOrder(orderId);
  }
  await pollUntil(
    () => readOrderState(orderId),
    ({ needsReview }) => needsReview === 'double-charge',
  );
  return orderId;
}

describe('two refunds of one order', () => {
  it('a failed refund stays flagged for review when the other one succeeds, and each is decided separately [P5, P7]', async () => {
    const orderId = await payBy('paid', 'kiosk-paid');
    await runRefunds({ now: inMinutes(1) });
    await askForRefund(actor, orderId);
    const [second, own] = await listRequests(orderId);
    expect((await requireOrder(admin, orderId, new Date())).refunds).toMatchObject([
      { requestId: own?.id, status: 'requested', actions: ['approve', 'refuse'] },
      { requestId: second?.id, status: 'failed', actions: ['approve', 'refuse', 'by-hand'] },
    ]);
    await approveRefund(buildDecision(orderId, own?.id));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', needsReview: 'refund-failed' });
    await expect(refundByHand(buildDecision(orderId, own?.id))).rejects.toMatchObject({ status: 409 });
    await refundByHand(buildDecision(orderId, second?.id));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', needsReview: null, refunded: price });
    expect(await listStates(orderId)).toEqual(['done', 'done']);
  });

  it('a decision names its request; without an id it applies to the latest open one [P5, P7]', async () => {
    const orderId = await payBy('paid', 'kiosk-paid');
    await runRefunds({ now: inMinutes(1) });
    await askForRefund(actor, orderId);
    const [second] = await listRequests(orderId);
    await refuseRefund(buildDecision(orderId, second?.id));
    expect([await listStates(orderId), await readOrderState(orderId)]).toMatchObject([
      ['refused', 'requested'],
      { status: 'refund_requested', needsReview: null },
    ]);
    await expect(approveRefund(buildDecision(orderId, second?.id))).rejects.toMatchObject({ status: 409 });
    await refuseRefund(buildDecision(orderId));
    expect([await listStates(orderId), await readOrderState(orderId)]).toMatchObject([
      ['refused', 'refused'],
      { status: 'paid' },
    ]);
  });

  it('the payment method of the charge, not of the order, decides whether the provider can refund it [P5, P7]', async () => {
    const orderId = await payBy('kiosk-paid', 'paid');
    expect(await runRefunds({ now: inMinutes(1) })).toBe(1);
    expect([await listStates(orderId), await readOrderState(orderId)]).toMatchObject([
      ['done'],
      { status: 'paid', needsReview: null },
    ]);
  });
});
