import 'server-only';
import type { PaymentEventResult } from '@/generated/prisma/enums';
import { config } from '@/lib/config/config';
import { db, transaction as inTransaction, type Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import { stateOf } from '@/lib/paymob/state';
import type { Transaction } from '@/lib/paymob/transaction';
import { applyStep } from './apply-step';
import { appendEvent, type PaymobEvent } from './event-log';
import { asideFingerprint, fingerprintOf } from './fingerprint';
import { lockOrder } from './order-lock';
import { settledOrderFields, type SettledOrder } from './settled-order';
import { writeNote } from './timeline';
import { stepFor } from './transition';
import { mismatchOf, type Mismatch } from './verdict';

export interface Settled {
  readonly result: PaymentEventResult;
  readonly reason: string | null;
  readonly orderId: string | null;
  /** The message alone is not enough: ask Paymob about the order before anything changes. */
  readonly askPaymob: boolean;
}

/**
 * The one way an order changes by Paymob's word (row P5): callback, return page, reconcile job and refunds all end here.
 * One transaction writes the event, the order, the enrolment and the mail; a message heard before changes nothing.
 */
export async function settlePayment(event: PaymobEvent): Promise<Settled> {
  const settled = await settleOnce(event);
  const { id, orderId } = event.transaction;
  log.info({ transactionId: id, paymobOrderId: orderId, source: event.source, ...settled }, 'payment event');
  return settled;
}

const underWay = new Map<string, Promise<Settled>>();

/**
 * Copies that come while the first one is being settled wait for it instead of queueing for the order's lock, where they would
 * use up the transaction's two seconds (fault R05). They end as it does: stored, or not stored. A copy is the same in every field:
 * not all are signed, and what somebody changed must not answer for the right message.
 */
async function settleOnce(event: PaymobEvent): Promise<Settled> {
  const key = JSON.stringify([event.source, event.transaction]);
  const first = underWay.get(key);
  if (first) return duplicateOf((await first).orderId);
  const settling = settle(event).finally(() => underWay.delete(key));
  underWay.set(key, settling);
  return settling;
}

const duplicateOf = (orderId: string | null): Settled => ({ result: 'duplicate', reason: null, orderId, askPaymob: false });

/** The log only grows: what is in it needs no lock to be recognised. */
async function settle(event: PaymobEvent): Promise<Settled> {
  const known = await (await db()).paymentEvent.findUnique({ where: { fingerprint: fingerprintOf(event.transaction) }, select: { orderId: true } });
  return known ? duplicateOf(known.orderId) : inTransaction((tx) => settleIn(tx, event));
}

async function settleIn(tx: Tx, event: PaymobEvent): Promise<Settled> {
  const { transaction } = event;
  const attempt = await tx.paymentAttempt.findUnique({
    where: { intentionOrderId: BigInt(transaction.orderId) },
    select: { id: true, orderId: true },
  });
  if (!attempt) return aside(tx, event, null, 'ignored', 'unknown-order');
  await lockOrder(tx, attempt.orderId);
  const fingerprint = fingerprintOf(transaction);
  const known = await tx.paymentEvent.findUnique({ where: { fingerprint }, select: { id: true } });
  if (known) return duplicateOf(attempt.orderId);
  const order = await tx.order.findUniqueOrThrow({ where: { id: attempt.orderId }, select: settledOrderFields });
  const mismatch = stateOf(transaction) === 'child' ? null : mismatchWith(order, transaction);
  if (mismatch) return refuse(tx, event, order, mismatch);
  if (event.source === 'callback' && needsConfirmation(transaction)) {
    await tx.paymentAttempt.update({ where: { id: attempt.id }, data: { nextInquiryAt: event.now }, select: { id: true } });
    return { ...(await aside(tx, event, order.id, 'ignored', 'unconfirmed')), askPaymob: true };
  }
  const step = stepFor(order, transaction);
  await applyStep(tx, { order, step, transaction, attemptId: attempt.id, now: event.now });
  const reason = step.to === 'nothing' ? step.reason : step.to;
  const result = step.to === 'nothing' ? 'ignored' : 'applied';
  await appendEvent(tx, event, { orderId: order.id, fingerprint, result, reason });
  return { result, reason, orderId: order.id, askPaymob: false };
}

function mismatchWith(order: SettledOrder, transaction: Transaction): Mismatch | null {
  const { paymob } = config();
  if (!paymob) return 'mode';
  return mismatchOf(transaction, { ...paymob, amountPiastres: order.amountPiastres, currency: order.currency });
}

/**
 * The refunded total is not signed, and without a pinned owner digits may have moved between signed fields
 * (paymob.md section 5): such messages only make us ask.
 */
function needsConfirmation(transaction: Transaction): boolean {
  const state = stateOf(transaction);
  if (state === 'refunded' || state === 'child') return true;
  if (state === 'voided') return transaction.success;
  return state === 'paid' && config().paymob?.owner === null;
}

async function refuse(tx: Tx, event: PaymobEvent, order: SettledOrder, mismatch: Mismatch): Promise<Settled> {
  await tx.order.update({ where: { id: order.id }, data: { needsReview: `mismatch-${mismatch}` }, select: { id: true } });
  await writeNote(tx, { orderId: order.id, kind: 'review', detail: { mismatch, transactionId: event.transaction.id }, now: event.now });
  return aside(tx, event, order.id, 'rejected', mismatch);
}

/** Keeps the message without letting it stand in the way of the same fact told rightly later. */
async function aside(
  tx: Tx,
  event: PaymobEvent,
  orderId: string | null,
  result: 'ignored' | 'rejected',
  reason: string,
): Promise<Settled> {
  const fingerprint = asideFingerprint(reason, fingerprintOf(event.transaction));
  await appendEvent(tx, event, { orderId, fingerprint, result, reason });
  return { result, reason, orderId, askPaymob: false };
}
