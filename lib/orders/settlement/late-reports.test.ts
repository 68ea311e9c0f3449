import { beforeEach, describe, expect, it } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { reconcileOrder } from '@/lib/orders/admin/order-actions';
import { signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import {
  buy,
  createWorld,
  inMinutes,
  pollUntil,
  readOrderState,
  startOrder,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { receiveReturn } from './notification';
import { reconcilePayments } from './reconcile';

const shop = startShopOfFile();
let actor: Actor;

beforeEach(async () => {
  delete process.env.PAYMOB_OWNER;
  resetConfig();
  actor = await createWorld(shop);
});

const days = (count: number) => inMinutes(count * 1440);

async function close(orderId: string): Promise<void> {
  for (const day of [1, 2, 5, 6]) await reconcilePayments({ now: days(day) });
  expect(await listAttempts(orderId)).toEqual(['closed']);
}

const listAttempts = async (orderId: string) =>
  (await (await db()).paymentAttempt.findMany({ where: { orderId }, select: { status: true } })).map(
    ({ status }) => status,
  );
const chargeOf = async (orderId: string) =>
  (await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } })).paidChargeId;
const refundByDashboard = async (orderId: string, amount?: number) =>
  shop.control(`transactions/${await chargeOf(orderId)}/refund`, amount ? { amount_cents: amount } : {});

describe('events long after the payment page was closed', () => {
  it('a dashboard refund days later ends access, with credit note and mail [P5, P7]', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await refundByDashboard(orderId);
    expect(await waitForOrder(orderId, 'refunded')).toMatchObject({
      enrolments: 0,
      refunded: 129_900,
      mails: ['receipt', 'refunded'],
    });
    await pollUntil(
      async () => (await reconcilePayments({ now: days(7) }), listAttempts(orderId)),
      ([status]) => status === 'closed',
    );
  });

  it('finds a partial dashboard refund whose notification was lost, with mail and credit note [P12]', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await shop.control('faults', { op: 'callback', drop: 'before', times: 8 });
    await refundByDashboard(orderId, 20_000);
    await reconcilePayments({ now: days(8) });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'paid',
      refunded: 20_000,
      enrolments: 1,
      mails: ['receipt', 'refunded'],
    });
  });

  it('repeats the inquiry while Paymob does not answer [P5, P7]', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await shop.control('faults', { op: 'inquiry', status: 500, times: 2 });
    await refundByDashboard(orderId, 20_000);
    await pollUntil(
      () => listAttempts(orderId),
      ([status]) => status === 'open',
    );
    let day = 6;
    const passDay = async () => {
      day += 1;
      await reconcilePayments({ now: days(day) });
      return readOrderState(orderId);
    };
    expect(await pollUntil(passDay, ({ refunded }) => refunded > 0)).toMatchObject({
      status: 'paid',
      refunded: 20_000,
      enrolments: 1,
    });
  });

  it('without a configured Paymob owner, confirms a kiosk bill paid after its end by an inquiry, and opens the course [P5, P6]', async () => {
    const { orderId, secret } = await startOrder(actor);
    await shop.control(`intentions/${secret}/complete`, { scenario: 'kiosk' });
    await close(orderId);
    const { billReference } = await (
      await db()
    ).order.findUniqueOrThrow({ where: { id: orderId }, select: { billReference: true } });
    await shop.control(`kiosk/${billReference}/pay`, {});
    expect(await waitForOrder(orderId)).toMatchObject({ enrolments: 1 });
  });
});

describe('inquiries outside the schedule', () => {
  it('an admin asks Paymob about an order whose pages are closed, and the answer is applied [P5, P7, O6]', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await shop.control('faults', { op: 'callback', drop: 'before', times: 8 });
    await refundByDashboard(orderId);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid' });
    await reconcileOrder(buildActor('admin', { totpAt: new Date() }), {
      orderId,
      reason: 'the bank says so',
      now: days(5),
    });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', enrolments: 0 });
  });

  it('a browser that returns days later is not trusted either, and Paymob is asked [P5]', async () => {
    const { orderId, secret, paymobOrder } = await startOrder(actor);
    await close(orderId);
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    const own = ((await shop.control('transactions')) as unknown as Array<Record<string, unknown>>).findLast(
      (one) => (one.order as { id: number }).id === paymobOrder,
    )!;
    const query = new URLSearchParams(
      Object.entries(own).flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])),
    );
    for (const [key, value] of Object.entries(own.source_data as object))
      query.set(`source_data.${key}`, String(value));
    query.set('order', String(paymobOrder));
    query.set('hmac', signTransaction(own, process.env.PAYMOB_HMAC_SECRET ?? ''));
    expect(await receiveReturn({ query, now: days(5) })).toMatchObject({ orderId });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});
