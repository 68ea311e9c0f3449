import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { config, forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { chargeOf } from '@/lib/payments/paymob/charge';
import { parseTransaction } from '@/lib/payments/paymob/api/transaction';
import { paid as vector, signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { problemStatus } from '@/lib/testing/problem-status';
import { inMinutes, newBuyer, openOrder, orderOf, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { forgetProviders } from '@/lib/payments/providers';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { receiveNotification } from './notification';
import { reconcilePayments } from './reconcile';
import { settlePayment } from './settle';

const shop = shopOfThisFile();
let orderId: string;
let paymobOrder: number;
let secret: string;

beforeEach(async () => {
  process.env.PAYMOB_OWNER = '500001';
  forgetConfig();
  forgetProviders();
  ({ orderId, paymobOrder, secret } = await openOrder(shop));
});

afterEach(() => void vi.restoreAllMocks());

const now = () => new Date();
const bodyOf = (edit: object = {}) => ({ ...vector, order: { ...vector.order, id: paymobOrder }, ...edit });

function report(edit: object) {
  const transaction = parseTransaction(bodyOf(edit));
  if (!transaction) throw new Error('not a transaction');
  return settlePayment({ source: 'inquiry', charge: chargeOf(transaction, config().paymob!, false), now: now() });
}

const callback = (edit: object = {}, type = 'TRANSACTION') => {
  const obj = bodyOf(edit);
  const query = new URLSearchParams({ hmac: signTransaction(obj, config().paymob?.hmacSecret ?? '') });
  return problemStatus(receiveNotification({ body: JSON.stringify({ type, obj }), query, header: () => null, now: now() }));
};

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

const reports = {
  pending: { pending: true, success: false },
  declined: { id: 900000, success: false },
  success: {},
  refund: { is_refunded: true, refunded_amount_cents: 129900 },
};

describe('whatever order the reports come in', () => {
  it.each(permutations(Object.keys(reports) as Array<keyof typeof reports>).map((order) => [order.join(', '), order] as const))(
    'P5 %s: refunded, without access', async (_title, order) => {
      for (const name of order) await report(reports[name]);
      for (const name of order) expect((await report(reports[name])).result).toBe('duplicate');
      expect(await standing(orderId)).toMatchObject({ status: 'refunded', enrolments: 0, refunded: 129900 });
    });

  it.each(permutations(['pending', 'declined', 'success'] as const).map((order) => [order.join(', '), order] as const))(
    'P5 %s: paid, with access, one receipt', async (_title, order) => {
      for (const name of order) await report(reports[name]);
      expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    });

  it('P5 paid without access is a list that is empty, and shows what somebody broke', async () => {
    await report({});
    expect(await listPaidWithoutAccess()).toEqual([]);
    await (await db()).enrolment.deleteMany({});
    expect(await listPaidWithoutAccess()).toEqual([{ orderId, number: expect.any(Number) }]);
  });

  it('a callback that comes after an inquiry said the same leaves one line and changes nothing [P16]', async () => {
    await report({});
    for (let count = 0; count < 3; count += 1) expect(await callback()).toBe(200);
    const events = await (await db()).paymentEvent.findMany({ where: { orderId }, orderBy: { id: 'asc' }, select: { source: true, result: true } });
    expect(events).toEqual([{ source: 'inquiry', result: 'applied' }, { source: 'callback', result: 'duplicate' }]);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });

  it('P5 ten copies at once pay once', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => report({})));
    expect(results.map((one) => one.result).sort()).toEqual(['applied', ...Array.from({ length: 9 }, () => 'duplicate')]);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });
});

describe('the same notification many times', () => {
  const opened = async () => vi.spyOn(await db(), '$transaction');

  it('P5 a hundred copies at once are one transaction, and all are answered when it is stored', async () => {
    const transactions = await opened();
    const answers = await Promise.all(Array.from({ length: 100 }, () => callback()));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    expect(await callback()).toBe(200);
    expect(transactions).toHaveBeenCalledTimes(1);
  });

  it('P5 no copy is answered 200 when the first one could not be stored; the next one can be', async () => {
    const transactions = await opened();
    transactions.mockRejectedValueOnce(new Error('the database went away'));
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => callback())))).toEqual(new Set([503]));
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
    expect(await callback()).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('P5 a copy with a changed unsigned field does not answer for the right one', async () => {
    expect(await Promise.all([callback({ is_live: true }), callback()])).toEqual([200, 200]);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});

describe('a signed notification that is not this payment', () => {
  it.each([
    ['another amount', { amount_cents: 1 }, 'in_review'],
    ['more than the amount', { amount_cents: 1299000 }, 'in_review'],
    ['another currency', { currency: 'USD' }, 'in_review'],
    ['a foreign integration', { integration_id: 4242 }, 'pending'],
    ['a foreign owner', { owner: 1 }, 'pending'],
    ['a live payment in test mode', { is_live: true }, 'pending'],
  ])('P5 %s is stored, grants nothing, and does not block the right one', async (_name, edit, status) => {
    expect(await callback(edit)).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status, enrolments: 0, needsReview: expect.stringMatching(/^mismatch-/) });
    expect(await callback()).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('P5 the charge of another order pays for no second one: stored, for a person to look at', async () => {
    expect(await callback()).toBe(200);
    ({ orderId, paymobOrder } = await orderOf(await newBuyer()));
    expect([await callback(), await callback()]).toEqual([200, 200]);
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0, needsReview: 'contradiction' });
    expect(await callback({ id: 900044 })).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('P5 a refund of somebody else never grants, though it says success', async () => {
    expect(await callback({ has_parent_transaction: true, is_refund: true, id: 900009 })).toBe(200);
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
  });

  it('P5 an order we do not know is answered 200 and logged', async () => {
    expect(await callback({ order: { id: 999_999_999 } })).toBe(200);
    const client = await db();
    expect(await client.paymentEvent.findMany({ select: { orderId: true, result: true, reason: true } })).toEqual([
      { orderId: null, result: 'ignored', reason: 'unknown-order' },
    ]);
  });

  it('P5 bad signatures and bad bodies change nothing and leave no row', async () => {
    const text = JSON.stringify({ type: 'TRANSACTION', obj: bodyOf() });
    const mac = signTransaction(bodyOf(), config().paymob?.hmacSecret ?? '');
    const status = (body: string, macs: string[]) =>
      problemStatus(receiveNotification({ body, query: new URLSearchParams(macs.map((each) => ['hmac', each])), header: () => null, now: now() }));
    expect(await status(text, [])).toBe(401);
    expect(await status(text, [mac, mac])).toBe(401);
    expect(await status(text.replace('129900', '129901'), [mac])).toBe(401);
    expect(await status('nonsense', [mac])).toBe(400);
    expect(await status('{"type":"TRANSACTION"}', [mac])).toBe(400);
    expect(await (await db()).paymentEvent.count()).toBe(0);
  });

  it('P5 without a pinned owner Paymob is asked before anything is granted', async () => {
    delete process.env.PAYMOB_OWNER;
    forgetConfig();
    forgetProviders();
    expect(await callback()).toBe(200);
    await reconcilePayments({ now: inMinutes(3) });
    expect(await standing(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'paid' });
    await until(() => standing(orderId), (one) => one.status === 'paid');
  });
});
