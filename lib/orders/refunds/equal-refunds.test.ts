import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import type { Actor } from '@/lib/permissions';
import { listMails } from '@/tests/support/outbox';
import { buySeats } from '@/tests/support/seats';
import {
  createAdministrator,
  createWorld,
  inMinutes,
  listRefundAmounts,
  pollUntil,
  readOrderState,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';
import { approveRefund } from './refund-requests';
import { runRefund, runRefunds } from './run-refunds';

const shop = startShopOfFile();
const price = 10_000;
let actor: Actor;
let admin: Actor;
let orderId: string;

beforeEach(async () => {
  actor = await createWorld(shop);
  await stockBundle();
  admin = await createAdministrator();
  orderId = await buySeats(shop, actor, 3, 'product-b');
});

async function createRequest(position: number, status: 'requested' | 'approved'): Promise<string> {
  const { id } = await (
    await db()
  ).refundRequest.create({
    data: {
      orderId,
      userId: actor.userId,
      reason: 'not for me',
      amountPiastres: price,
      status,
      requestedAt: inMinutes(position),
      dueAt: inMinutes(9999),
      nextAttemptAt: status === 'approved' ? new Date() : null,
      lines: { create: [{ orderId, position, amountPiastres: price }] },
    },
    select: { id: true },
  });
  return id;
}

const listStates = async () =>
  Object.fromEntries(
    (await (await db()).refundRequest.findMany({ where: { orderId }, select: { id: true, status: true } })).map(
      ({ id, status }) => [id, status],
    ),
  );
const chargeOf = async () =>
  (await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } })).paidChargeId;

describe('two refunds of the same amount on one charge', () => {
  it('completes the refund that was sent, and leaves the older request open [P11]', async () => {
    const [older, sent] = [await createRequest(0, 'requested'), await createRequest(1, 'approved')];
    await runRefund(sent, new Date());
    await pollUntil(
      async () => (await readOrderState(orderId)).refunded,
      (refunded) => refunded === price,
    );
    expect(await listStates()).toEqual({ [older]: 'requested', [sent]: 'done' });
    await approveRefund({ actor: admin, orderId, requestId: older, reason: 'by the policy', now: new Date() });
    expect([await listStates(), await listRefundAmounts(shop)]).toEqual([
      { [older]: 'done', [sent]: 'done' },
      [price, price],
    ]);
    expect((await readOrderState(orderId)).refunded).toBe(2 * price);
  });

  it('sends two approved refunds one after the other, even if the provider is slow [P11]', async () => {
    const requests = [await createRequest(0, 'approved'), await createRequest(1, 'approved')] as const;
    await shop.control('faults', { op: 'refund', outcome: 'pending', settleMs: 600_000, times: 1 });
    await runRefunds({ now: new Date() });
    expect(Object.values(await listStates()).sort()).toEqual(['approved', 'sending']);
    await shop.control('clock/advance', { ms: 700_000 });
    for (const minutes of [5, 10, 15]) await runRefunds({ now: inMinutes(minutes) });
    expect([await listStates(), await listRefundAmounts(shop)]).toEqual([
      { [requests[0]]: 'done', [requests[1]]: 'done' },
      [price, price],
    ]);
  });

  it('a dashboard refund of exactly that amount closes a request without a second payment [P11]', async () => {
    const open = await createRequest(0, 'requested');
    await shop.control(`transactions/${await chargeOf()}/refund`, { amount_cents: price });
    await pollUntil(
      async () => (await readOrderState(orderId)).refunded,
      (refunded) => refunded === price,
    );
    expect([await listStates(), await listRefundAmounts(shop)]).toEqual([{ [open]: 'done' }, [price]]);
  });
});

describe('a dashboard refund that is reported with the refund of a request', () => {
  const listCreditNotes = async () =>
    (await findReceipt(actor, orderId))?.creditNotes.map(({ amountPiastres }) => amountPiastres);

  it('has its own credit note and mail, and the notes add up to what was refunded [P12]', async () => {
    const sent = await createRequest(0, 'approved');
    await shop.control('faults', { op: 'callback', drop: 'before', times: 8 });
    await shop.control(`transactions/${await chargeOf()}/refund`, { amount_cents: 2500 });
    await runRefund(sent, new Date());
    expect((await readOrderState(orderId)).refunded).toBe(price + 2500);
    expect(await listCreditNotes()).toEqual([price, 2500]);
    expect((await listMails('refunded:')).map(({ data }) => data)).toMatchObject([
      { amountPiastres: String(price) },
      { amountPiastres: '2500' },
    ]);
  });

  it('of the whole payment closes each request with its own amount [P12]', async () => {
    for (const position of [0, 1]) await createRequest(position, 'requested');
    await shop.control(`transactions/${await chargeOf()}/refund`, {});
    const { refunded } = await waitForOrder(orderId, 'refunded');
    expect(await listCreditNotes()).toEqual([price, price, refunded - 2 * price].filter((amount) => amount > 0));
    expect(Object.values(await listStates())).not.toContain('requested');
  });
});

describe('a partial dashboard refund without a request', () => {
  it('is mailed to the buyer, with the number of its credit note [P12]', async () => {
    const open = await createRequest(0, 'requested');
    await shop.control(`transactions/${await chargeOf()}/refund`, { amount_cents: 2500 });
    await pollUntil(
      async () => (await readOrderState(orderId)).refunded,
      (refunded) => refunded === 2500,
    );
    expect((await listStates())[open]).toBe('requested');
    const receipt = await findReceipt(actor, orderId);
    expect(receipt?.creditNotes).toMatchObject([{ amountPiastres: 2500 }]);
    expect((await listMails('refunded:')).map(({ data }) => data)).toMatchObject([
      { amountPiastres: '2500', creditNoteNumber: receipt?.creditNotes[0]?.label },
    ]);
  });
});
