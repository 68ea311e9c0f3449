import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IntentionInput, PaymobClient } from '@/lib/payments/paymob/client';
import {
  PaymobApiError,
  PaymobInputError,
  PaymobNetworkError,
  PaymobProtocolError,
  PaymobTimeout,
} from '@/lib/payments/paymob/transport';
import { ourSecret, paid, refundChild } from '@/lib/payments/paymob/vectors.fixture';

interface SeenRequest {
  line: string;
  authorization: string | undefined;
  body: unknown;
}
interface Answer {
  status?: number;
  json?: unknown;
  text?: string;
  hang?: true;
  drop?: true;
}

let server: Server;
let baseUrl: string;
let seen: SeenRequest[];
let answers: Answer[];

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? null : JSON.parse(text);
}

beforeEach(async () => {
  seen = [];
  answers = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    seen.push({
      line: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      body: await readBody(request),
    });
    const answer = answers.shift() ?? { status: 404, json: { detail: 'nothing planned' } };
    if (answer.hang) return;
    if (answer.drop) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    response.end(answer.text ?? JSON.stringify(answer.json));
  };
  server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const createClient = (options: { timeoutMs?: number } = {}) =>
  new PaymobClient({
    baseUrl,
    secretKey: 'egy_sk_test_a',
    publicKey: 'egy_pk_test_b',
    apiKey: 'key',
    hmacSecret: ourSecret,
    timeoutMs: 5_000,
    pause: async () => {},
    ...options,
  });

const input: IntentionInput = {
  amountCents: 129900,
  currency: 'EGP',
  integrationIds: [1001, 1002, 1003],
  items: [{ name: 'Course', amountCents: 129900, description: 'course 42' }],
  billing: { firstName: 'Mona', lastName: 'Adel', email: 'learner@example.com', phone: '+201000000000' },
  reference: 'pay_1',
  expiresInSeconds: 3600,
  notificationUrl: 'http://localhost:3000/api/payment/callback',
  redirectionUrl: 'http://localhost:3000/api/payment/return',
};
const created: Answer = {
  status: 201,
  json: {
    id: 'pi_test_1',
    client_secret: 'egy_csk_test_0001',
    intention_order_id: 700001,
    intention_detail: { amount: 129900, currency: 'EGP' },
  },
};

describe('an intention', () => {
  it('is sent in Paymob’s format: minor units, EGP, numeric ids, quantity 1, no empty address [P3]', async () => {
    answers.push(created);
    await expect(createClient().createIntention(input)).resolves.toEqual({
      id: 'pi_test_1',
      orderId: 700001,
      clientSecret: 'egy_csk_test_0001',
    });
    expect(seen).toMatchObject([
      {
        line: 'POST /v1/intention/',
        authorization: 'Token egy_sk_test_a',
        body: {
          amount: 129900,
          currency: 'EGP',
          payment_methods: [1001, 1002, 1003],
          special_reference: 'pay_1',
          expiration: 3600,
          items: [{ name: 'Course', amount: 129900, quantity: 1 }],
          billing_data: {
            first_name: 'Mona',
            last_name: 'Adel',
            email: 'learner@example.com',
            phone_number: '+201000000000',
            city: 'NA',
            country: 'EGY',
          },
          customer: { first_name: 'Mona', last_name: 'Adel', email: 'learner@example.com' },
        },
      },
    ]);
  });

  it.each([
    ['items that do not sum', { items: [{ name: 'Course', amountCents: 1 }] }],
    ['half a piastre', { amountCents: 0.5, items: [{ name: 'Course', amountCents: 0.5 }] }],
    ['the same integration twice', { integrationIds: [1, 1] }],
    ['a name of 51 characters', { items: [{ name: 'x'.repeat(51), amountCents: 129900 }] }],
  ])('%s is refused before anything is sent [P3]', async (_name, edit) => {
    await expect(createClient().createIntention({ ...input, ...edit })).rejects.toBeInstanceOf(PaymobInputError);
    expect(seen).toEqual([]);
  });

  it.each([
    [
      400,
      { billing_data: { phone_number: ['This field is required.'] } },
      { 'billing_data.phone_number': ['This field is required.'] },
    ],
    [401, { detail: 'Authentication credentials were not provided.' }, {}],
    [404, { detail: 'Integration ID/Name does not exist in our system' }, {}],
    [406, { code: 'unmatched_item_prices' }, {}],
    [500, { message: 'oops' }, {}],
  ])('an answer %i throws a typed error and is not retried [P3]', async (status, json, fieldErrors) => {
    answers.push({ status, json }, created);
    const error = await createClient()
      .createIntention(input)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PaymobApiError);
    expect(error).toMatchObject({ status, fieldErrors });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['an HTML page', { text: '<html>' }],
    ['no client_secret', { status: 201, json: { id: 'x', intention_order_id: 1 } }],
    [
      'another amount',
      { status: 201, json: { ...(created.json as object), intention_detail: { amount: 1, currency: 'EGP' } } },
    ],
  ])('%s is a protocol error [P3]', async (_name, answer) => {
    answers.push(answer);
    await expect(createClient().createIntention(input)).rejects.toBeInstanceOf(PaymobProtocolError);
  });

  it('a timeout and a dropped connection throw their own errors, and are not retried [P3]', async () => {
    answers.push({ hang: true });
    await expect(createClient({ timeoutMs: 50 }).createIntention(input)).rejects.toBeInstanceOf(PaymobTimeout);
    answers.push({ drop: true });
    await expect(createClient().createIntention(input)).rejects.toBeInstanceOf(PaymobNetworkError);
    expect(seen).toHaveLength(2);
  });

  it('the URL of the payment page has the two documented parameters and no space [P2]', () => {
    expect(createClient().checkoutUrl('egy_csk_test_0001')).toBe(
      `${baseUrl}/unifiedcheckout/?publicKey=egy_pk_test_b&clientSecret=egy_csk_test_0001`,
    );
  });
});

describe('inquiry', () => {
  const signedIn: Answer = { status: 201, json: { token: 't1' } };

  it('signs in once for several inquiries, and sends the token in header and body [P5]', async () => {
    answers.push(signedIn, { json: paid }, { json: paid });
    const asked = createClient();
    await expect(asked.inquireByOrder(700001)).resolves.toMatchObject({ id: 900001, orderId: 700001, success: true });
    await asked.inquireByReference('pay_1');
    expect(seen.map((call) => call.line)).toEqual([
      'POST /api/auth/tokens',
      'POST /api/ecommerce/orders/transaction_inquiry',
      'POST /api/ecommerce/orders/transaction_inquiry',
    ]);
    expect(seen[1]).toMatchObject({ authorization: 'Bearer t1', body: { auth_token: 't1', order_id: '700001' } });
    expect(seen[2]?.body).toEqual({ auth_token: 't1', merchant_order_id: 'pay_1' });
  });

  it('two concurrent inquiries share one sign-in [P5]', async () => {
    answers.push(signedIn, { json: paid }, { json: paid });
    const asked = createClient();
    await Promise.all([asked.inquireByOrder(700001), asked.getTransaction(900001)]);
    expect(seen.filter((call) => call.line.endsWith('/tokens'))).toHaveLength(1);
  });

  it('renews an expired token once [P5]', async () => {
    answers.push(
      signedIn,
      { status: 401, json: { detail: 'expired' } },
      { status: 201, json: { token: 't2' } },
      { json: paid },
    );
    await expect(createClient().inquireByOrder(700001)).resolves.toMatchObject({ id: 900001 });
    expect(seen.at(-1)).toMatchObject({ authorization: 'Bearer t2', body: { auth_token: 't2' } });
  });

  it('does not retry after a refused API key [P5]', async () => {
    answers.push({ status: 401, json: { detail: 'incorrect credentials' } }, signedIn);
    await expect(createClient().inquireByOrder(700001)).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(1);
  });

  it('returns null for an order without a payment attempt, retries a temporary failure, and throws after a lasting one [P5]', async () => {
    answers.push(signedIn, { status: 404, json: { detail: 'Not found.' } });
    const asked = createClient();
    await expect(asked.inquireByOrder(1)).resolves.toBeNull();
    answers.push({ status: 503, text: '<html>' }, { drop: true }, { json: paid });
    await expect(asked.inquireByOrder(1)).resolves.toMatchObject({ id: 900001 });
    answers.push({ status: 503, json: {} }, { status: 503, json: {} }, { status: 503, json: {} });
    await expect(asked.inquireByOrder(1)).rejects.toMatchObject({ status: 503, isTemporary: true });
  });

  it('lists the transactions of an order, without unreadable ones [P5]', async () => {
    answers.push(signedIn, { json: { id: 700001, transactions: [paid, { id: 'x' }] } });
    await expect(createClient().listOrderTransactions(700001)).resolves.toMatchObject([{ id: 900001 }]);
  });
});

describe('a refund', () => {
  it('is sent with the secret key and returns the refund transaction [P7]', async () => {
    answers.push({ json: refundChild });
    await expect(createClient().refund(900001, 129900)).resolves.toMatchObject({
      id: 900003,
      parentId: 900001,
      isRefund: true,
      hasParent: true,
    });
    expect(seen).toMatchObject([
      {
        line: 'POST /api/acceptance/void_refund/refund',
        authorization: 'Token egy_sk_test_a',
        body: { transaction_id: 900001, amount_cents: 129900 },
      },
    ]);
  });

  it('is never retried automatically [P7]', async () => {
    answers.push({ status: 503, json: {} }, { json: refundChild });
    await expect(createClient().refund(900001, 129900)).rejects.toMatchObject({ status: 503 });
    answers.unshift({ drop: true });
    await expect(createClient().refund(900001, 129900)).rejects.toBeInstanceOf(PaymobNetworkError);
    expect(seen).toHaveLength(2);
  });
});

it('an error contains at most 2 kB of the answer, without secrets or personal data [P8]', async () => {
  answers.push({
    status: 400,
    text: `{"client_secret":"egy_csk_test_9","email":"mona@example.com","detail":"${'x'.repeat(5000)}"}`,
  });
  const error = await createClient()
    .createIntention(input)
    .catch((caught: unknown) => caught);
  const raw = error instanceof PaymobApiError ? error.raw : '';
  expect(raw.length).toBeLessThanOrEqual(2048);
  expect(raw).not.toMatch(/csk_test_9|mona/);
});
