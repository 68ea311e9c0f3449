import 'server-only';
import { addSeconds } from '@/lib/clock';
import { revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';
import type { Transaction } from '@/lib/paymob/transaction';
import { mailDoubleCharge, mailRefunded } from './mails';
import type { SettledOrder } from './settled-order';
import { writeNote } from './timeline';

/** Specification section 9: money is back within seven days. */
export const refundWithinSeconds = 7 * 86_400;

interface Returning { readonly order: SettledOrder; readonly transaction: Transaction; readonly now: Date }

export type ReturnReason = 'double-charge' | 'double-purchase' | 'buyer-deleted';

/** A charge nobody asked for goes back by itself; nobody has to approve it. */
export async function askForReturn(tx: Tx, { order, transaction, now }: Returning, why: ReturnReason): Promise<void> {
  await tx.refundRequest.create({
    data: {
      orderId: order.id, userId: order.userId, reason: why, doubleCharge: true, transactionId: BigInt(transaction.id),
      status: 'approved', amountPiastres: transaction.amountCents, requestedAt: now, decidedAt: now,
      dueAt: addSeconds(now, refundWithinSeconds), nextAttemptAt: now,
    },
    select: { id: true },
  });
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why }, select: { id: true } });
  await writeNote(tx, { orderId: order.id, kind: 'double-charge', detail: { why, transactionId: transaction.id }, now });
  await mailDoubleCharge(tx, order, transaction.id);
}

interface Outcome { readonly refundedPiastres: number; readonly whole: boolean; readonly neverGranted: boolean }

/** Paymob confirms that a charge went back: the request is done, and access that rested on it ends. */
export async function finishReturn(tx: Tx, { order, transaction, now }: Returning, outcome: Outcome): Promise<void> {
  const isOwn = order.paidTransactionId === null || order.paidTransactionId === BigInt(transaction.id);
  const request = await openRequest(tx, order, transaction, isOwn);
  if (isOwn) {
    await tx.order.update({
      where: { id: order.id },
      data: {
        refundedPiastres: outcome.refundedPiastres,
        ...(outcome.neverGranted && outcome.whole ? { paidTransactionId: BigInt(transaction.id), paidAt: now } : {}),
        ...(outcome.whole ? { status: 'refunded' as const, refundedAt: now } : {}),
      },
      select: { id: true },
    });
    if (outcome.whole) await endAccess(tx, order, now);
  }
  if (request) await tx.order.update({ where: { id: order.id }, data: { needsReview: null }, select: { id: true } });
  if (outcome.whole || !isOwn) await closeRequest(tx, order, transaction, request?.id ?? null, now);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { transactionId: transaction.id, piastres: transaction.refundedCents }, now });
}

async function openRequest(tx: Tx, order: SettledOrder, transaction: Transaction, isOwn: boolean) {
  const exact = { transactionId: BigInt(transaction.id) };
  return tx.refundRequest.findFirst({
    where: {
      orderId: order.id,
      status: { notIn: ['done', 'refused'] },
      OR: isOwn ? [exact, { transactionId: null }] : [exact],
    },
    orderBy: { requestedAt: 'asc' },
    select: { id: true },
  });
}

/** Gives the credit note its number. A refund made at Paymob's own dashboard gets a request of its own to carry it. */
async function closeRequest(tx: Tx, order: SettledOrder, transaction: Transaction, requestId: string | null, now: Date): Promise<void> {
  const creditNoteNumber = await takeCreditNote(tx);
  const amountPiastres = transaction.isVoided ? transaction.amountCents : transaction.refundedCents;
  const done = { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null, lastError: null, transactionId: BigInt(transaction.id) } as const;
  if (requestId) await tx.refundRequest.update({ where: { id: requestId }, data: done, select: { id: true } });
  else {
    await tx.refundRequest.create({
      data: { ...done, orderId: order.id, userId: order.userId, reason: 'made-at-paymob', amountPiastres, requestedAt: now, dueAt: now },
      select: { id: true },
    });
  }
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, transactionId: transaction.id });
}

/** Gapless: the number is taken in the transaction that uses it. */
async function takeCreditNote(tx: Tx): Promise<number> {
  const counter = await tx.counter.upsert({
    where: { name: 'credit-note' },
    create: { name: 'credit-note', value: 1 },
    update: { value: { increment: 1 } },
    select: { value: true },
  });
  return counter.value;
}

/** Only access that this order opened: after a double purchase the course stays with the other one. */
async function endAccess(tx: Tx, order: SettledOrder, now: Date): Promise<void> {
  if (order.userId === null) return;
  const { userId, courseSlug } = order;
  const ended = await revokeEnrolment(tx, { userId, courseSlug, orderId: order.id, now });
  if (ended) await writeNote(tx, { orderId: order.id, kind: 'revoked', detail: { courseSlug }, now });
}

interface ByHand { id: string; amountPiastres: number; transactionId: bigint | null }

/** A refund that went another way than Paymob, on an administrator's word. */
export async function finishByHand(tx: Tx, order: SettledOrder, request: ByHand, now: Date): Promise<void> {
  const creditNoteNumber = await takeCreditNote(tx);
  const isOwn = request.transactionId === null || request.transactionId === order.paidTransactionId;
  await tx.order.update({
    where: { id: order.id },
    data: isOwn
      ? { status: 'refunded', refundedAt: now, refundedPiastres: { increment: request.amountPiastres }, needsReview: null }
      : { needsReview: null },
    select: { id: true },
  });
  await tx.refundRequest.update({
    where: { id: request.id }, data: { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null }, select: { id: true },
  });
  if (isOwn) await endAccess(tx, order, now);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { byHand: true, piastres: request.amountPiastres }, now });
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres: request.amountPiastres, transactionId: Number(request.transactionId ?? order.paidTransactionId) });
}
