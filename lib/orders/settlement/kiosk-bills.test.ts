import { beforeEach, describe, expect, it } from 'vitest';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { toCharge } from '@/lib/payments/paymob/provider';
import { parseTransaction } from '@/lib/payments/paymob/transaction';
import { paid as vector } from '@/lib/payments/paymob/vectors.fixture';
import { readOrderState, startOrderInNewShop, startShopOfFile } from '@/tests/support/shop';
import { settlePayment } from './settle';

const shop = startShopOfFile();
let orderId: string;
let paymobOrder: number;

beforeEach(async () => {
  ({ orderId, paymobOrder } = await startOrderInNewShop(shop));
});

const card = { id: 900_010 };
const bill = (number: number) => ({
  id: 900_000 + number,
  pending: true,
  success: false,
  integration_id: 1003,
  source_data: { type: 'aggregator', sub_type: 'AGGREGATOR', pan: '' },
  data: { bill_reference: number },
});
const reports = {
  bill: bill(1),
  'card pending': { ...card, pending: true, success: false },
  'card declined': { ...card, success: false },
  'card paid': { id: 900_011 },
  'bill ended': { ...bill(1), pending: false, is_voided: true },
  'bill declined': { ...bill(1), pending: false },
  'bill paid': { ...bill(1), pending: false, success: true },
  'second bill': bill(2),
} as const;

async function report(...names: Array<keyof typeof reports>): Promise<void> {
  for (const name of names) {
    const transaction = parseTransaction({ ...vector, order: { ...vector.order, id: paymobOrder }, ...reports[name] });
    await settlePayment({
      source: 'inquiry',
      charge: toCharge(transaction!, config().payments.paymob!, false),
      now: new Date(),
    });
  }
}

const readOrder = async () =>
  (await db()).order.findUniqueOrThrow({
    where: { id: orderId },
    select: { status: true, method: true, billReference: true },
  });
const open = { status: 'pending', method: 'kiosk', billReference: '1' };

describe('a kiosk bill and a card payment on one page', () => {
  it.each([
    ['bill', 'card pending', 'card declined'],
    ['card pending', 'bill', 'card declined'],
    ['card pending', 'card declined', 'bill'],
    ['bill', 'card declined', 'card pending'],
    ['card declined', 'bill', 'card pending'],
    ['card declined', 'card pending', 'bill'],
  ] as const)('%s, %s, %s: the payable kiosk number stays [P5, P6]', async (...names) => {
    await report(...names);
    expect(await readOrder()).toEqual(open);
    await report('bill paid');
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('the end of an earlier bill does not end the order [P6]', async () => {
    await report('bill', 'second bill', 'bill ended');
    expect(await readOrder()).toEqual({ ...open, billReference: '2' });
  });

  it.each([
    ['bill ended', 'expired'],
    ['bill declined', 'failed'],
  ] as const)('after %s the order is %s, even if the start of the bill is reported late [P6]', async (end, status) => {
    await report('bill', end);
    expect(await readOrder()).toMatchObject({ status });
  });

  it('a late report does not reopen an ended bill [P5]', async () => {
    await report('bill declined', 'bill');
    expect(await readOrder()).toMatchObject({ status: 'failed' });
  });

  it('a declined order has released its coupon use, and a late bill does not take it again [N10, P5]', async () => {
    const client = await db();
    const { id: couponId } = await client.coupon.create({
      data: { code: 'TEN', percent: 10, maxUses: 1 },
      select: { id: true },
    });
    await client.order.update({ where: { id: orderId }, data: { couponId }, select: { id: true } });
    await report('card declined', 'bill');
    expect(await readOrder()).toMatchObject({ status: 'failed' });
  });

  it('a bill that ends after the order was paid by card refunds nothing [P5, P7]', async () => {
    await report('bill', 'card paid', 'bill ended');
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'paid',
      refunded: 0,
      enrolments: 1,
      needsReview: null,
      mails: ['receipt'],
    });
    expect(await (await db()).refundRequest.count()).toBe(0);
  });
});
