import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BookLine } from '../api/control-api';
import { type Bench, startBench } from '../testing';

let bench: Bench;
beforeAll(async () => void (bench = await startBench()));
afterAll(() => bench.stop());
beforeEach(() => bench.reset());

const listHeard = () => bench.shop.heard.map(({ obj }) => obj);
const readNet = async () => (await bench.control<BookLine[]>('GET', 'books'))[0]?.net_cents;

test.each([
  ['paid-3ds', { success: true, is_3d_secure: true }, 'APPROVED', '00'],
  ['paid', { success: true, is_3d_secure: false }, 'APPROVED', '00'],
  ['declined', { success: false, error_occured: false }, 'DECLINED', '05'],
  ['insufficient-funds', { success: false }, 'INSUFFICIENT_FUNDS', '51'],
  ['expired-card', { success: false }, 'EXPIRED_CARD', '54'],
  ['invalid-csc', { success: false }, 'INVALID_CSC', 'N7'],
  ['timed-out', { success: false, error_occured: true }, 'TIMED_OUT', null],
  ['blocked', { success: false, error_occured: false }, 'BLOCKED', null],
  ['authentication-failed', { success: false }, 'AUTHENTICATION_FAILED', null],
  [
    'wallet',
    { success: true, source_data: { type: 'wallet', sub_type: 'wallet', pan: '01010101010', tenure: null } },
    '200',
    null,
  ],
  ['wallet-declined', { success: false }, '6004', null],
])('the scenario %s ends as its table says [P8]', async (scenario, flags, code, acquirer) => {
  await bench.pay(scenario);
  await bench.pass(0);
  expect(listHeard()).toHaveLength(1);
  expect(listHeard()[0]).toMatchObject({
    pending: false,
    ...flags,
    data: { txn_response_code: code, acq_response_code: acquirer },
  });
  expect(await readNet()).toBe(flags.success ? 129900 : 0);
});

test('a callback can be late or missing [P5, P8]', async () => {
  await bench.pay('late-callback');
  await bench.pay('no-callback');
  await bench.pass(4999);
  expect(listHeard()).toHaveLength(0);
  await bench.pass(1);
  expect(listHeard().map(({ id }) => id)).toEqual([900001]);
});

test('a callback can come three times with the same bytes [P5, P8]', async () => {
  await bench.pay('callback-thrice');
  await bench.pass(5000);
  expect(bench.shop.heard).toHaveLength(3);
  expect(new Set(bench.shop.heard.map(({ hmac, body }) => hmac + body)).size).toBe(1);
});

test('an invalid signature can come before the valid one [P5, P8]', async () => {
  await bench.pay('corrupt-first');
  await bench.pass(0);
  await bench.pass(2000);
  const [first, second] = bench.shop.heard;
  expect(first?.body).toBe(second?.body);
  expect(first?.hmac).not.toBe(second?.hmac);
});

test('an older decline can arrive after the success [P5, P8]', async () => {
  await bench.pay('stale-decline');
  await bench.pass(0);
  await bench.pass(1500);
  const [success, stale] = listHeard();
  expect([success?.success, stale?.success]).toEqual([true, false]);
  expect(String(stale?.created_at) < String(success?.created_at)).toBe(true);
  expect(stale?.id).not.toBe(success?.id);
});

test('a charge that is off by one is signed and recorded with that amount [P5, P8]', async () => {
  await bench.pay('amount-off');
  await bench.pass(0);
  expect(listHeard()[0]).toMatchObject({ amount_cents: 129901, order: { amount_cents: 129900 } });
});

test('an order can be charged twice [P5, P8]', async () => {
  await bench.pay('double-charge');
  await bench.pass(0);
  expect(
    listHeard()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([900001, 900002]);
  expect(await readNet()).toBe(259800);
});

test('a refund in the dashboard resends the parent and adds a child [P7, P8]', async () => {
  await bench.pay('refunded-later');
  await bench.pass(0);
  await bench.pass(3000);
  const [, parent, child] = listHeard();
  expect(parent).toMatchObject({ id: 900001, success: true, is_refunded: true, refunded_amount_cents: 129900 });
  expect(child).toMatchObject({
    id: 900002,
    is_refund: true,
    has_parent_transaction: true,
    parent_transaction: 900001,
  });
  expect(await readNet()).toBe(0);
});

test.each([
  ['pay', { pending: false, success: true, is_voided: false }, 129900],
  ['expire', { pending: false, success: false, is_voided: true }, 0],
])('a kiosk bill stays pending until its end: %s [P8]', async (action, flags, amount) => {
  const bill = await bench.pay('kiosk');
  await bench.pass(0);
  expect(listHeard()).toHaveLength(0);
  const reference = (bill.data as { bill_reference: number }).bill_reference;
  expect(await bench.control('POST', `kiosk/${reference}/${action}`)).toMatchObject(flags);
  await bench.pass(0);
  expect(listHeard()[0]).toMatchObject(flags);
  expect(await readNet()).toBe(amount);
});

test('an announced scenario overrides the card [P8]', async () => {
  await bench.control('POST', 'expect', { match: { special_reference: 'next' }, scenario: 'blocked' });
  expect(await bench.pay('paid', { special_reference: 'next' })).toMatchObject({ id: 900001 });
  await bench.pass(0);
  expect(listHeard()[0]).toMatchObject({ success: false, data: { message: 'BLOCKED' } });
});
