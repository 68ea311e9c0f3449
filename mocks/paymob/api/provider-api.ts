import type { FastifyInstance, HTTPMethods } from 'fastify';
import { z } from 'zod';
import type { Fault, Operation } from '../fault-schema';
import { runWithFaults } from '../faults';
import { createIntention, describeElement, describeIntention, updateIntention } from '../payments/intentions';
import { captureTransaction, refundTransaction, requireTransaction, voidTransaction } from '../payments/refunds';
import { describeTransaction } from '../payments/transactions';
import { findByOrder, findBySecret, listTransactions, takeNextId, type World } from '../state/world';
import { addRoute, type Answer, type Call, createJsonAnswer, Refusal } from './answers';

const tokenLifeMs = 60 * 60 * 1000;
const wantsInteger = { amount_cents: ['A valid integer is required.'] };

function parseJson(call: Call): unknown {
  if (!/^application\/json\b/i.test(call.headers['content-type'] ?? '')) {
    throw new Refusal(415, { detail: `Unsupported media type "${call.headers['content-type'] ?? ''}" in request.` });
  }
  try {
    return JSON.parse(call.body ?? '');
  } catch (error) {
    throw new Refusal(400, { detail: `JSON parse error - ${error instanceof Error ? error.message : 'invalid'}` });
  }
}

function requireSecretKey(world: World, call: Call): void {
  const [scheme, key] = (call.headers.authorization ?? '').split(' ');
  if (scheme !== 'Token' || !key) throw new Refusal(401, { detail: 'Authentication credentials were not provided.' });
  if (key !== world.config.secretKey) throw new Refusal(401, { detail: 'Provided secret key is invalid.' });
}

function requireToken(world: World, call: Call, inBody?: unknown): void {
  const header = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1];
  const givenToken = header ?? (typeof inBody === 'string' ? inBody : undefined);
  const valid = world.store.tokens.some(
    ({ token, expiresAt }) => token === givenToken && expiresAt > world.clock.now(),
  );
  if (!valid) throw new Refusal(401, { detail: 'Authentication credentials were not provided.' });
}

function signIn(world: World, call: Call): Answer {
  const body = z.looseObject({ api_key: z.string() }).safeParse(parseJson(call));
  if (!body.success) throw new Refusal(400, { api_key: ['This field is required.'] });
  if (body.data.api_key !== world.config.apiKey) throw new Refusal(401, { detail: 'incorrect credentials' });
  const token = `mock_auth_token_${String(takeNextId(world.store.counters, 'token')).padStart(4, '0')}`;
  world.store.tokens.push({ token, expiresAt: world.clock.now() + tokenLifeMs });
  return createJsonAnswer(201, {
    token,
    profile: { id: world.config.profile, company_name: world.config.merchantName, active: true },
  });
}

const inquiry = z.looseObject({
  auth_token: z.string().optional(),
  order_id: z.coerce.number().optional(),
  merchant_order_id: z.string().optional(),
});

/** Like Paymob, returns only the order's latest transaction. */
function answerInquiry(world: World, call: Call): Answer {
  const body = inquiry.safeParse(parseJson(call));
  if (!body.success) throw new Refusal(400, { detail: 'order_id or merchant_order_id is required.' });
  requireToken(world, call, body.data.auth_token);
  const { order_id: orderId, merchant_order_id: reference } = body.data;
  const order = world.store.intentions.find(
    (one) => one.orderId === orderId || (reference !== undefined && one.specialReference === reference),
  );
  const latest = order && listTransactions(world, order.orderId).at(-1);
  if (!latest) throw new Refusal(404, { detail: 'Not found.' });
  return createJsonAnswer(200, describeTransaction(world, latest));
}

function readOrder(world: World, call: Call): Answer {
  requireToken(world, call);
  const order = findByOrder(world, Number(call.params.id));
  const all = order ? listTransactions(world, order.orderId) : [];
  const last = all.at(-1);
  if (!last) throw new Refusal(404, { detail: 'Not found.' });
  return createJsonAnswer(200, {
    ...(describeTransaction(world, last).order as object),
    transactions: all.map((one) => describeTransaction(world, one)),
  });
}

const moneyBody = z.looseObject({
  transaction_id: z.coerce.number().int(),
  amount_cents: z.coerce.number().int().min(1).optional(),
});

function readMoneyCall(world: World, call: Call): { id: number; amount: number | undefined } {
  requireSecretKey(world, call);
  const raw = parseJson(call);
  const body = moneyBody.safeParse(raw);
  if (body.success) return { id: body.data.transaction_id, amount: body.data.amount_cents };
  const field = String(body.error.issues[0]?.path[0] ?? 'transaction_id');
  throw new Refusal(400, field === 'amount_cents' ? wantsInteger : { [field]: ['This field is required.'] });
}

function requireAmount(amount: number | undefined): number {
  if (amount === undefined) throw new Refusal(400, { amount_cents: ['This field is required.'] });
  return amount;
}

const legacyRoutes: [HTTPMethods, string][] = [
  ['POST', '/api/ecommerce/orders'],
  ['POST', '/api/acceptance/payment_keys'],
  ['POST', '/api/acceptance/payments/pay'],
  ['GET', '/api/acceptance/iframes/:id'],
];

export function addProviderApi(app: FastifyInstance, world: World): void {
  const addCall = (
    method: HTTPMethods,
    path: string,
    op: Operation,
    work: (call: Call, fault: Fault | null) => Answer,
  ): void => {
    addRoute(app, method, path, (call) => runWithFaults(world, op, (fault) => work(call, fault)));
  };
  addCall('POST', '/v1/intention/', 'intention.create', (call) => {
    requireSecretKey(world, call);
    return createJsonAnswer(201, describeIntention(world, createIntention(world, parseJson(call))));
  });
  addCall('PUT', '/v1/intention/:secret', 'intention.update', (call) => {
    requireSecretKey(world, call);
    return createJsonAnswer(
      200,
      describeIntention(world, updateIntention(world, call.params.secret ?? '', parseJson(call))),
    );
  });
  addCall('GET', '/v1/intention/element/:key/:secret/', 'intention.read', (call) => {
    const intention = findBySecret(world, call.params.secret ?? '');
    if (!intention || call.params.key !== world.config.publicKey) throw new Refusal(404, { detail: 'Not found.' });
    return createJsonAnswer(200, describeElement(world, intention));
  });
  addCall('POST', '/api/auth/tokens', 'auth', (call) => signIn(world, call));
  addCall('GET', '/api/acceptance/transactions/:id', 'inquiry', (call) => {
    requireToken(world, call);
    return createJsonAnswer(200, describeTransaction(world, requireTransaction(world, Number(call.params.id))));
  });
  addCall('POST', '/api/ecommerce/orders/transaction_inquiry', 'inquiry', (call) => answerInquiry(world, call));
  addCall('GET', '/api/ecommerce/orders/:id', 'inquiry', (call) => readOrder(world, call));
  addCall('POST', '/api/acceptance/void_refund/refund', 'refund', (call, fault) => {
    const { id, amount } = readMoneyCall(world, call);
    return createJsonAnswer(
      200,
      describeTransaction(world, refundTransaction(world, id, requireAmount(amount), fault)),
    );
  });
  addCall('POST', '/api/acceptance/void_refund/void', 'void', (call) =>
    createJsonAnswer(200, describeTransaction(world, voidTransaction(world, readMoneyCall(world, call).id))),
  );
  addCall('POST', '/api/acceptance/capture', 'capture', (call) => {
    const { id, amount } = readMoneyCall(world, call);
    return createJsonAnswer(200, describeTransaction(world, captureTransaction(world, id, requireAmount(amount))));
  });
  for (const [method, path] of legacyRoutes) {
    addRoute(app, method, path, () =>
      createJsonAnswer(501, { detail: 'Not part of this mock: use the Intention API.' }, { 'x-mock-unsupported': '1' }),
    );
  }
}
