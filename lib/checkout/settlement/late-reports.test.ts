import { beforeEach, describe, expect, it } from 'vitest';
import { reconcileOrder } from '@/lib/admin/orders/order-actions';
import type { Actor } from '@/lib/actor';
import { forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { forgetProviders } from '@/lib/payments/providers';
import { signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { actorFor } from '@/lib/testing/actors';
import { buy, inMinutes, newWorld, orderOf, settled, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { receiveReturn } from './receive-return';
import { reconcilePayments } from './reconcile';

const shop = shopOfThisFile();
let actor: Actor;

beforeEach(async () => {
  delete process.env.PAYMOB_OWNER;
  forgetConfig();
  forgetProviders();
  actor = await newWorld(shop);
});

const days = (count: number) => inMinutes(count * 1440);

/** All pages are closed, nobody asks about them any more. */
async function close(orderId: string): Promise<void> {
  for (const day of [1, 2, 5, 6]) await reconcilePayments({ now: days(day) });
  expect(await attempts(orderId)).toEqual(['closed']);
}

const attempts = async (orderId: string) => (await (await db()).paymentAttempt.findMany({ where: { orderId }, select: { status: true } })).map(({ status }) => status);
const chargeOf = async (orderId: string) => (await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } })).paidChargeId;
const byDashboard = async (orderId: string, amount?: number) => shop.control(`transactions/${await chargeOf(orderId)}/refund`, amount ? { amount_cents: amount } : {});

describe('what is reported long after the page was closed', () => {
  it('P5 P7 a refund made at the dashboard days later ends access, with credit note and mail', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await byDashboard(orderId);
    expect(await settled(orderId, 'refunded')).toMatchObject({ enrolments: 0, refunded: 129_900, mails: ['receipt', 'refunded'] });
    await until(async () => (await reconcilePayments({ now: days(7) }), attempts(orderId)), ([status]) => status === 'closed');
  });

  it('finds a part given back at the dashboard whose notification was lost, with mail and credit note [P12]', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await shop.control('faults', { op: 'callback', drop: 'before', times: 8 });
    await byDashboard(orderId, 20_000);
    await reconcilePayments({ now: days(8) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 20_000, enrolments: 1, mails: ['receipt', 'refunded'] });
  });

  it('P5 P7 while Paymob does not answer it is asked again', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await shop.control('faults', { op: 'inquiry', status: 500, times: 2 });
    await byDashboard(orderId, 20_000);
    await until(() => attempts(orderId), ([status]) => status === 'open');
    let day = 6;
    const nextDay = async () => {
      day += 1;
      await reconcilePayments({ now: days(day) });
      return standing(orderId);
    };
    expect(await until(nextDay, ({ refunded }) => refunded > 0)).toMatchObject({ status: 'paid', refunded: 20_000, enrolments: 1 });
  });

  it('P5 P6 without a pinned owner a kiosk bill paid after its end is asked about, and opens the course', async () => {
    const { orderId, secret } = await orderOf(actor);
    await shop.control(`intentions/${secret}/complete`, { scenario: 'kiosk' });
    await close(orderId);
    const { billReference } = await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { billReference: true } });
    await shop.control(`kiosk/${billReference}/pay`, {});
    expect(await settled(orderId)).toMatchObject({ enrolments: 1 });
  });
});

describe('asked by hand', () => {
  it('P5 P7 O6 an administrator asks about an order whose pages are closed, and what is found counts', async () => {
    const orderId = await buy(shop, actor);
    await close(orderId);
    await shop.control('faults', { op: 'callback', drop: 'before', times: 8 });
    await byDashboard(orderId);
    expect(await standing(orderId)).toMatchObject({ status: 'paid' });
    await reconcileOrder(actorFor('admin', { totpAt: new Date() }), { orderId, reason: 'the bank says so', now: days(5) });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', enrolments: 0 });
  });

  it('P5 the browser that returns days later is believed as little, and Paymob is asked', async () => {
    const { orderId, secret, paymobOrder } = await orderOf(actor);
    await close(orderId);
    await shop.control(`intentions/${secret}/complete`, { scenario: 'no-callback' });
    const own = ((await shop.control('transactions')) as unknown as Array<Record<string, unknown>>).findLast((one) => (one.order as { id: number }).id === paymobOrder)!;
    const query = new URLSearchParams(Object.entries(own).flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])));
    for (const [key, value] of Object.entries(own.source_data as object)) query.set(`source_data.${key}`, String(value));
    query.set('order', String(paymobOrder));
    query.set('hmac', signTransaction(own, process.env.PAYMOB_HMAC_SECRET ?? ''));
    expect(await receiveReturn({ query, now: days(5) })).toMatchObject({ orderId });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});
