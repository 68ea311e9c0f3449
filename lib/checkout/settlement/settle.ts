import 'server-only';
import type { PaymentEventResult, PaymentEventSource } from '@/generated/prisma/enums';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder, orderFields, type OrderRow } from '@/lib/checkout/orders/order-row';
import { isOn } from '@/lib/content/capabilities';
import { db, transaction, type Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import type { Charge } from '@/lib/payments/provider';
import { applyStep } from './apply-step';
import { appendEvent, ignoredFingerprint, type PaymentReport } from './event-log';
import { stepFor, type Step } from './step-for';

export interface Settled {
  readonly result: PaymentEventResult;
  readonly reason: string | null;
  readonly orderId: string | null;
  /** The report alone is not enough: ask the provider about the order before anything changes. */
  readonly needsInquiry: boolean;
}

/**
 * The one way an order changes by what the provider reports (row P5): notification, return page, reconcile job and refunds
 * all end here. One transaction writes the event, the order, the enrolment and the mail; a known report changes nothing.
 */
export async function settlePayment(report: PaymentReport): Promise<Settled> {
  const settled = await settleOnce(report);
  const { id, paymentId } = report.charge;
  log.info({ chargeId: id, paymentId, source: report.source, ...settled }, 'payment event');
  return settled;
}

const running = new Map<string, Promise<Settled>>();

/**
 * Copies that come while the first one is being settled wait for it instead of queueing for the order's lock, where they
 * would use up the transaction's two seconds (R05). They end as it does: stored, or not stored. A copy is equal in every
 * field: not all are signed, and a changed one must not answer for the right one.
 */
async function settleOnce(report: PaymentReport): Promise<Settled> {
  const key = JSON.stringify([report.source, report.charge, report.requestId]);
  const first = running.get(key);
  if (first) return duplicateOf((await first).orderId);
  const settling = settle(report).finally(() => running.delete(key));
  running.set(key, settling);
  return settling;
}

const duplicateOf = (orderId: string | null): Settled => ({ result: 'duplicate', reason: null, orderId, needsInquiry: false });

/** A question was answered before the notification came. It leaves one line, by which the doctor sees that notifications arrive. */
const isLateNotification = (report: PaymentReport, known: { source: PaymentEventSource }): boolean => report.source === 'callback' && known.source !== 'callback';

/** The log only grows: what is in it needs no lock to be recognised. */
async function settle(report: PaymentReport): Promise<Settled> {
  const known = await (await db()).paymentEvent.findUnique({ where: { fingerprint: report.charge.fingerprint }, select: { orderId: true, source: true } });
  if (known && !isLateNotification(report, known)) return duplicateOf(known.orderId);
  const hasTaxReceipts = await isOn('taxReceipts');
  return transaction((tx) => settleIn(tx, report, hasTaxReceipts));
}

async function settleIn(tx: Tx, report: PaymentReport, hasTaxReceipts: boolean): Promise<Settled> {
  const { charge, now } = report;
  const attempt = await tx.paymentAttempt.findUnique({ where: { paymentId: charge.paymentId }, select: { id: true, orderId: true } });
  if (!attempt) return logOnly(tx, report, null, 'ignored', 'unknown-order');
  await lockOrder(tx, attempt.orderId);
  const { fingerprint } = charge;
  const known = await tx.paymentEvent.findUnique({ where: { fingerprint }, select: { source: true } });
  if (known && isLateNotification(report, known)) await logOnly(tx, report, attempt.orderId, 'duplicate', 'known');
  if (known) return duplicateOf(attempt.orderId);
  const order = await tx.order.findUniqueOrThrow({ where: { id: attempt.orderId }, select: orderFields });
  if (charge.mismatch && charge.state !== 'child') return refuse(tx, report, order, charge.mismatch);
  if (!charge.isProven) {
    // Closed or not: news of it is worth a question.
    await tx.paymentAttempt.update({ where: { id: attempt.id }, data: { status: 'open', nextInquiryAt: now }, select: { id: true } });
    return { ...(await logOnly(tx, report, order.id, 'ignored', 'unconfirmed')), needsInquiry: true };
  }
  const step: Step = (await isOtherOrders(tx, order, charge)) ? { to: 'nothing', reason: 'contradiction' } : stepFor(order, charge);
  await applyStep(tx, { order, step, charge, attemptId: attempt.id, hasTaxReceipts, requestId: report.requestId ?? null, now });
  const reason = step.to === 'nothing' ? step.reason : step.to;
  const result = step.to === 'nothing' ? 'ignored' : 'applied';
  await appendEvent(tx, report, { orderId: order.id, fingerprint, result, reason });
  return { result, reason, orderId: order.id, needsInquiry: false };
}

/** A charge pays for one order, whatever a later report of it names. */
async function isOtherOrders(tx: Tx, order: OrderRow, charge: Charge): Promise<boolean> {
  const isOfOrder = { OR: [{ paidChargeId: charge.id }, { receivedChargeId: charge.id }] };
  return (await tx.order.findFirst({ where: { ...isOfOrder, id: { not: order.id } }, select: { id: true } })) !== null;
}

/** An authentic charge that is not this account's calls a person once, however often it is reported. */
async function refuse(tx: Tx, report: PaymentReport, order: OrderRow, mismatch: NonNullable<Charge['mismatch']>): Promise<Settled> {
  const fingerprint = ignoredFingerprint(mismatch, report.charge.fingerprint);
  if (await tx.paymentEvent.findUnique({ where: { fingerprint }, select: { id: true } })) return duplicateOf(order.id);
  await tx.order.update({ where: { id: order.id }, data: { needsReview: `mismatch-${mismatch}` }, select: { id: true } });
  await writeNote(tx, { orderId: order.id, kind: 'review', detail: { mismatch, chargeId: report.charge.id }, now: report.now });
  return logOnly(tx, report, order.id, 'rejected', mismatch);
}

async function logOnly(tx: Tx, report: PaymentReport, orderId: string | null, result: 'duplicate' | 'ignored' | 'rejected', reason: string): Promise<Settled> {
  await appendEvent(tx, report, { orderId, fingerprint: ignoredFingerprint(reason, report.charge.fingerprint), result, reason });
  return { result, reason, orderId, needsInquiry: false };
}
