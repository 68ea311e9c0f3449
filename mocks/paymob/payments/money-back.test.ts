import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bench, startBench } from '../testing';

let bench: Bench;
beforeAll(async () => void (bench = await startBench()));
afterAll(() => bench.stop());
beforeEach(() => bench.reset());

const refund = (id: number, amount: number) =>
  bench.call('POST', '/api/acceptance/void_refund/refund', { transaction_id: id, amount_cents: amount });
const voidTransaction = (id: number) => bench.call('POST', '/api/acceptance/void_refund/void', { transaction_id: id });
const findParent = async (id: number) =>
  (await bench.control<Record<string, unknown>[]>('GET', 'transactions')).find((one) => one.id === id);

test('a refund can be partial but never exceeds what was paid [P7, P8]', async () => {
  const { id } = await bench.pay('paid');
  expect((await refund(id, 100_000)).json).toMatchObject({
    is_refund: true,
    success: true,
    amount_cents: 100_000,
    parent_transaction: id,
  });
  expect(await refund(id, 29_901)).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('Maximum Refund Amount is EGP 299.0') },
  });
  expect((await refund(id, 29_900)).status).toBe(200);
  expect(await findParent(id)).toMatchObject({ is_refunded: true, refunded_amount_cents: 129_900 });
});

test.each(['kiosk-paid', 'declined'])('a %s transaction cannot be refunded [P7, P8]', async (scenario) => {
  expect((await refund((await bench.pay(scenario)).id, 100)).status).toBe(400);
});

test('a refused refund answers 200 with success false and moves no money [P7, P8]', async () => {
  const { id } = await bench.pay('paid');
  await bench.control('POST', 'faults', { op: 'refund', outcome: 'refused' });
  expect(await refund(id, 129_900)).toMatchObject({ status: 200, json: { success: false, pending: false } });
  expect(await findParent(id)).toMatchObject({ is_refunded: false });
});

test('a pending refund is settled later and then reported [P7, P8]', async () => {
  const { id } = await bench.pay('paid');
  await bench.pass(0);
  await bench.control('POST', 'faults', { op: 'refund', outcome: 'pending', settleMs: 1000 });
  expect((await refund(id, 129_900)).json).toMatchObject({ success: false, pending: true });
  await bench.pass(1000);
  expect(await findParent(id)).toMatchObject({ refunded_amount_cents: 129_900 });
  expect(bench.shop.heard).toHaveLength(3);
});

test('a refund whose answer is lost has still happened [P7, P8]', async () => {
  const { id } = await bench.pay('paid');
  await bench.control('POST', 'faults', { op: 'refund', drop: 'after' });
  await expect(refund(id, 129_900)).rejects.toThrow('fetch failed');
  expect(await findParent(id)).toMatchObject({ refunded_amount_cents: 129_900 });
});

test('a card can be voided only on the same day [P8]', async () => {
  const today = await bench.pay('paid');
  expect((await voidTransaction(today.id)).json).toMatchObject({ is_void: true, success: true });
  expect(await findParent(today.id)).toMatchObject({ is_voided: true });
  const later = await bench.pay('paid');
  await bench.pass(24 * 3600 * 1000);
  expect((await voidTransaction(later.id)).status).toBe(400);
});

test('reserved money is captured once, up to the authorised amount [P8]', async () => {
  const capture = (id: number, amount: number) =>
    bench.call('POST', '/api/acceptance/capture', { transaction_id: id, amount_cents: amount });
  const { id } = await bench.pay('paid', { payment_methods: [1004] });
  expect((await capture(id, 129_901)).json).toMatchObject({ detail: 'Capture amount cannot exceed auth amount' });
  expect((await capture(id, 129_900)).json).toMatchObject({ is_capture: true });
  expect((await capture(id, 1)).status).toBe(400);
  expect((await capture(1, 1)).json).toMatchObject({ detail: 'Invalid transaction id' });
});
