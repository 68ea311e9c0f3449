import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bench, buildIntention, startBench } from '../testing';

let bench: Bench;
beforeAll(async () => void (bench = await startBench()));
afterAll(() => bench.stop());
beforeEach(() => bench.reset());

const create = (more: Record<string, unknown>, headers?: Record<string, string>) =>
  bench.call('POST', '/v1/intention/', buildIntention(bench.shop.url, more), headers);

test('an intention is answered in Paymob’s format, with ids that repeat after a reset [P8]', async () => {
  const { status, json } = await create({ special_reference: 'pay_01HXMOCK0001' });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    id: 'pi_test_00000000000000000000000000000001',
    client_secret: 'egy_csk_test_00000000000000000000000000000001',
    intention_order_id: 700001,
    created: '2026-01-15T12:30:00.000000',
    special_reference: 'pay_01HXMOCK0001',
    confirmed: false,
    payment_methods: [{ integration_id: 1001 }, { integration_id: 1002 }, { integration_id: 1003 }],
    intention_detail: { amount: 129900, billing_data: { apartment: 'NA', phone_number: '+201000000000' } },
  });
  await bench.control('POST', 'reset');
  expect((await create({})).json.id).toBe('pi_test_00000000000000000000000000000001');
});

const billing = buildIntention('').billing_data as object;

test.each([
  [
    'no phone',
    400,
    { billing_data: { ...billing, phone_number: undefined } },
    { billing_data: { phone_number: ['This field is required.'] } },
  ],
  ['no amount', 400, { amount: undefined }, { amount: ['This field is required.'] }],
  ['a broken amount', 400, { amount: 12.5 }, { amount: ['A valid integer is required.'] }],
  ['an item without name', 400, { items: [{ amount: 129900 }] }, { items: { name: ['This field is required.'] } }],
  [
    'a name of 51 letters',
    400,
    { items: [{ amount: 129900, name: 'x'.repeat(51) }] },
    { items: { name: ['Ensure this field has no more than 50 characters.'] } },
  ],
  [
    'a wrong email',
    400,
    { billing_data: { ...billing, email: 'mona' } },
    { billing_data: { email: ['Enter a valid email address.'] } },
  ],
  [
    'an unknown integration',
    404,
    { payment_methods: [9] },
    { detail: 'Integration ID/Name does not exist in our system: 9' },
  ],
  [
    'an integration as text',
    404,
    { payment_methods: ['1001'] },
    { detail: 'Integration ID/Name does not exist in our system: 1001' },
  ],
  ['another currency', 400, { currency: 'USD' }, { currency: ['Integration 1001 takes EGP only.'] }],
  ['items that do not add up', 406, { amount: 5 }, { code: 'unmatched_item_prices' }],
  [
    'an outside address',
    400,
    { notification_url: 'https://example.com/hook' },
    { notification_url: ['This mock calls allowed (loopback) hosts only.'] },
  ],
])('%s is refused with %i [P3, P8]', async (_, status, more, body) => {
  const answer = await create(more);
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject(body);
});

test('quantities must satisfy both readings of the sum rule [P3, P8]', async () => {
  expect((await create({ amount: 10000, items: [{ name: 'a', amount: 5000, quantity: 2 }] })).status).toBe(406);
});

test('a reference is accepted once [P8]', async () => {
  expect((await create({ special_reference: 'same' })).status).toBe(201);
  expect((await create({ special_reference: 'same' })).status).toBe(400);
});

test.each([
  ['Bearer egy_sk_test_mock', 'Authentication credentials were not provided.'],
  ['Token egy_sk_test_other', 'Provided secret key is invalid.'],
])('refuses the credentials %s [P8]', async (authorization, detail) => {
  expect(await create({}, { authorization })).toEqual({ status: 401, json: { detail } });
});

const createBearer = async (): Promise<Record<string, string>> => {
  const { json } = await bench.call('POST', '/api/auth/tokens', { api_key: 'mock_api_key' });
  return { authorization: `Bearer ${String(json.token)}` };
};

test('inquiry finds nothing before an attempt, and only the latest of several attempts [P5]', async () => {
  const headers = await createBearer();
  const { id, intention_order_id: order } = await bench.intend();
  const ask = () =>
    bench.call('POST', '/api/ecommerce/orders/transaction_inquiry', { order_id: String(order) }, headers);
  expect((await ask()).status).toBe(404);
  await bench.control('POST', `intentions/${id}/complete`, { scenario: 'paid' });
  await bench.control('POST', `intentions/${id}/complete`, { scenario: 'declined' });
  expect((await ask()).json).toMatchObject({
    id: 900002,
    success: false,
    order: { id: order, payment_status: 'PAID', paid_amount_cents: 129900 },
  });
  expect((await bench.call('GET', '/api/acceptance/transactions/900001', undefined, headers)).json).toMatchObject({
    success: true,
  });
});

test('an access token expires after an hour on the mock’s clock [P8]', async () => {
  const headers = await createBearer();
  const { id } = await bench.pay('paid');
  const read = async () => (await bench.call('GET', `/api/acceptance/transactions/${id}`, undefined, headers)).status;
  await bench.control('POST', 'clock/advance', { ms: 3_599_000 });
  expect(await read()).toBe(200);
  await bench.control('POST', 'clock/advance', { ms: 1000 });
  expect(await read()).toBe(401);
});

test('the element call shows whether the order is paid, and the attempt only in the redirect address [P8]', async () => {
  const intention = await bench.intend();
  const read = async () =>
    (await bench.call('GET', `/v1/intention/element/egy_pk_test_mock/${intention.client_secret}/`)).json;
  expect(await read()).toMatchObject({ paid: false, redirection_url: `${bench.shop.url}/api/payment/return` });
  await bench.control('POST', `intentions/${intention.id}/complete`, { scenario: 'paid' });
  const after = await read();
  expect(after.paid).toBe(true);
  expect(new URL(String(after.redirection_url)).searchParams.get('success')).toBe('true');
});

test('an update requires its order and is refused once paid [P8]', async () => {
  const intention = await bench.intend();
  const put = (body: object) => bench.call('PUT', `/v1/intention/${intention.client_secret}`, body);
  expect((await put({ amount: 100, items: [] })).status).toBe(400);
  const changed = await put({
    accept_order_id: intention.intention_order_id,
    amount: 100,
    items: [{ name: 'a', amount: 100 }],
  });
  expect(changed.json).toMatchObject({ intention_detail: { amount: 100 } });
  await bench.control('POST', `intentions/${intention.id}/complete`, { scenario: 'paid' });
  expect((await put({ accept_order_id: intention.intention_order_id })).status).toBe(400);
});

test('retired calls answer 501, unknown ones 404 [P8]', async () => {
  expect((await bench.call('POST', '/api/acceptance/payment_keys', {})).status).toBe(501);
  expect((await bench.call('GET', '/api/nothing')).status).toBe(404);
});

test('another method of a known path answers 405 with the allowed methods [P8]', async () => {
  for (const [method, path, allow] of [
    ['GET', '/v1/intention/', 'POST'],
    ['HEAD', '/unifiedcheckout/', 'GET'],
    ['PUT', '/_mock/faults', 'GET, POST, DELETE'],
  ]) {
    const { status, headers } = await fetch(bench.url + path, { method });
    expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([405, allow, 'application/json']);
  }
});

test('a fault cuts the connection before or after the work is done [P8]', async () => {
  for (const [drop, made] of [
    ['before', 0],
    ['after', 1],
  ]) {
    await bench.control('POST', 'faults', { op: 'intention.create', drop });
    await expect(create({})).rejects.toThrow();
    expect(await bench.control('GET', 'intentions')).toHaveLength(Number(made));
  }
});

test('the control API requires its token [P8]', async () => {
  expect((await bench.call('GET', '/_mock/books')).status).toBe(401);
});
