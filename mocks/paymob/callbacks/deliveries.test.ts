import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signTransaction } from './hmac';
import type { Delivery } from '../state/records';
import { startBench, type Bench } from '../testing';

let bench: Bench;
beforeEach(async () => void (bench = await startBench()));
afterEach(() => bench.stop());

const deliveries = () => bench.control<Delivery[]>('GET', 'deliveries');
const heardIds = () => bench.shop.heard.map(({ obj }) => obj.id);

test('P5 P8 a callback carries one right signature and leaves the address’s own query', async () => {
  await bench.pay('paid', { notification_url: `${bench.shop.url}/hook?shop=7` });
  await bench.pass(0);
  const [first] = bench.shop.heard;
  expect(first?.hmac).toBe(signTransaction(first?.obj, 'mock_hmac_secret_0123456789ABCDEF'));
  expect(first?.obj).toMatchObject({ created_at: '2026-01-15T12:30:00.000000', payment_key_claims: { extra: { payment_id: 'pay_01HXMOCK0001' } } });
});

test('P5 P8 a shop in trouble is asked again after 5 s, 30 s and 2 min, then no more', async () => {
  bench.shop.answers.splice(0, 1, 503);
  await bench.pay('paid');
  for (const ms of [0, 5000, 30_000, 120_000, 600_000]) await bench.pass(ms);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ state: 'gave-up' });
  expect(delivery?.attempts.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([503, 'noted']));
  expect(new Set(bench.shop.heard.map(({ body }) => body)).size).toBe(1);
});

test('P5 P8 a refused signature is not asked again', async () => {
  bench.shop.answers.splice(0, 1, 401);
  await bench.pay('paid');
  await bench.pass(0);
  await bench.pass(600_000);
  expect(bench.shop.heard).toHaveLength(1);
});

test('P5 P8 nobody listening counts as trouble', async () => {
  bench.shop.close();
  await bench.pay('paid');
  await bench.pass(0);
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: [{ status: null }] });
});

test('P5 P8 held deliveries go out in the order asked for', async () => {
  await bench.control('POST', 'pause');
  for (let i = 0; i < 3; i += 1) await bench.pay('paid');
  const ids = (await deliveries()).map(({ id }) => id).reverse();
  await bench.control('POST', 'deliveries/reorder', { ids });
  await bench.control('POST', 'resume');
  while (bench.shop.heard.length < 3) await bench.pass(1);
  expect(heardIds()).toEqual([900003, 900002, 900001]);
});

test('P5 P8 a delivery is replayed, cancelled, delayed or spoilt by hand', async () => {
  await bench.control('POST', 'pause');
  for (let i = 0; i < 3; i += 1) await bench.pay('paid');
  await bench.control('POST', 'deliveries/1/cancel');
  await bench.control('POST', 'deliveries/2/delay', { ms: 1000 });
  await bench.control('POST', 'deliveries/3/corrupt', { field: 'amount_cents' });
  await bench.control('POST', 'resume');
  await bench.pass(0);
  expect(bench.shop.heard.map(({ obj }) => obj.amount_cents)).toEqual([129901]);
  await bench.pass(1000);
  await bench.control('POST', 'deliveries/2/replay');
  await bench.pass(0);
  expect(heardIds()).toEqual([900003, 900002, 900002]);
});

test('P5 P8 callbacks are lost, multiplied and delayed on demand', async () => {
  await bench.control('POST', 'faults', { op: 'callback', drop: 'before' });
  await bench.control('POST', 'faults', { op: 'callback', copies: 4 });
  await bench.control('POST', 'faults', { op: 'callback', delayMs: 700 });
  for (let i = 0; i < 3; i += 1) await bench.pay('paid');
  await bench.pass(0);
  expect(heardIds()).toEqual(Array(4).fill(900002));
  await bench.pass(700);
  expect(heardIds().at(-1)).toBe(900003);
});

test('P8 wallets and kiosks call the address of their integration', async () => {
  await bench.pay('wallet', { notification_url: 'http://127.0.0.1:9/never' });
  await bench.pass(0);
  expect(heardIds()).toEqual([900001]);
});

test.each([
  [{ status: 429, body: { detail: 'slow' } }, 429, '{"detail":"slow"}'],
  [{ html: true }, 502, '<!doctype html>'],
  [{ badJson: true }, 201, '{"payment_keys"'],
  [{ patch: { client_secret: null } }, 201, '"client_secret":null'],
])('P8 an intention fails as the fault says: %j', async (fault, status, text) => {
  await bench.control('POST', 'faults', { op: 'intention.create', ...fault });
  const headers = { 'content-type': 'application/json', authorization: 'Token egy_sk_test_mock' };
  const body = JSON.stringify({ amount: 1, currency: 'EGP', payment_methods: [1001], billing_data: { first_name: 'a', last_name: 'b', email: 'a@b.example', phone_number: '1' } });
  const answer = await fetch(`${bench.url}/v1/intention/`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(text);
  expect((await bench.intend()).client_secret).toMatch(/^egy_csk_test_/);
});

test('P8 a state file lets the mock go on where it was', async () => {
  const stateFile = join(await mkdtemp(join(tmpdir(), 'paymob-')), 'state.json');
  const first = await startBench({ stateFile });
  const { id } = await first.intend({ special_reference: 'stored' });
  await new Promise((resolve) => setImmediate(resolve));
  await first.stop();
  const second = await startBench({ stateFile });
  expect(await second.control('POST', `intentions/${id}/complete`, { scenario: 'paid' })).toMatchObject({ order: { merchant_order_id: 'stored' } });
  await second.stop();
});

test('P5 P8 an open attempt is announced as pending, then settled', async () => {
  const { id } = await bench.pay('abandoned');
  await bench.control('POST', `transactions/${id}/announce`);
  await bench.pass(0);
  await bench.control('POST', `transactions/${id}/settle`, { scenario: 'paid' });
  await bench.pass(0);
  expect(bench.shop.heard.map(({ obj }) => [obj.id, obj.pending, obj.success])).toEqual([[id, true, false], [id, false, true]]);
});

test('P5 P8 a callback may overtake the answer that names its order', async () => {
  await bench.control('POST', 'faults', { op: 'intention.create', answerDelayMs: 300 });
  const slow = bench.intend({ special_reference: 'overtaken' });
  while ((await bench.control<unknown[]>('GET', 'intentions')).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await bench.control('POST', 'intentions/overtaken/complete', { scenario: 'paid' });
  await bench.pass(0);
  expect(heardIds()).toEqual([900001]);
  expect((await slow).intention_order_id).toBe(700001);
});
