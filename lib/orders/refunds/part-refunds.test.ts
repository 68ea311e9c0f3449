import { beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '@/lib/database/client';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import { settlePayment } from '@/lib/orders/settlement/settle';
import type { Charge } from '@/lib/payments/provider';
import { findProvider } from '@/lib/payments/providers';
import type { Actor } from '@/lib/permissions';
import { listMails } from '@/tests/support/outbox';
import {
  askForRefund,
  buildDecision,
  buy,
  createAdministrator,
  createWorld,
  inMinutes,
  listRefundAmounts,
  openCourses,
  pollUntil,
  readOrderState,
  startShopOfFile,
  stockBundle,
} from '@/tests/support/shop';
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

const buyBoth = () => buy(shop, actor, { productKey: 'product-z-both' });
const listStates = async (orderId: string) =>
  (
    await (
      await db()
    ).refundRequest.findMany({ where: { orderId }, orderBy: { requestedAt: 'asc' }, select: { status: true } })
  ).map(({ status }) => status);
const refundByDashboard = (chargeId: string | null | undefined, amount: number) =>
  shop.control(`transactions/${chargeId}/refund`, { amount_cents: amount });
const chargeOf = async (orderId: string) =>
  (await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } })).paidChargeId;

/** @returns another charge of the order's payment page, which was not reported */
async function chargeTwice(orderId: string): Promise<Charge> {
  const own = await findProvider('paymob')!.findCharge((await chargeOf(orderId))!);
  return { ...own!, id: '990099' };
}

async function runAll(): Promise<void> {
  for (const minutes of [5, 15, 30]) await runRefunds({ now: inMinutes(minutes) });
}

describe('refunding a part of an order after another part was refunded in another way', () => {
  it('after a manual refund, sends the rest and ends access [P7, N11]', async () => {
    const orderId = await buyBoth();
    await askForRefund(actor, orderId, 'course-b');
    await shop.control('faults', { op: 'refund', outcome: 'refused', times: 1 });
    await approveRefund(buildDecision(admin, orderId));
    await refundByHand(buildDecision(admin, orderId));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', refunded: 8000, needsReview: null });
    await askForRefund(actor, orderId);
    await approveRefund(buildDecision(admin, orderId));
    expect([await listStates(orderId), await listRefundAmounts(shop), await openCourses(actor.userId)]).toEqual([
      ['done', 'done'],
      [103_920],
      [],
    ]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', refunded: 111_920 });
  });

  it('after a manual refund, also counts a later dashboard refund [P7, N11]', async () => {
    const orderId = await buyBoth();
    await askForRefund(actor, orderId, 'course-b');
    await shop.control('faults', { op: 'refund', outcome: 'refused', times: 1 });
    await approveRefund(buildDecision(admin, orderId));
    await refundByHand(buildDecision(admin, orderId));
    await refundByDashboard(await chargeOf(orderId), 5000);
    expect(
      await pollUntil(
        () => readOrderState(orderId),
        ({ refunded }) => refunded > 8000,
      ),
    ).toMatchObject({ status: 'paid', refunded: 13_000 });
  });

  it.each([
    ['before the work', 'before'],
    ['after the work', 'after'],
  ] as const)(
    'after a dashboard refund, a response lost %s results in exactly one more refund [P7, N11]',
    async (_name, drop) => {
      const orderId = await buyBoth();
      await refundByDashboard(await chargeOf(orderId), 8000);
      await pollUntil(
        () => readOrderState(orderId),
        ({ refunded }) => refunded === 8000,
      );
      await askForRefund(actor, orderId, 'course-b');
      await shop.control('faults', { op: 'refund', drop, times: 1 });
      await approveRefund(buildDecision(admin, orderId));
      await runAll();
      expect([await listStates(orderId), await listRefundAmounts(shop), await openCourses(actor.userId)]).toEqual([
        ['done', 'done'],
        [8000, 8000],
        ['course-a'],
      ]);
      expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', refunded: 16_000 });
    },
  );

  it('finds a refund that is pending at the provider, and does not send it again [P7, N11]', async () => {
    const orderId = await buyBoth();
    await refundByDashboard(await chargeOf(orderId), 8000);
    await pollUntil(
      () => readOrderState(orderId),
      ({ refunded }) => refunded === 8000,
    );
    await askForRefund(actor, orderId, 'course-b');
    await shop.control('faults', { op: 'refund', drop: 'after', outcome: 'pending', settleMs: 600_000, times: 1 });
    await approveRefund(buildDecision(admin, orderId));
    await runRefunds({ now: inMinutes(5) });
    expect(await listStates(orderId)).toEqual(['done', 'sending']);
    await shop.control('clock/advance', { ms: 700_000 });
    await runAll();
    expect([await listStates(orderId), await listRefundAmounts(shop)]).toEqual([
      ['done', 'done'],
      [8000, 8000],
    ]);
  });
});

it('waits for a refund that the provider accepted and then does not know, and does not send it again [P7]', async () => {
  const orderId = await buyBoth();
  await askForRefund(actor, orderId, 'course-b');
  await shop.control('faults', { op: 'refund', outcome: 'pending', settleMs: 600_000, times: 1 });
  await approveRefund(buildDecision(admin, orderId));
  const provider = findProvider('paymob')!;
  const refund = vi.spyOn(provider, 'refund');
  vi.spyOn(provider, 'findRefund').mockResolvedValue(null);
  for (const minutes of [5, 15]) await runRefunds({ now: inMinutes(minutes) });
  expect([await listStates(orderId), refund.mock.calls]).toEqual([['sending'], []]);
  vi.restoreAllMocks();
  await shop.control('clock/advance', { ms: 700_000 });
  await runRefunds({ now: inMinutes(30) });
  expect([await listStates(orderId), await listRefundAmounts(shop)]).toEqual([['done'], [8000]]);
});

describe('a second charge', () => {
  it('after a partial dashboard refund, sends the rest once, even if a response is lost [P5, P7]', async () => {
    const orderId = await buy(shop, actor, { scenario: 'double-charge' });
    await pollUntil(
      () => readOrderState(orderId),
      ({ needsReview }) => needsReview === 'double-charge',
    );
    const client = await db();
    const { chargeId } = await client.refundRequest.findFirstOrThrow({
      where: { orderId },
      select: { chargeId: true },
    });
    await refundByDashboard(chargeId, 70_000);
    await pollUntil(
      () => client.orderNote.count({ where: { orderId, kind: 'refunded' } }),
      (count) => count === 1,
    );
    expect([await listStates(orderId), (await readOrderState(orderId)).needsReview]).toEqual([
      ['approved'],
      'double-charge',
    ]);
    await shop.control('faults', { op: 'refund', drop: 'before', times: 1 });
    await runRefunds({ now: inMinutes(1) });
    await runAll();
    expect([await listStates(orderId), await listRefundAmounts(shop)]).toEqual([['done'], [70_000, price - 70_000]]);
    await reconcilePayments({ now: inMinutes(130) });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'paid',
      refunded: 0,
      enrolments: 1,
      needsReview: null,
    });
  });

  it('is not requested again if its payment is reported after its dashboard refund [P5, P7]', async () => {
    const orderId = await buy(shop, actor);
    const second = await chargeTwice(orderId);
    const settle = (charge: Charge) => settlePayment({ source: 'inquiry', charge, now: new Date() });
    await settle({ ...second, state: 'refunded', refundedPiastres: price, fingerprint: 'refunded' });
    await settle({ ...second, state: 'paid', refundedPiastres: 0, fingerprint: 'paid late' });
    expect([await listStates(orderId), await readOrderState(orderId)]).toMatchObject([
      ['done'],
      { needsReview: null, mails: ['receipt', 'refunded'] },
    ]);
  });

  it('mails the amount of each part that is refunded in Paymob’s dashboard [P5, P7]', async () => {
    const orderId = await buy(shop, actor);
    const second = await chargeTwice(orderId);
    for (const refundedPiastres of [30_000, 50_000, price])
      await settlePayment({
        source: 'inquiry',
        charge: { ...second, state: 'refunded', refundedPiastres, fingerprint: `refunded ${refundedPiastres}` },
        now: new Date(),
      });
    expect((await listMails('refunded:')).map(({ data }) => data.amountPiastres)).toEqual([
      '30000',
      '20000',
      String(price - 50_000),
    ]);
  });

  it('closes a request that was made after the whole refund was reported, and sends nothing [P5, P7]', async () => {
    const orderId = await buy(shop, actor, { scenario: 'double-charge' });
    await pollUntil(
      () => readOrderState(orderId),
      ({ needsReview }) => needsReview === 'double-charge',
    );
    const client = await db();
    const { chargeId } = await client.refundRequest.findFirstOrThrow({
      where: { orderId },
      select: { chargeId: true },
    });
    await refundByDashboard(chargeId, price);
    await pollUntil(
      () => listStates(orderId),
      ([state]) => state === 'done',
    );
    await client.refundRequest.updateMany({
      where: { orderId },
      data: { status: 'approved', doneAt: null, nextAttemptAt: new Date() },
    });
    await client.order.update({ where: { id: orderId }, data: { needsReview: 'double-charge' }, select: { id: true } });
    await runAll();
    expect([
      await listStates(orderId),
      await listRefundAmounts(shop),
      (await readOrderState(orderId)).needsReview,
    ]).toEqual([['done'], [price], null]);
  });

  it('flags a charge that turns out to be cancelled for review, and sends no refund [P5, P7]', async () => {
    const orderId = await buy(shop, actor, { scenario: 'double-charge' });
    await pollUntil(
      () => readOrderState(orderId),
      ({ needsReview }) => needsReview === 'double-charge',
    );
    const provider = findProvider('paymob')!;
    const findCharge = provider.findCharge.bind(provider);
    vi.spyOn(provider, 'findCharge').mockImplementation(async (id) => ({
      ...(await findCharge(id))!,
      state: 'cancelled',
      refundedPiastres: price,
    }));
    await runRefunds({ now: inMinutes(1) });
    expect([
      await listStates(orderId),
      await listRefundAmounts(shop),
      (await readOrderState(orderId)).needsReview,
    ]).toEqual([['failed'], [], 'refund-failed']);
    vi.restoreAllMocks();
  });
});
