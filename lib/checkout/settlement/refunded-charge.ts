import 'server-only';
import { addSeconds } from '@/lib/clock';
import { mailDoubleCharge, mailRefunded } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { issueCreditNote, issueReceipt } from '@/lib/checkout/receipts/issue-receipt';
import type { OrderRow } from '@/lib/checkout/orders/order-row';
import { revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';
import type { Charge } from '@/lib/payments/provider';

/** Row P7: money is back within seven days. */
export const refundWithinSeconds = 7 * 86_400;

interface Returned { readonly order: OrderRow; readonly charge: Charge; readonly now: Date }

export type ReturnReason = 'double-charge' | 'double-purchase' | 'buyer-deleted';

/** A charge nobody asked for goes back by itself; nobody has to approve it. */
export async function requestReturn(tx: Tx, { order, charge, now }: Returned, why: ReturnReason): Promise<void> {
  await tx.refundRequest.create({
    data: {
      orderId: order.id, userId: order.userId, reason: why, doubleCharge: true, chargeId: charge.id,
      status: 'approved', amountPiastres: charge.amountPiastres, requestedAt: now, decidedAt: now,
      dueAt: addSeconds(now, refundWithinSeconds), nextAttemptAt: now,
    },
    select: { id: true },
  });
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why }, select: { id: true } });
  await writeNote(tx, { orderId: order.id, kind: 'double-charge', detail: { why, chargeId: charge.id }, now });
  await mailDoubleCharge(tx, order, charge.id);
}

interface Outcome { readonly refundedPiastres: number; readonly whole: boolean; readonly neverGranted: boolean }

/** The provider confirms that a charge went back: the request is done, and access that rested on it ends. */
export async function finishRefund(tx: Tx, { order, charge, now }: Returned, outcome: Outcome): Promise<void> {
  const isOwn = order.paidChargeId === null || order.paidChargeId === charge.id;
  const requestId = await findOpenRequest(tx, order, charge, isOwn);
  if (isOwn) {
    await tx.order.update({
      where: { id: order.id },
      data: {
        refundedPiastres: outcome.refundedPiastres,
        ...(outcome.neverGranted && outcome.whole ? { paidChargeId: charge.id, paidAt: now } : {}),
        ...(outcome.whole ? { status: 'refunded' as const, refundedAt: now } : {}),
      },
      select: { id: true },
    });
    if (outcome.whole) await endAccess(tx, order, now);
  }
  if (requestId) await tx.order.update({ where: { id: order.id }, data: { needsReview: null }, select: { id: true } });
  const isDone = outcome.whole || !isOwn;
  const creditNoteNumber = isOwn ? await creditNoteFor(tx, { order, charge, now }, outcome, isDone) : null;
  if (isDone) await closeRequest(tx, { order, charge, now }, requestId, creditNoteNumber);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { chargeId: charge.id, piastres: charge.refundedPiastres }, now });
}

async function findOpenRequest(tx: Tx, order: OrderRow, charge: Charge, isOwn: boolean): Promise<string | null> {
  const exact = { chargeId: charge.id };
  const request = await tx.refundRequest.findFirst({
    where: { orderId: order.id, status: { notIn: ['done', 'refused'] }, OR: isOwn ? [exact, { chargeId: null }] : [exact] },
    orderBy: { requestedAt: 'asc' },
    select: { id: true },
  });
  return request?.id ?? null;
}

/** What was returned before its payment was seen has had no receipt yet. */
async function creditNoteFor(tx: Tx, { order, charge, now }: Returned, outcome: Outcome, isCarried: boolean): Promise<number | null> {
  const issued = { orderId: order.id, chargeId: charge.id, now };
  if (outcome.neverGranted && outcome.whole) await issueReceipt(tx, issued);
  return issueCreditNote(tx, { ...issued, amountPiastres: outcome.refundedPiastres - order.refundedPiastres, isCarried });
}

/**
 * A refund made at the provider's own dashboard gets a request of its own to carry the credit note's number. A second charge was never a
 * sale: it has neither receipt nor credit note.
 */
async function closeRequest(tx: Tx, { order, charge, now }: Returned, requestId: string | null, creditNoteNumber: number | null): Promise<void> {
  const amountPiastres = charge.refundedPiastres;
  const done = { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null, lastError: null, chargeId: charge.id } as const;
  if (requestId) await tx.refundRequest.update({ where: { id: requestId }, data: done, select: { id: true } });
  else {
    await tx.refundRequest.create({
      data: { ...done, orderId: order.id, userId: order.userId, reason: 'made-by-provider', amountPiastres, requestedAt: now, dueAt: now },
      select: { id: true },
    });
  }
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, chargeId: charge.id });
}

/** Only access that this order opened: after a double purchase the course stays with the other one. */
async function endAccess(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  if (order.userId === null) return;
  const { userId, courseSlug } = order;
  const ended = await revokeEnrolment(tx, { userId, courseSlug, orderId: order.id, now });
  if (ended) await writeNote(tx, { orderId: order.id, kind: 'revoked', detail: { courseSlug }, now });
}

interface RefundByHand { id: string; amountPiastres: number; chargeId: string }

/** The money went back another way than through the provider, as an administrator says. */
export async function finishByHand(tx: Tx, order: OrderRow, request: RefundByHand, now: Date): Promise<void> {
  const { amountPiastres, chargeId } = request;
  const isOwn = chargeId === order.paidChargeId;
  const creditNoteNumber = isOwn ? await issueCreditNote(tx, { orderId: order.id, chargeId, amountPiastres, isCarried: true, now }) : null;
  await tx.order.update({
    where: { id: order.id },
    data: isOwn
      ? { status: 'refunded', refundedAt: now, refundedPiastres: { increment: amountPiastres }, needsReview: null }
      : { needsReview: null },
    select: { id: true },
  });
  await tx.refundRequest.update({
    where: { id: request.id }, data: { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null }, select: { id: true },
  });
  if (isOwn) await endAccess(tx, order, now);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { byHand: true, piastres: amountPiastres }, now });
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, chargeId });
}
