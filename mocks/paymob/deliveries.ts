import type { PlannedCallback } from '@/mocks/paymob/payments/scenarios';
import { formatCairoTime } from '@/mocks/paymob/state/clock';
import type { Attempt, CallbackEvent, Delivery, Transaction } from '@/mocks/paymob/state/records';
import { findTransaction, takeNextId, type World } from '@/mocks/paymob/state/world';
import { buildCallback, findProcessedUrl } from './callback-bodies';
import { isAllowedUrl } from './config';
import { corruptCallback, takeFault } from './faults';

const wantsRetry = (status: number | null): boolean =>
  status === null || [408, 425, 429].includes(status) || status >= 500;

const maxStoredBody = 2048;

export function emitCallback(
  world: World,
  transaction: Transaction,
  plan: readonly PlannedCallback[] = [{ afterMs: 0 }],
): void {
  const url = findProcessedUrl(world, transaction);
  if (!url || plan.length === 0) return;
  const now = world.clock.now();
  const event: CallbackEvent = {
    id: takeNextId(world.store.counters, 'event'),
    transactionId: transaction.id,
    url,
    createdAt: now,
    ...buildCallback(world, transaction),
  };
  world.store.events.push(event);
  const fault = takeFault(world, 'callback');
  const copies: readonly PlannedCallback[] =
    fault?.copies === undefined ? plan : Array.from({ length: fault.copies }, () => ({ afterMs: 0 }));
  for (const { afterMs, corrupt } of copies) {
    const delivery: Delivery = {
      id: takeNextId(world.store.counters, 'delivery'),
      eventId: event.id,
      state: fault?.drop ? 'lost' : 'waiting',
      dueAt: now + afterMs + (fault?.delayMs ?? 0),
      after: null,
      corrupt: corrupt ?? fault?.corrupt ?? null,
      attempts: [],
    };
    world.store.deliveries.push(delivery);
    scheduleDelivery(world, delivery);
  }
}

export function scheduleDelivery(world: World, delivery: Delivery): void {
  world.clock.runAt(delivery.dueAt, () => void attemptDelivery(world, delivery));
}

export function scheduleAll(world: World): void {
  for (const delivery of world.store.deliveries) {
    if (delivery.state === 'sending') delivery.state = 'waiting';
    if (delivery.state === 'waiting') scheduleDelivery(world, delivery);
  }
}

function isHeld(world: World, delivery: Delivery): boolean {
  const before = world.store.deliveries.find(({ id }) => id === delivery.after);
  return (
    before !== undefined && (before.state === 'sending' || (before.state === 'waiting' && before.attempts.length === 0))
  );
}

async function postCallback(world: World, delivery: Delivery, event: CallbackEvent): Promise<Attempt> {
  const startedAt = world.clock.now();
  const started = performance.now();
  const { body, hmac } = corruptCallback(event, delivery.corrupt);
  const url = new URL(event.url);
  url.searchParams.set('hmac', hmac);
  try {
    if (!isAllowedUrl(world.config, event.url)) throw new Error('host not allowed');
    const signal = AbortSignal.timeout(world.config.attemptTimeoutMs);
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal,
      headers: { 'content-type': 'application/json', 'user-agent': 'paymob-mock' },
    });
    const text = (await answer.text()).slice(0, maxStoredBody);
    return {
      at: startedAt,
      tookMs: Math.round(performance.now() - started),
      status: answer.status,
      body: text,
      error: null,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return {
      at: startedAt,
      tookMs: Math.round(performance.now() - started),
      status: null,
      body: '',
      error: String(cause),
    };
  }
}

async function attemptDelivery(world: World, delivery: Delivery): Promise<void> {
  const { store } = world;
  const event = store.events.find(({ id }) => id === delivery.eventId);
  if (
    !event ||
    delivery.state !== 'waiting' ||
    store.paused ||
    delivery.dueAt > world.clock.now() ||
    isHeld(world, delivery)
  )
    return;
  delivery.state = 'sending';
  const result = await postCallback(world, delivery, event);
  if (store !== world.store) return;
  delivery.attempts.push(result);
  findTransaction(world, event.transactionId)?.callbackResponses.push({
    response: { status: result.status, content: result.body },
    callback_url: event.url,
    response_received_at: formatCairoTime(world.clock.now()),
  });
  recordAttempt(world, delivery, result);
  for (const next of store.deliveries)
    if (next.after === delivery.id && next.state === 'waiting') scheduleDelivery(world, next);
  world.save();
}

function recordAttempt(world: World, delivery: Delivery, result: Attempt): void {
  const wait = world.config.retryMs[delivery.attempts.length];
  if (!wantsRetry(result.status)) delivery.state = 'delivered';
  else if (wait === undefined) delivery.state = 'gave-up';
  else {
    delivery.state = 'waiting';
    delivery.dueAt = world.clock.now() + wait;
    scheduleDelivery(world, delivery);
  }
}

export function replayDelivery(world: World, original: Delivery): Delivery {
  const copy: Delivery = {
    ...original,
    id: takeNextId(world.store.counters, 'delivery'),
    state: 'waiting',
    dueAt: world.clock.now(),
    after: null,
    attempts: [],
  };
  world.store.deliveries.push(copy);
  scheduleDelivery(world, copy);
  return copy;
}

export function reorderDeliveries(world: World, deliveries: Delivery[]): void {
  deliveries.forEach((delivery, index) => {
    delivery.after = deliveries[index - 1]?.id ?? null;
    delivery.dueAt = world.clock.now();
  });
  for (const delivery of deliveries) scheduleDelivery(world, delivery);
}
