import 'server-only';
import { addSeconds } from '@/lib/clock';
import { db, transaction, type Prisma } from '@/lib/database/client';
import { log } from '@/lib/log';
import type { PaymobClient } from '@/lib/paymob/client';
import { isPaymobError, PaymobApiError } from '@/lib/paymob/errors';
import type { Transaction } from '@/lib/paymob/transaction';
import { gateway } from './gateway';
import { lockOrder } from './order-lock';
import { retryAt } from './schedule';
import { settlePayment } from './settle';
import { writeNote } from './timeline';

const BATCH = 20;
/** Longer than a call may take, so that two runs never send the same refund at once. */
const leaseSeconds = 120;

const isDue = (now: Date) => ({ status: { in: ['approved', 'sending'] }, nextAttemptAt: { lte: now } }) satisfies Prisma.RefundRequestWhereInput;

export async function hasRefundsToSend(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.refundRequest.findFirst({ where: isDue(now), select: { id: true } })) !== null;
}

/** The job that sends approved refunds until Paymob confirms them. Gives the number of refunds looked at. */
export async function runRefunds({ now }: { now: Date }): Promise<number> {
  if (!gateway()) return 0;
  const client = await db();
  const due = await client.refundRequest.findMany({
    where: isDue(now),
    orderBy: { nextAttemptAt: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  for (const { id } of due) await runRefund(id, now);
  return due.length;
}

interface Claimed { id: string; orderId: string; transactionId: number; sentAs: number | null; attempts: number; isKiosk: boolean }

/**
 * One refund, sent once: Paymob has no idempotency key, so its own books are read before every call,
 * and an answer that got lost is looked up instead of sent again.
 */
export async function runRefund(requestId: string, now: Date): Promise<void> {
  const paymob = gateway();
  const claimed = await claim(requestId, now);
  if (!paymob || !claimed) return;
  if (claimed.isKiosk) return giveUp(claimed, 'kiosk payments cannot be refunded by Paymob: transfer the money by hand', now);
  try {
    const charge = await paymob.getTransaction(claimed.transactionId);
    if (!charge) return await giveUp(claimed, 'Paymob does not know the charge', now);
    if (isReturned(charge)) return await settleCharge(charge, now);
    const refund = (await sentBefore(paymob, claimed, charge)) ?? (await sendNow(paymob, claimed, charge));
    if (refund.pending) return;
    if (!refund.success) return await giveUp(claimed, refund.message ?? 'refused by Paymob', now);
    const after = await paymob.getTransaction(claimed.transactionId);
    if (after && isReturned(after)) await settleCharge(after, now);
  } catch (error) {
    if (!isPaymobError(error)) throw error;
    const final = error instanceof PaymobApiError && !error.isTemporary && error.status !== 401;
    return final ? giveUp(claimed, error.message, now) : tryLater(claimed, error.message, now);
  }
}

/** Paymob's books on the charge are believed, not its answer to the refund; while they lag, the next run looks again. */
const isReturned = (charge: Transaction) => charge.isVoided || (charge.isRefunded && charge.refundedCents >= charge.amountCents);

/** A refund that is on its way already: the one whose answer we have, or one whose answer was lost. */
async function sentBefore(paymob: PaymobClient, claimed: Claimed, charge: Transaction): Promise<Transaction | null> {
  if (claimed.sentAs !== null) return paymob.getTransaction(claimed.sentAs);
  if (claimed.attempts === 1) return null;
  const listed = await paymob.listOrderTransactions(charge.orderId);
  const alive = (one: Transaction) => one.isRefund && one.parentId === charge.id && (one.pending || one.success);
  return listed.findLast((one) => alive(one) && one.amountCents >= charge.amountCents - charge.refundedCents) ?? null;
}

async function sendNow(paymob: PaymobClient, claimed: Claimed, charge: Transaction): Promise<Transaction> {
  const refund = await paymob.refund(charge.id, charge.amountCents - charge.refundedCents);
  const client = await db();
  await client.refundRequest.update({ where: { id: claimed.id }, data: { refundTransactionId: BigInt(refund.id) }, select: { id: true } });
  return refund;
}

async function settleCharge(charge: Transaction, now: Date): Promise<void> {
  await settlePayment({ source: 'refund', transaction: charge, now });
}

async function claim(requestId: string, now: Date): Promise<Claimed | null> {
  return transaction(async (tx) => {
    const taken = await tx.refundRequest.updateMany({
      where: { id: requestId, status: { in: ['approved', 'sending'] }, nextAttemptAt: { lte: now } },
      data: { status: 'sending', attempts: { increment: 1 }, nextAttemptAt: addSeconds(now, leaseSeconds) },
    });
    if (taken.count === 0) return null;
    const request = await tx.refundRequest.findUniqueOrThrow({
      where: { id: requestId },
      select: {
        id: true, orderId: true, transactionId: true, refundTransactionId: true, attempts: true,
        order: { select: { paidTransactionId: true, method: true } },
      },
    });
    const transactionId = request.transactionId ?? request.order.paidTransactionId;
    if (transactionId === null) return null;
    const { id, orderId, attempts, refundTransactionId } = request;
    const sentAs = refundTransactionId === null ? null : Number(refundTransactionId);
    return { id, orderId, attempts, sentAs, transactionId: Number(transactionId), isKiosk: request.order.method === 'kiosk' };
  });
}

async function giveUp(claimed: Claimed, error: string, now: Date): Promise<void> {
  log.error({ orderId: claimed.orderId, error }, 'refund failed');
  await transaction(async (tx) => {
    await lockOrder(tx, claimed.orderId);
    await tx.refundRequest.update({
      where: { id: claimed.id }, data: { status: 'failed', lastError: error.slice(0, 500), nextAttemptAt: null, refundTransactionId: null }, select: { id: true },
    });
    await tx.order.update({ where: { id: claimed.orderId }, data: { needsReview: 'refund-failed' }, select: { id: true } });
    await writeNote(tx, { orderId: claimed.orderId, kind: 'refund-failed', detail: { error: error.slice(0, 200) }, now });
  });
}

async function tryLater(claimed: Claimed, error: string, now: Date): Promise<void> {
  log.warn({ orderId: claimed.orderId, error }, 'refund unanswered');
  const client = await db();
  await client.refundRequest.update({
    where: { id: claimed.id }, data: { lastError: error.slice(0, 500), nextAttemptAt: retryAt(claimed.attempts, now) }, select: { id: true },
  });
}
