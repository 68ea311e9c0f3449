import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { config, resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { toCharge } from '@/lib/payments/paymob/provider';
import { parseTransaction } from '@/lib/payments/paymob/transaction';
import { paid as vector, signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { readProblemStatus } from '@/tests/support/problems';
import {
  createBuyer,
  inMinutes,
  readOrderState,
  startOrder,
  startOrderInNewShop,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { receiveNotification } from './notification';
import { reconcilePayments } from './reconcile';
import { settlePayment } from './settle';

const shop = startShopOfFile();
let orderId: string;
let paymobOrder: number;
let secret: string;

beforeEach(async () => {
  process.env.PAYMOB_OWNER = '500001';
  resetConfig();
  ({ orderId, paymobOrder, secret } = await startOrderInNewShop(shop));
});

afterEach(() => void vi.restoreAllMocks());

const now = () => new Date();
const buildBody = (edit: object = {}) => ({ ...vector, order: { ...vector.order, id: paymobOrder }, ...edit });

function report(edit: object) {
  const transaction = parseTransaction(buildBody(edit));
  if (!transaction) throw new Error('not a transaction');
  return settlePayment({
    source: 'inquiry',
    charge: toCharge(transaction, config().payments.paymob!, false),
    now: now(),
  });
}

const sendCallback = (edit: object = {}, type = 'TRANSACTION') => {
  const obj = buildBody(edit);
  const query = new URLSearchParams({ hmac: signTransaction(obj, config().payments.paymob?.hmacSecret ?? '') });
  return readProblemStatus(
    receiveNotification({ body: JSON.stringify({ type, obj }), query, header: () => null, now: now() }),
  );
};

function listPermutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => listPermutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

const reports = {
  pending: { pending: true, success: false },
  declined: { id: 900000, success: false },
  success: {},
  refund: { is_refunded: true, refunded_amount_cents: 129900 },
};

describe('reports in any order', () => {
  it.each(
    listPermutations(Object.keys(reports) as Array<keyof typeof reports>).map(
      (order) => [order.join(', '), order] as const,
    ),
  )('%s: refunded, without access [P5]', async (_title, order) => {
    for (const name of order) await report(reports[name]);
    for (const name of order) expect((await report(reports[name])).result).toBe('duplicate');
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', enrolments: 0, refunded: 129900 });
  });

  it.each(
    listPermutations(['pending', 'declined', 'success'] as const).map((order) => [order.join(', '), order] as const),
  )('%s: paid, with access, one receipt [P5]', async (_title, order) => {
    for (const name of order) await report(reports[name]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });

  it('lists paid orders without access: none, except after an enrolment was deleted [P5]', async () => {
    await report({});
    expect(await listPaidWithoutAccess()).toEqual([]);
    await (await db()).enrolment.deleteMany({});
    expect(await listPaidWithoutAccess()).toEqual([{ orderId, number: expect.any(Number) }]);
  });

  it('a callback after an inquiry with the same result leaves one entry and changes nothing [P16]', async () => {
    await report({});
    for (let count = 0; count < 3; count += 1) expect(await sendCallback()).toBe(200);
    const events = await (
      await db()
    ).paymentEvent.findMany({ where: { orderId }, orderBy: { id: 'asc' }, select: { source: true, result: true } });
    expect(events).toEqual([
      { source: 'inquiry', result: 'applied' },
      { source: 'callback', result: 'duplicate' },
    ]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });

  it('ten concurrent copies settle the payment once [P5]', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => report({})));
    expect(results.map((one) => one.result).sort()).toEqual([
      'applied',
      ...Array.from({ length: 9 }, () => 'duplicate'),
    ]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
  });
});

describe('copies of the same notification', () => {
  const spyOnTransactions = async () => vi.spyOn(await db(), '$transaction');

  it('stores a hundred concurrent copies in one transaction, and answers all of them once it is committed [P5]', async () => {
    const transactions = await spyOnTransactions();
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendCallback()));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    expect(await sendCallback()).toBe(200);
    expect(transactions).toHaveBeenCalledTimes(1);
  });

  it('answers no copy with 200 if the first one could not be stored, and stores the next one [P5]', async () => {
    const transactions = await spyOnTransactions();
    transactions.mockRejectedValueOnce(new Error('the database went away'));
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => sendCallback())))).toEqual(new Set([503]));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
    expect(await sendCallback()).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('a copy with a changed unsigned field does not replace the genuine one [P5]', async () => {
    expect(await Promise.all([sendCallback({ is_live: true }), sendCallback()])).toEqual([200, 200]);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });
});

describe('a signed notification that does not match the payment', () => {
  it.each([
    ['another amount', { amount_cents: 1 }, 'in_review'],
    ['more than the amount', { amount_cents: 1299000 }, 'in_review'],
    ['another currency', { currency: 'USD' }, 'in_review'],
    ['a foreign integration', { integration_id: 4242 }, 'pending'],
    ['a foreign owner', { owner: 1 }, 'pending'],
    ['a live payment in test mode', { is_live: true }, 'pending'],
  ])('%s is stored, grants no access, and does not block the correct payment [P5]', async (_name, edit, status) => {
    expect(await sendCallback(edit)).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({
      status,
      enrolments: 0,
      needsReview: expect.stringMatching(/^mismatch-/),
    });
    expect(await sendCallback()).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('a charge of another order does not pay this one: it is stored and flagged for review [P5]', async () => {
    expect(await sendCallback()).toBe(200);
    ({ orderId, paymobOrder } = await startOrder(await createBuyer()));
    expect([await sendCallback(), await sendCallback()]).toEqual([200, 200]);
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'pending',
      enrolments: 0,
      needsReview: 'contradiction',
    });
    expect(await sendCallback({ id: 900044 })).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('a refund of another payment grants no access, although it reports success [P5]', async () => {
    expect(await sendCallback({ has_parent_transaction: true, is_refund: true, id: 900009 })).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
  });

  it('an unknown order is answered with 200 and logged [P5]', async () => {
    expect(await sendCallback({ order: { id: 999_999_999 } })).toBe(200);
    const client = await db();
    expect(await client.paymentEvent.findMany({ select: { orderId: true, result: true, reason: true } })).toEqual([
      { orderId: null, result: 'ignored', reason: 'unknown-order' },
    ]);
  });

  it('invalid signatures and invalid bodies change nothing and leave no row [P5]', async () => {
    const text = JSON.stringify({ type: 'TRANSACTION', obj: buildBody() });
    const mac = signTransaction(buildBody(), config().payments.paymob?.hmacSecret ?? '');
    const receiveStatus = (body: string, macs: string[]) =>
      readProblemStatus(
        receiveNotification({
          body,
          query: new URLSearchParams(macs.map((each) => ['hmac', each])),
          header: () => null,
          now: now(),
        }),
      );
    expect(await receiveStatus(text, [])).toBe(401);
    expect(await receiveStatus(text, [mac, mac])).toBe(401);
    expect(await receiveStatus(text.replace('129900', '129901'), [mac])).toBe(401);
    expect(await receiveStatus('nonsense', [mac])).toBe(400);
    expect(await receiveStatus('{"type":"TRANSACTION"}', [mac])).toBe(400);
    expect(await (await db()).paymentEvent.count()).toBe(0);
  });

  it('without a configured Paymob owner, asks Paymob before granting access [P5]', async () => {
    delete process.env.PAYMOB_OWNER;
    resetConfig();
    expect(await sendCallback()).toBe(200);
    await reconcilePayments({ now: inMinutes(3) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'pending', enrolments: 0 });
    await shop.control(`intentions/${secret}/complete`, { scenario: 'paid' });
    await waitForOrder(orderId);
  });
});
