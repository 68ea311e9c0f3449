import 'server-only';
import type { Tx } from '@/lib/database/client';
import { addSeconds } from '@/lib/clock';
import { paidBy } from '@/lib/paymob/state';
import type { Transaction } from '@/lib/paymob/transaction';
import { giveAccess } from './access';
import { askForReturn, finishReturn } from './returns';
import type { SettledOrder } from './settled-order';
import { writeNote } from './timeline';
import type { Step } from './transition';

export interface Applied {
  readonly order: SettledOrder;
  readonly step: Step;
  readonly transaction: Transaction;
  readonly attemptId: string;
  readonly now: Date;
}

/** A kiosk bill may be paid for days; the order waits as long, and a payment that comes later still counts. */
const kioskBillSeconds = 3 * 86_400;

const touched = { id: true } as const;

/** Writes what a step means, inside the transaction that holds the order's lock. */
export async function applyStep(tx: Tx, applied: Applied): Promise<void> {
  const { step } = applied;
  switch (step.to) {
    case 'pending':
      return applyPending(tx, applied);
    case 'paid':
      return applyPaid(tx, applied);
    case 'failed':
      return applyFailed(tx, applied);
    case 'expired':
      return applyExpired(tx, applied);
    case 'double-charge':
      return askForReturn(tx, applied, 'double-charge');
    case 'refunded':
      if (step.neverGranted && !step.whole) await applyPaid(tx, applied);
      return finishReturn(tx, applied, step);
    case 'other-charge-returned':
      return finishReturn(tx, applied, { refundedPiastres: applied.order.refundedPiastres, whole: false, neverGranted: false });
    case 'nothing':
      return step.reason === 'contradiction' || step.reason === 'not-captured' ? flag(tx, applied, step.reason) : undefined;
  }
}

async function applyPending(tx: Tx, { order, transaction, attemptId, now }: Applied): Promise<void> {
  const method = paidBy(transaction);
  const isBill = method === 'kiosk' && transaction.billReference !== null;
  const expiresAt = isBill ? addSeconds(now, kioskBillSeconds) : order.expiresAt;
  await tx.order.update({
    where: { id: order.id },
    data: { method, billReference: transaction.billReference, expiresAt },
    select: touched,
  });
  if (!isBill) return;
  await tx.paymentAttempt.update({ where: { id: attemptId }, data: { expiresAt }, select: touched });
  await writeNote(tx, { orderId: order.id, kind: 'kiosk-bill', detail: { reference: transaction.billReference }, now });
}

async function applyPaid(tx: Tx, { order, transaction, now }: Applied): Promise<void> {
  await tx.order.update({
    where: { id: order.id },
    data: {
      status: 'paid', paidTransactionId: BigInt(transaction.id), paidAt: now, failureCode: null, needsReview: null,
      method: paidBy(transaction) ?? order.method,
    },
    select: touched,
  });
  await writeNote(tx, { orderId: order.id, kind: 'paid', detail: { transactionId: transaction.id }, now });
  const given = await giveAccess(tx, { ...order, method: paidBy(transaction) ?? order.method }, now);
  if (given === 'owned-already') await askForReturn(tx, { order, transaction, now }, 'double-purchase');
  if (given === 'no-buyer') await askForReturn(tx, { order, transaction, now }, 'buyer-deleted');
}

async function applyFailed(tx: Tx, { order, transaction, now }: Applied): Promise<void> {
  const failureCode = transaction.responseCode ?? transaction.message ?? 'declined';
  await tx.order.update({
    where: { id: order.id },
    data: { status: 'failed', failureCode: failureCode.slice(0, 100), method: paidBy(transaction) },
    select: touched,
  });
  await writeNote(tx, { orderId: order.id, kind: 'declined', detail: { code: failureCode.slice(0, 100) }, now });
}

async function applyExpired(tx: Tx, { order, now }: Applied): Promise<void> {
  await tx.order.update({ where: { id: order.id }, data: { status: 'expired' }, select: touched });
  await writeNote(tx, { orderId: order.id, kind: 'expired', now });
}

async function flag(tx: Tx, { order, transaction, now }: Applied, why: string): Promise<void> {
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why }, select: touched });
  await writeNote(tx, { orderId: order.id, kind: 'review', detail: { why, transactionId: transaction.id }, now });
}
