import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/actor';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { db } from '@/lib/database/client';
import { findProvider } from '@/lib/payments/providers';
import { buy, inMinutes, newAdministrator, newWorld, openCourses, shopOfThisFile, standing, stockBundle, until } from '@/lib/testing/shop';
import { approveRefund } from './decide-refund';
import { refundByHand } from './refund-by-hand';
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

const buyBoth = () => buy(shop, actor, { productKey: 'product-z-both' });
const decision = (orderId: string) => ({ actor: admin, orderId, reason: 'by the policy', now: new Date() });
const wantBack = (orderId: string, courseName?: string) => requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', courseName, now: new Date() });
const statesOf = async (orderId: string) =>
  (await (await db()).refundRequest.findMany({ where: { orderId }, orderBy: { requestedAt: 'asc' }, select: { status: true } })).map(({ status }) => status);
const byDashboard = (chargeId: string | null | undefined, amount: number) => shop.control(`transactions/${chargeId}/refund`, { amount_cents: amount });
const chargeOf = async (orderId: string) => (await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } })).paidChargeId;
const returned = async () => {
  const transactions = (await shop.control('transactions')) as unknown as Array<{ is_refund: boolean; success: boolean; amount_cents: number }>;
  return transactions.filter((one) => one.is_refund && one.success).map((one) => one.amount_cents);
};

/** Every run until nothing is left to do. */
async function runAll(): Promise<void> {
  for (const minutes of [5, 15, 30]) await runRefunds({ now: inMinutes(minutes) });
}

describe('a part of an order, after another part went back another way', () => {
  it('P7 N11 by hand: the rest is sent, and it ends', async () => {
    const orderId = await buyBoth();
    await wantBack(orderId, 'course-b');
    await shop.control('faults', { op: 'refund', outcome: 'refused', times: 1 });
    await approveRefund(decision(orderId));
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 8000, needsReview: null });
    await wantBack(orderId);
    await approveRefund(decision(orderId));
    expect([await statesOf(orderId), await returned(), await openCourses(actor.userId)]).toEqual([['done', 'done'], [103_920], []]);
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', refunded: 111_920 });
  });

  it('P7 N11 by hand: what the dashboard gives back afterwards counts too', async () => {
    const orderId = await buyBoth();
    await wantBack(orderId, 'course-b');
    await shop.control('faults', { op: 'refund', outcome: 'refused', times: 1 });
    await approveRefund(decision(orderId));
    await refundByHand(decision(orderId));
    await byDashboard(await chargeOf(orderId), 5000);
    expect(await until(() => standing(orderId), ({ refunded }) => refunded > 8000)).toMatchObject({ status: 'paid', refunded: 13_000 });
  });

  it.each([['before the work', 'before'], ['after the work', 'after']] as const)(
    'P7 N11 at the dashboard: an answer lost %s is one refund more', async (_name, drop) => {
      const orderId = await buyBoth();
      await byDashboard(await chargeOf(orderId), 8000);
      await until(() => standing(orderId), ({ refunded }) => refunded === 8000);
      await wantBack(orderId, 'course-b');
      await shop.control('faults', { op: 'refund', drop, times: 1 });
      await approveRefund(decision(orderId));
      await runAll();
      expect([await statesOf(orderId), await returned(), await openCourses(actor.userId)]).toEqual([['done', 'done'], [8000, 8000], ['course-a']]);
      expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 16_000 });
    });

  it('P7 N11 a refund that is pending at the provider is found, and not sent again', async () => {
    const orderId = await buyBoth();
    await byDashboard(await chargeOf(orderId), 8000);
    await until(() => standing(orderId), ({ refunded }) => refunded === 8000);
    await wantBack(orderId, 'course-b');
    await shop.control('faults', { op: 'refund', drop: 'after', outcome: 'pending', settleMs: 600_000, times: 1 });
    await approveRefund(decision(orderId));
    await runRefunds({ now: inMinutes(5) });
    expect(await statesOf(orderId)).toEqual(['done', 'sending']);
    await shop.control('clock/advance', { ms: 700_000 });
    await runAll();
    expect([await statesOf(orderId), await returned()]).toEqual([['done', 'done'], [8000, 8000]]);
  });
});

describe('a part of a second charge', () => {
  it('P5 P7 given back at the dashboard: the rest is sent, also when an answer is lost', async () => {
    const orderId = await buy(shop, actor, { scenario: 'double-charge' });
    await until(() => standing(orderId), ({ needsReview }) => needsReview === 'double-charge');
    const client = await db();
    const { chargeId } = await client.refundRequest.findFirstOrThrow({ where: { orderId }, select: { chargeId: true } });
    await byDashboard(chargeId, 70_000);
    await until(() => client.orderNote.count({ where: { orderId, kind: 'refunded' } }), (count) => count === 1);
    expect([await statesOf(orderId), (await standing(orderId)).needsReview]).toEqual([['approved'], 'double-charge']);
    await shop.control('faults', { op: 'refund', drop: 'before', times: 1 });
    await runRefunds({ now: inMinutes(1) });
    await runAll();
    expect([await statesOf(orderId), await returned()]).toEqual([['done'], [70_000, price - 70_000]]);
    await reconcilePayments({ now: inMinutes(130) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 0, enrolments: 1, needsReview: null });
  });

  it('P5 P7 one that turns out to be cancelled calls a person, and nothing is sent', async () => {
    const orderId = await buy(shop, actor, { scenario: 'double-charge' });
    await until(() => standing(orderId), ({ needsReview }) => needsReview === 'double-charge');
    const provider = findProvider('paymob')!;
    const findCharge = provider.findCharge.bind(provider);
    vi.spyOn(provider, 'findCharge').mockImplementation(async (id) => ({ ...(await findCharge(id))!, state: 'cancelled', refundedPiastres: price }));
    await runRefunds({ now: inMinutes(1) });
    expect([await statesOf(orderId), await returned(), (await standing(orderId)).needsReview]).toEqual([['failed'], [], 'refund-failed']);
    vi.restoreAllMocks();
  });
});
