import 'server-only';
import { addSeconds } from '@/lib/clock';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder } from '@/lib/checkout/orders/order-row';
import { retryAt } from '@/lib/checkout/settlement/inquiry-schedule';
import { isOnItsWay } from '@/lib/checkout/settlement/refunded-charge';
import { settlePayment } from '@/lib/checkout/settlement/settle';
import { config } from '@/lib/config/config';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { eachOnItsOwn } from '@/lib/database/each-on-its-own';
import { log } from '@/lib/log';
import { isProviderError, type Charge, type PaymentProvider, type RefundResult } from '@/lib/payments/provider';
import { findProvider, providerNames } from '@/lib/payments/providers';
import { truncate } from '@/lib/truncate';

const batchSize = 20;
/** Longer than a call may take, so that two runs never send the same refund at once. */
const leaseSeconds = 120;

const isDue = (now: Date) =>
  ({ status: { in: ['approved', 'sending'] }, nextAttemptAt: { lte: now }, order: { provider: { in: providerNames() } } }) satisfies Prisma.RefundRequestWhereInput;

export async function hasRefundsToSend(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.refundRequest.findFirst({ where: isDue(now), select: { id: true } })) !== null;
}

/** The job that sends approved refunds until the provider confirms them. @returns the number of refunds looked at */
export async function runRefunds({ now, stopping }: { now: Date; stopping?: AbortSignal }): Promise<number> {
  const client = await db();
  const due = await client.refundRequest.findMany({ where: isDue(now), orderBy: { nextAttemptAt: 'asc' }, take: batchSize, select: { id: true } });
  await eachOnItsOwn(due, ({ id }) => runRefund(id, now), stopping);
  return due.length;
}

interface Claimed {
  id: string; orderId: string; chargeId: string; refundId: string | null; refundedBeforePiastres: number | null; attempts: number; provider: PaymentProvider;
  amountPiastres: number;
  /** Of the charge, given back by the provider and recorded. */
  recordedPiastres: number;
  isOwn: boolean;
  /** Of other parts of the order. */
  earlierRefundIds: string[];
}

/**
 * One refund, sent once: not every provider knows an idempotency key, so its books are read before every call, and an answer
 * that got lost is looked up instead of sent again.
 */
export async function runRefund(requestId: string, now: Date): Promise<void> {
  const claimed = await claim(requestId, now);
  if (!claimed) return;
  const { provider, chargeId } = claimed;
  try {
    const charge = await provider.findCharge(chargeId);
    if (!charge) return await giveUp(claimed, 'the provider does not know the charge', now);
    if (isReturned(claimed, charge)) return await settleCharge(claimed, charge, now);
    if (!provider.canRefund(charge.method)) return await giveUp(claimed, `${charge.method} payments cannot be refunded: transfer the money by hand`, now);
    if (toSend(claimed, charge) <= 0) return await giveUp(claimed, `nothing of the charge is left to give back: it is ${charge.state}`, now);
    const refund = (await findSent(claimed, charge)) ?? (await send(claimed, charge));
    if (refund.state === 'pending') return;
    if (refund.state === 'refused') {
      await store(claimed, notSent);
      return await giveUp(claimed, refund.message ?? 'refused by the provider', now);
    }
    const after = await provider.findCharge(chargeId);
    if (after && isReturned(claimed, after)) await settleCharge(claimed, after, now);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return error.failure === 'refused' ? giveUp(claimed, error.message, now) : tryLater(claimed, error.message, now);
  }
}

/** The provider's books on the charge are believed, not its answer to the refund; while they lag, the next run looks again. */
const isReturned = ({ isOwn, recordedPiastres, amountPiastres: wanted }: Claimed, { state, refundedPiastres, amountPiastres }: Charge) =>
  (state === 'refunded' || (state === 'cancelled' && isOwn)) && refundedPiastres >= Math.min(amountPiastres, recordedPiastres + wanted);

/** What is left to send of it: some may have gone back another way. */
const toSend = ({ amountPiastres }: Claimed, charge: Charge) => Math.min(amountPiastres, charge.amountPiastres - charge.refundedPiastres);

/** A refund that is on its way already: the one whose answer we have, or one whose answer was lost. */
function findSent(claimed: Claimed, charge: Charge): Promise<RefundResult | null> {
  const { provider, refundId, refundedBeforePiastres, earlierRefundIds: knownIds } = claimed;
  if (refundId !== null) return provider.findRefund(refundId);
  if (refundedBeforePiastres === null) return Promise.resolve(null);
  return provider.findRefundOf(charge, { amountPiastres: toSend(claimed, charge), refundedBeforePiastres, knownIds });
}

async function send(claimed: Claimed, charge: Charge): Promise<RefundResult> {
  await store(claimed, { refundedBeforePiastres: charge.refundedPiastres });
  try {
    const refund = await claimed.provider.refund(charge, toSend(claimed, charge));
    await store(claimed, { refundId: refund.id });
    return refund;
  } catch (error) {
    if (isProviderError(error) && error.failure === 'refused') await store(claimed, notSent);
    throw error;
  }
}

const notSent = { refundId: null, refundedBeforePiastres: null } as const;

async function store({ id }: Claimed, data: Prisma.RefundRequestUpdateInput): Promise<void> {
  const client = await db();
  await client.refundRequest.update({ where: { id }, data, select: { id: true } });
}

async function settleCharge({ id: requestId }: Claimed, charge: Charge, now: Date): Promise<void> {
  await settlePayment({ source: 'refund', charge, requestId, now });
}

/** Refunds of one charge are sent one after the other: the provider's books say only how much of it is back. */
async function claim(requestId: string, now: Date): Promise<Claimed | null> {
  return transaction(async (tx) => {
    if (await isBehindAnother(tx, requestId)) {
      const nextAttemptAt = addSeconds(now, config().reconcileEverySeconds);
      await tx.refundRequest.updateMany({ where: { id: requestId, status: 'approved', nextAttemptAt: { lte: now } }, data: { nextAttemptAt } });
      return null;
    }
    const taken = await tx.refundRequest.updateMany({
      where: { id: requestId, status: { in: ['approved', 'sending'] }, nextAttemptAt: { lte: now } },
      data: { status: 'sending', attempts: { increment: 1 }, nextAttemptAt: addSeconds(now, leaseSeconds) },
    });
    if (taken.count === 0) return null;
    const { order, ...request } = await tx.refundRequest.findUniqueOrThrow({
      where: { id: requestId },
      select: {
        id: true, orderId: true, chargeId: true, refundId: true, refundedBeforePiastres: true, attempts: true, amountPiastres: true,
        order: { select: { provider: true, paidChargeId: true, receivedChargeId: true, refundedPiastres: true, refundedByHandPiastres: true } },
      },
    });
    const chargeId = request.chargeId ?? order.paidChargeId;
    const provider = findProvider(order.provider);
    if (chargeId === null || !provider) return null;
    const earlier = await tx.refundRequest.findMany({
      where: { orderId: request.orderId, id: { not: requestId }, refundId: { not: null } }, select: { refundId: true },
    });
    const earlierRefundIds = earlier.flatMap(({ refundId }) => refundId ?? []);
    const isOwn = chargeId === order.paidChargeId;
    const isRecorded = isOwn || chargeId === order.receivedChargeId;
    return { ...request, chargeId, earlierRefundIds, provider, isOwn, recordedPiastres: isRecorded ? order.refundedPiastres - order.refundedByHandPiastres : 0 };
  });
}

async function isBehindAnother(tx: Tx, id: string): Promise<boolean> {
  const { orderId } = await tx.refundRequest.findUniqueOrThrow({ where: { id }, select: { orderId: true } });
  await lockOrder(tx, orderId);
  const { paidChargeId, refundRequests } = await tx.order.findUniqueOrThrow({
    where: { id: orderId }, select: { paidChargeId: true, refundRequests: { select: { id: true, status: true, chargeId: true, refundedBeforePiastres: true } } },
  });
  if (refundRequests.some((request) => request.id === id && isOnItsWay(request))) return false;
  const chargeOf = (wantedId: string) => refundRequests.find((request) => request.id === wantedId)?.chargeId ?? paidChargeId;
  return refundRequests.some((other) => other.id !== id && isOnItsWay(other) && chargeOf(other.id) === chargeOf(id));
}

async function giveUp(claimed: Claimed, error: string, now: Date): Promise<void> {
  log.error({ orderId: claimed.orderId, error }, 'refund failed');
  await transaction(async (tx) => {
    await lockOrder(tx, claimed.orderId);
    const failed = await tx.refundRequest.updateMany({
      where: { id: claimed.id, status: 'sending' }, data: { status: 'failed', lastError: truncate(error, 500), nextAttemptAt: null, refundId: null },
    });
    // It ended meanwhile, with the rest of its order.
    if (failed.count === 0) return;
    await tx.order.update({ where: { id: claimed.orderId }, data: { needsReview: 'refund-failed' }, select: { id: true } });
    await writeNote(tx, { orderId: claimed.orderId, kind: 'refund-failed', detail: { error: truncate(error, 200) }, now });
  });
}

async function tryLater(claimed: Claimed, error: string, now: Date): Promise<void> {
  log.warn({ orderId: claimed.orderId, error }, 'refund unanswered');
  await store(claimed, { lastError: truncate(error, 500), nextAttemptAt: retryAt(claimed.attempts, now) });
}
