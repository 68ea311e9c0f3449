import { createHash } from 'node:crypto';
import type { PaymentEventResult, PaymentEventSource } from '@/generated/prisma/enums';
import { isEnabled } from '@/lib/content/enabled-features';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { log } from '@/lib/log';
import { writeNote } from '@/lib/orders/order-notes';
import { lockOrder, orderFields, type OrderRow } from '@/lib/orders/order-row';
import type { Charge } from '@/lib/payments/provider';
import { applyStep } from './apply-step';
import { type Step, stepFor } from './next-step';

export interface SettleResult {
  readonly result: PaymentEventResult;
  readonly reason: string | null;
  readonly orderId: string | null;
  readonly needsInquiry: boolean;
}

/** The only function that applies a provider's report to its order (row P5). Repeated reports change nothing. */
export async function settlePayment(report: PaymentReport): Promise<SettleResult> {
  const settled = await settleOnce(report);
  const { id, paymentId } = report.charge;
  log.info({ chargeId: id, paymentId, source: report.source, ...settled }, 'Settled a payment report');
  return settled;
}

const runningReports = new Map<string, Promise<SettleResult>>();

/**
 * Makes parallel copies of a report wait here instead of queueing for the order's lock, where they would use up the
 * transaction's two seconds (R05). The key has every field, because an altered copy must not replace the real report.
 */
async function settleOnce(report: PaymentReport): Promise<SettleResult> {
  const key = JSON.stringify([report.source, report.charge, report.requestId]);
  const running = runningReports.get(key);
  if (running) return findDuplicate((await running).orderId);
  const settling = settleUnlessKnown(report).finally(() => runningReports.delete(key));
  runningReports.set(key, settling);
  return settling;
}

const findDuplicate = (orderId: string | null): SettleResult => ({
  result: 'duplicate',
  reason: null,
  orderId,
  needsInquiry: false,
});

/** Record a notification even if an inquiry was faster, because `npm run doctor` checks that they arrive. */
const isLateNotification = (report: PaymentReport, knownEvent: { source: PaymentEventSource }): boolean =>
  report.source === 'callback' && knownEvent.source !== 'callback';

/** Recognises a known report without a lock, because the log only grows. */
async function settleUnlessKnown(report: PaymentReport): Promise<SettleResult> {
  const knownEvent = await (
    await db()
  ).paymentEvent.findUnique({
    where: { fingerprint: report.charge.fingerprint },
    select: { orderId: true, source: true },
  });
  if (knownEvent && !isLateNotification(report, knownEvent)) return findDuplicate(knownEvent.orderId);
  const hasTaxReceipts = await isEnabled('taxReceipts');
  return transaction((tx) => settleInTransaction(tx, report, hasTaxReceipts));
}

async function settleInTransaction(tx: Tx, report: PaymentReport, hasTaxReceipts: boolean): Promise<SettleResult> {
  const { charge, now } = report;
  const attempt = await tx.paymentAttempt.findUnique({
    where: { paymentId: charge.paymentId },
    select: { id: true, orderId: true },
  });
  if (!attempt) return logOnly(tx, report, null, 'ignored', 'unknown-order');
  await lockOrder(tx, attempt.orderId);
  const { fingerprint } = charge;
  const knownEvent = await tx.paymentEvent.findUnique({ where: { fingerprint }, select: { source: true } });
  if (knownEvent && isLateNotification(report, knownEvent))
    await logOnly(tx, report, attempt.orderId, 'duplicate', 'known');
  if (knownEvent) return findDuplicate(attempt.orderId);
  const order = await tx.order.findUniqueOrThrow({ where: { id: attempt.orderId }, select: orderFields });
  if (charge.mismatch && charge.state !== 'child') return rejectMismatch(tx, report, order, charge.mismatch);
  if (!charge.isProven) {
    // Reopen even a closed attempt, so that the provider is asked about it.
    await tx.paymentAttempt.update({
      where: { id: attempt.id },
      data: { status: 'open', nextInquiryAt: now },
      select: { id: true },
    });
    return { ...(await logOnly(tx, report, order.id, 'ignored', 'unconfirmed')), needsInquiry: true };
  }
  const step: Step = (await isChargeOfOtherOrder(tx, order, charge))
    ? { to: 'nothing', reason: 'contradiction' }
    : stepFor(order, charge);
  await applyStep(tx, {
    order,
    step,
    charge,
    attemptId: attempt.id,
    hasTaxReceipts,
    requestId: report.requestId ?? null,
    now,
  });
  const reason = step.to === 'nothing' ? step.reason : step.to;
  const result = step.to === 'nothing' ? 'ignored' : 'applied';
  await appendEvent(tx, report, { orderId: order.id, fingerprint, result, reason });
  return { result, reason, orderId: order.id, needsInquiry: false };
}

/** A charge pays for one order, whatever order a later report names. */
async function isChargeOfOtherOrder(tx: Tx, order: OrderRow, charge: Charge): Promise<boolean> {
  const chargeCondition = { OR: [{ paidChargeId: charge.id }, { receivedChargeId: charge.id }] };
  return (
    (await tx.order.findFirst({ where: { ...chargeCondition, id: { not: order.id } }, select: { id: true } })) !== null
  );
}

async function rejectMismatch(
  tx: Tx,
  report: PaymentReport,
  order: OrderRow,
  mismatch: NonNullable<Charge['mismatch']>,
): Promise<SettleResult> {
  const fingerprint = ignoredFingerprint(mismatch, report.charge.fingerprint);
  if (await tx.paymentEvent.findUnique({ where: { fingerprint }, select: { id: true } }))
    return findDuplicate(order.id);
  await tx.order.update({
    where: { id: order.id },
    data: { needsReview: `mismatch-${mismatch}` },
    select: { id: true },
  });
  await writeNote(tx, {
    orderId: order.id,
    kind: 'review',
    detail: { mismatch, chargeId: report.charge.id },
    now: report.now,
  });
  return logOnly(tx, report, order.id, 'rejected', mismatch);
}

async function logOnly(
  tx: Tx,
  report: PaymentReport,
  orderId: string | null,
  result: 'duplicate' | 'ignored' | 'rejected',
  reason: string,
): Promise<SettleResult> {
  await appendEvent(tx, report, {
    orderId,
    fingerprint: ignoredFingerprint(reason, report.charge.fingerprint),
    result,
    reason,
  });
  return { result, reason, orderId, needsInquiry: false };
}

interface PaymentReport {
  readonly source: PaymentEventSource;
  readonly charge: Charge;
  readonly requestId?: string;
  readonly now: Date;
}

interface EventEntry {
  orderId: string | null;
  fingerprint: string;
  result: PaymentEventResult;
  reason: string | null;
}

async function appendEvent(tx: Tx, { source, charge, now }: PaymentReport, entry: EventEntry): Promise<void> {
  await tx.paymentEvent.createMany({
    data: {
      ...entry,
      source,
      type: charge.type,
      chargeId: charge.id,
      parentChargeId: charge.parentId,
      paymentId: charge.paymentId,
      body: charge.record as Prisma.InputJsonObject,
      receivedAt: now,
    },
    skipDuplicates: true,
  });
}

/** Gives an ignored report another fingerprint, so that a later correct report of the same fact is not skipped. */
const ignoredFingerprint = (reason: string, fingerprint: string): string =>
  `${reason}:${createHash('sha256').update(fingerprint).digest('base64url')}`;
