import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { emitCallback, reorderDeliveries, replayDelivery, scheduleAll, scheduleDelivery } from '../deliveries';
import { faultSchema } from '../fault-schema';
import {
  completeTransaction,
  expireBill,
  findBill,
  finishWallet,
  issueBill,
  payBill,
  payByCard,
  startWallet,
} from '../payments/attempts';
import { describeIntention } from '../payments/intentions';
import { refundTransaction, requireTransaction, voidTransaction } from '../payments/refunds';
import { scenarios, testWallet } from '../payments/scenarios';
import { describeTransaction } from '../payments/transactions';
import type { Delivery, Intention, Transaction } from '../state/records';
import {
  findIntegration,
  findIntention,
  hasReceivedMoney,
  listTransactions,
  resetWorld,
  type World,
} from '../state/world';
import { addRoute, type Call, createJsonAnswer, Refusal } from './answers';

const scenarioNames = Object.keys(scenarios) as [string, ...string[]];
const completion = z.strictObject({
  scenario: z.enum([...scenarioNames, 'wallet', 'wallet-declined', 'kiosk', 'kiosk-paid', 'kiosk-expired']),
  amount_cents: z.int().min(1).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
});
const expectation = z.strictObject({
  match: z.union([z.strictObject({ special_reference: z.string() }), z.strictObject({ order_id: z.int() })]),
  scenario: z.enum(scenarioNames),
  times: z.int().min(1).default(1),
});
const milliseconds = z.strictObject({ ms: z.int().min(0) });

function parse<T>(schema: z.ZodType<T>, call: Call): T {
  let raw: unknown;
  try {
    raw = JSON.parse(call.body || '{}');
  } catch {
    throw new Refusal(400, { detail: 'not JSON' });
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new Refusal(400, { detail: z.prettifyError(parsed.error) });
  return parsed.data;
}

function isTokenRight(header: unknown, token: string): boolean {
  if (typeof header !== 'string' || header.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(token));
}

function requireMethod(world: World, intention: Intention, name: string): number {
  const integrationId = intention.integrationIds.find((id) => findIntegration(world, id)?.name === name);
  if (integrationId === undefined) throw new Refusal(400, { detail: `the intention does not offer ${name}` });
  return integrationId;
}

function completePayment(world: World, intention: Intention, scenario: string): Transaction {
  if (scenario.startsWith('kiosk')) {
    const bill = issueBill(world, intention, requireMethod(world, intention, 'kiosk'));
    if (scenario === 'kiosk-paid') payBill(world, bill);
    if (scenario === 'kiosk-expired') expireBill(world, bill);
    return bill;
  }
  if (scenario.startsWith('wallet')) {
    const one = startWallet(world, intention, requireMethod(world, intention, 'wallet'), testWallet);
    finishWallet(world, one, scenario === 'wallet');
    return one;
  }
  const one = payByCard(world, intention, requireMethod(world, intention, 'card'), '5123456789012346', scenario);
  if (one.pending && scenario !== 'abandoned') completeTransaction(world, one, scenario);
  return one;
}

function getDelivery(world: World, id: number): Delivery {
  const delivery = world.store.deliveries.find((one) => one.id === id);
  if (!delivery) throw new Refusal(404, { detail: `no delivery ${id}` });
  return delivery;
}

function describeDeliveries(world: World): unknown[] {
  return world.store.deliveries.map((one) => ({
    ...one,
    event: world.store.events.find(({ id }) => id === one.eventId),
  }));
}

type AddControlCall = (method: HTTPMethods, path: string, work: (call: Call) => unknown) => void;

function addReadCalls(on: AddControlCall, world: World): void {
  on('GET', 'state', () => ({ ...world.store, now: new Date(world.clock.now()).toISOString() }));
  on('GET', 'books', () => listBooks(world));
  on('GET', 'scenarios', () => scenarios);
  on('GET', 'intentions', () => world.store.intentions.map((one) => describeIntention(world, one)));
  on('GET', 'transactions', () => world.store.transactions.map((one) => describeTransaction(world, one)));
  on('GET', 'deliveries', () => describeDeliveries(world));
}

function addPaymentCalls(on: AddControlCall, world: World): void {
  on('POST', 'intentions/:id/complete', (call) => {
    const { scenario, amount_cents: amount, currency } = parse(completion, call);
    const intention = findIntention(world, call.params.id ?? '');
    if (!intention) throw new Refusal(404, { detail: 'no such intention' });
    const charged = { ...intention, amount: amount ?? intention.amount, currency: currency ?? intention.currency };
    return describeTransaction(world, completePayment(world, charged, scenario));
  });
  on('POST', 'expect', (call) => {
    const { match, scenario, times } = parse(expectation, call);
    const specialReference = 'special_reference' in match ? match.special_reference : null;
    world.store.expectations.push({
      specialReference,
      orderId: 'order_id' in match ? match.order_id : null,
      scenario,
      times,
    });
    return world.store.expectations;
  });
  const changeBill =
    (change: typeof payBill) =>
    (call: Call): unknown => {
      const bill = findBill(world, call.params.reference ?? '');
      if (!bill) throw new Refusal(404, { detail: 'no such bill' });
      change(world, bill);
      return describeTransaction(world, bill);
    };
  on('POST', 'kiosk/:reference/pay', changeBill(payBill));
  on('POST', 'kiosk/:reference/expire', changeBill(expireBill));
  on('POST', 'transactions/:id/refund', (call) => {
    const one = requireTransaction(world, Number(call.params.id));
    const { amount_cents: amount } = parse(z.strictObject({ amount_cents: z.int().min(1).optional() }), call);
    return describeTransaction(world, refundTransaction(world, one.id, amount ?? one.amount - one.refundedAmount));
  });
  on('POST', 'transactions/:id/announce', (call) => {
    const one = requireTransaction(world, Number(call.params.id));
    emitCallback(world, one);
    return describeTransaction(world, one);
  });
  on('POST', 'transactions/:id/settle', (call) => {
    const one = requireTransaction(world, Number(call.params.id));
    completeTransaction(world, one, parse(z.strictObject({ scenario: z.enum(scenarioNames) }), call).scenario);
    return describeTransaction(world, one);
  });
  on('POST', 'transactions/:id/void', (call) =>
    describeTransaction(world, voidTransaction(world, Number(call.params.id))),
  );
}

function addDeliveryCalls(on: AddControlCall, world: World): void {
  const requireDelivery = (call: Call): Delivery => getDelivery(world, Number(call.params.id));
  on('POST', 'deliveries/reorder', (call) => {
    const { ids } = parse(z.strictObject({ ids: z.array(z.int()).min(1) }), call);
    reorderDeliveries(
      world,
      ids.map((id) => getDelivery(world, id)),
    );
    return describeDeliveries(world);
  });
  on('POST', 'deliveries/:id/replay', (call) => replayDelivery(world, requireDelivery(call)));
  on('POST', 'deliveries/:id/cancel', (call) => Object.assign(requireDelivery(call), { state: 'cancelled' }));
  on('POST', 'deliveries/:id/delay', (call) => {
    const delivery = requireDelivery(call);
    delivery.dueAt = world.clock.now() + parse(milliseconds, call).ms;
    scheduleDelivery(world, delivery);
    return delivery;
  });
  on('POST', 'deliveries/:id/corrupt', (call) =>
    Object.assign(requireDelivery(call), { corrupt: parse(z.strictObject({ field: z.string() }), call).field }),
  );
  on('POST', 'pause', () => ({ paused: (world.store.paused = true) }));
  on('POST', 'resume', () => {
    world.store.paused = false;
    scheduleAll(world);
    return { paused: false };
  });
}

/** For tests only; the shop must not call it. */
export function addControlApi(app: FastifyInstance, world: World): void {
  const addCall: AddControlCall = (method, path, work) => {
    addRoute(app, method, `/_mock/${path}`, (call) => {
      if (!isTokenRight(call.headers['x-mock-token'], world.config.controlToken))
        throw new Refusal(401, { detail: 'X-Mock-Token is missing or wrong.' });
      return createJsonAnswer(200, work(call) ?? {});
    });
  };
  addRoute(app, 'GET', '/_mock/health', () => createJsonAnswer(200, { ok: true }));
  addReadCalls(addCall, world);
  addPaymentCalls(addCall, world);
  addDeliveryCalls(addCall, world);
  addCall('POST', 'reset', () => resetWorld(world));
  addCall('GET', 'faults', () => world.store.faults);
  addCall('POST', 'faults', (call) => {
    world.store.faults.push(parse(faultSchema, call));
    return world.store.faults;
  });
  addCall('DELETE', 'faults', () => (world.store.faults = []));
  addCall('POST', 'clock/advance', (call) => {
    world.clock.advance(parse(milliseconds, call).ms);
    return { now: new Date(world.clock.now()).toISOString() };
  });
}

export interface BookLine {
  order_id: number;
  special_reference: string | null;
  amount_cents: number;
  captured_cents: number;
  refunded_cents: number;
  net_cents: number;
  paid_transactions: number[];
  pending_transactions: number[];
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** Returns the true state of the money, regardless of what a shop recorded. */
function listBooks(world: World): BookLine[] {
  return world.store.intentions.map((intention) => {
    const all = listTransactions(world, intention.orderId);
    const received = all.filter(hasReceivedMoney);
    const captured = sum(received.map((one) => (one.isAuth ? one.capturedAmount : one.amount)));
    const refunded = sum(received.map((one) => one.refundedAmount));
    return {
      order_id: intention.orderId,
      special_reference: intention.specialReference,
      amount_cents: intention.amount,
      captured_cents: captured,
      refunded_cents: refunded,
      net_cents: captured - refunded,
      paid_transactions: received.map(({ id }) => id),
      pending_transactions: all.filter((one) => one.pending).map(({ id }) => id),
    };
  });
}
