import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signTransaction } from './callback-bodies';
import type { Delivery } from './state/records';
import { type Bench, startBench } from './testing';

let bench: Bench;
beforeEach(async () => void (bench = await startBench()));
afterEach(() => bench.stop());

const listDeliveries = () => bench.control<Delivery[]>('GET', 'deliveries');
const listHeardIds = () => bench.shop.heard.map(({ obj }) => obj.id);

test('a callback has one valid signature and keeps the query of its address [P5, P8]', async () => {
  await bench.pay('paid', { notification_url: `${bench.shop.url}/hook?shop=7` });
  await bench.pass(0);
  const [first] = bench.shop.heard;
  expect(first?.hmac).toBe(signTransaction(first?.obj, 'mock_hmac_secret_0123456789ABCDEF'));
  expect(first?.obj).toMatchObject({
    created_at: '2026-01-15T12:30:00.000000',
    payment_key_claims: { extra: { payment_id: 'pay_01HXMOCK0001' } },
  });
});

test('a callback answered with an error is retried after 5 s, 30 s and 2 min, then given up [P5, P8]', async () => {
  bench.shop.answers.splice(0, 1, 503);
  await bench.pay('paid');
  for (const ms of [0, 5000, 30_000, 120_000, 600_000]) await bench.pass(ms);
  const [delivery] = await listDeliveries();
  expect(delivery).toMatchObject({ state: 'gave-up' });
  expect(delivery?.attempts.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([503, 'noted']));
  expect(new Set(bench.shop.heard.map(({ body }) => body)).size).toBe(1);
});

test('a callback refused with 401 is not retried [P5, P8]', async () => {
  bench.shop.answers.splice(0, 1, 401);
  await bench.pay('paid');
  await bench.pass(0);
  await bench.pass(600_000);
  expect(bench.shop.heard).toHaveLength(1);
});

test('an unreachable shop counts as an error [P5, P8]', async () => {
  bench.shop.close();
  await bench.pay('paid');
  await bench.pass(0);
  expect((await listDeliveries())[0]).toMatchObject({ state: 'waiting', attempts: [{ status: null }] });
});

test('held deliveries go out in the requested order [P5, P8]', async () => {
  await bench.control('POST', 'pause');
  for (let i = 0; i < 3; i += 1) await bench.pay('paid');
  const ids = (await listDeliveries()).map(({ id }) => id).reverse();
  await bench.control('POST', 'deliveries/reorder', { ids });
  await bench.control('POST', 'resume');
  while (bench.shop.heard.length < 3) await bench.pass(1);
  expect(listHeardIds()).toEqual([900003, 900002, 900001]);
});

test('a delivery can be replayed, cancelled, delayed or corrupted [P5, P8]', async () => {
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
  expect(listHeardIds()).toEqual([900003, 900002, 900002]);
});

test('callbacks can be lost, duplicated and delayed on demand [P5, P8]', async () => {
  await bench.control('POST', 'faults', { op: 'callback', drop: 'before' });
  await bench.control('POST', 'faults', { op: 'callback', copies: 4 });
  await bench.control('POST', 'faults', { op: 'callback', delayMs: 700 });
  for (let i = 0; i < 3; i += 1) await bench.pay('paid');
  await bench.pass(0);
  expect(listHeardIds()).toEqual(Array(4).fill(900002));
  await bench.pass(700);
  expect(listHeardIds().at(-1)).toBe(900003);
});

test('wallet callbacks go to the address of their integration [P8]', async () => {
  await bench.pay('wallet', { notification_url: 'http://127.0.0.1:9/never' });
  await bench.pass(0);
  expect(listHeardIds()).toEqual([900001]);
});

test.each([
  [{ status: 429, body: { detail: 'slow' } }, 429, '{"detail":"slow"}'],
  [{ html: true }, 502, '<!doctype html>'],
  [{ badJson: true }, 201, '{"payment_keys"'],
  [{ patch: { client_secret: null } }, 201, '"client_secret":null'],
])('an intention fails as its fault says: %j [P8]', async (fault, status, text) => {
  await bench.control('POST', 'faults', { op: 'intention.create', ...fault });
  const headers = { 'content-type': 'application/json', authorization: 'Token egy_sk_test_mock' };
  const body = JSON.stringify({
    amount: 1,
    currency: 'EGP',
    payment_methods: [1001],
    billing_data: { first_name: 'a', last_name: 'b', email: 'a@b.example', phone_number: '1' },
  });
  const answer = await fetch(`${bench.url}/v1/intention/`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(text);
  expect((await bench.intend()).client_secret).toMatch(/^egy_csk_test_/);
});

test('a state file lets the mock continue after a restart [P8]', async () => {
  const stateFile = join(await mkdtemp(join(tmpdir(), 'paymob-')), 'state.json');
  const first = await startBench({ stateFile });
  const { id } = await first.intend({ special_reference: 'stored' });
  await new Promise((resolve) => setImmediate(resolve));
  await first.stop();
  const second = await startBench({ stateFile });
  expect(await second.control('POST', `intentions/${id}/complete`, { scenario: 'paid' })).toMatchObject({
    order: { merchant_order_id: 'stored' },
  });
  await second.stop();
});

test('an open attempt can be announced as pending, then settled [P5, P8]', async () => {
  const { id } = await bench.pay('abandoned');
  await bench.control('POST', `transactions/${id}/announce`);
  await bench.pass(0);
  await bench.control('POST', `transactions/${id}/settle`, { scenario: 'paid' });
  await bench.pass(0);
  expect(bench.shop.heard.map(({ obj }) => [obj.id, obj.pending, obj.success])).toEqual([
    [id, true, false],
    [id, false, true],
  ]);
});

test('a callback can arrive before the answer that names its order [P5, P8]', async () => {
  await bench.control('POST', 'faults', { op: 'intention.create', answerDelayMs: 300 });
  const slow = bench.intend({ special_reference: 'overtaken' });
  while ((await bench.control<unknown[]>('GET', 'intentions')).length === 0) await sleep(5);
  await bench.control('POST', 'intentions/overtaken/complete', { scenario: 'paid' });
  await bench.pass(0);
  expect(listHeardIds()).toEqual([900001]);
  expect((await slow).intention_order_id).toBe(700001);
});
