import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { tryEach } from '@/lib/database/try-each';
import { log } from '@/lib/log';
import { writeNote } from '@/lib/orders/order-notes';
import { lockOrder } from '@/lib/orders/order-row';
import { nextRetryAt } from '@/lib/orders/settlement/inquire';
import { clearReviewFlag, isInFlight } from '@/lib/orders/settlement/refunded-charge';
import { settlePayment } from '@/lib/orders/settlement/settle';
import { type Charge, isProviderError, type PaymentProvider, type RefundResult } from '@/lib/payments/provider';
import { findProvider, providerNames } from '@/lib/payments/providers';
import { truncate } from '@/lib/text';

const batchSize = 20;
/** Longer than any call to the provider, so that two runs never send the same refund at once. */
const leaseSeconds = 120;

const dueCondition = (now: Date) =>
  ({
    status: { in: ['approved', 'sending'] },
    nextAttemptAt: { lte: now },
    order: { provider: { in: providerNames() } },
  }) satisfies Prisma.RefundRequestWhereInput;

export async function hasRefundsToSend(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.refundRequest.findFirst({ where: dueCondition(now), select: { id: true } })) !== null;
}

export async function runRefunds({ now, stopping }: { now: Date; stopping?: AbortSignal }): Promise<number> {
  const client = await db();
  const dueRequests = await client.refundRequest.findMany({
    where: dueCondition(now),
    orderBy: { nextAttemptAt: 'asc' },
    take: batchSize,
    select: { id: true },
  });
  await tryEach(dueRequests, ({ id }) => runRefund(id, now), stopping);
  return dueRequests.length;
}

interface ClaimedRefund {
  id: string;
  orderId: string;
  chargeId: string;
  refundId: string | null;
  refundedBeforePiastres: number | null;
  attempts: number;
  provider: PaymentProvider;
  amountPiastres: number;
  /** Piastres of the order's own charge that are already recorded here as refunded by the provider. */
  recordedPiastres: number;
  isOwn: boolean;
  earlierRefundIds: string[];
}

/** Reads the provider's records before every call, because not every provider has idempotency keys. */
export async function runRefund(requestId: string, now: Date): Promise<void> {
  const claimed = await claimRefund(requestId, now);
  if (!claimed) return;
  const { provider, chargeId } = claimed;
  try {
    const charge = await provider.findCharge(chargeId);
    if (!charge) return await markRefundFailed(claimed, 'the provider does not know the charge', now);
    if (isFullyRefunded(claimed, charge)) return await settleCharge(claimed, charge, now);
    if (!provider.canRefund(charge.method))
      return await markRefundFailed(
        claimed,
        `${charge.method} payments cannot be refunded: transfer the money by hand`,
        now,
      );
    if (piastresToSend(claimed, charge) <= 0)
      return await markRefundFailed(claimed, `nothing of the charge is left to give back: it is ${charge.state}`, now);
    const refund = (await findSentRefund(claimed, charge)) ?? (await sendRefund(claimed, charge));
    if (refund.state === 'pending') return;
    if (refund.state === 'refused') {
      await updateRequest(claimed, notSent);
      return await markRefundFailed(claimed, refund.message ?? 'refused by the provider', now);
    }
    const after = await provider.findCharge(chargeId);
    if (after && isFullyRefunded(claimed, after)) await settleCharge(claimed, after, now);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return error.failure === 'refused'
      ? markRefundFailed(claimed, error.message, now)
      : scheduleRetry(claimed, error.message, now);
  }
}

/** Trusts the provider's records, not its response. A refund of a charge that paid no order must be complete. */
const isFullyRefunded = (
  { isOwn, recordedPiastres, amountPiastres: wanted }: ClaimedRefund,
  { state, refundedPiastres, amountPiastres }: Charge,
) =>
  (state === 'refunded' || (state === 'cancelled' && isOwn)) &&
  refundedPiastres >= (isOwn ? Math.min(amountPiastres, recordedPiastres + wanted) : amountPiastres);

/** Caps the amount, because a part of the charge may have been refunded another way. */
const piastresToSend = ({ amountPiastres }: ClaimedRefund, charge: Charge) =>
  Math.min(amountPiastres, charge.amountPiastres - charge.refundedPiastres);

async function findSentRefund(claimed: ClaimedRefund, charge: Charge): Promise<RefundResult | null> {
  const { provider, refundId, refundedBeforePiastres, earlierRefundIds: knownIds } = claimed;
  // The provider accepted this refund. Sending it again while its records lag could pay it twice.
  if (refundId !== null)
    return (await provider.findRefund(refundId)) ?? { id: refundId, state: 'pending', message: null };
  if (refundedBeforePiastres === null) return null;
  return provider.findRefundOf(charge, {
    amountPiastres: piastresToSend(claimed, charge),
    refundedBeforePiastres,
    knownIds,
  });
}

async function sendRefund(claimed: ClaimedRefund, charge: Charge): Promise<RefundResult> {
  await updateRequest(claimed, { refundedBeforePiastres: charge.refundedPiastres });
  try {
    const refund = await claimed.provider.refund(charge, piastresToSend(claimed, charge));
    await updateRequest(claimed, { refundId: refund.id });
    return refund;
  } catch (error) {
    if (isProviderError(error) && error.failure === 'refused') await updateRequest(claimed, notSent);
    throw error;
  }
}

const notSent = { refundId: null, refundedBeforePiastres: null } as const;

async function updateRequest({ id }: ClaimedRefund, data: Prisma.RefundRequestUpdateInput): Promise<void> {
  const client = await db();
  await client.refundRequest.update({ where: { id }, data, select: { id: true } });
}

async function settleCharge(claimed: ClaimedRefund, charge: Charge, now: Date): Promise<void> {
  const { result } = await settlePayment({ source: 'refund', charge, requestId: claimed.id, now });
  const isWhole = charge.refundedPiastres >= charge.amountPiastres && charge.mismatch === null;
  if (result === 'duplicate' && isWhole) await closeSettledRequest(claimed, now);
}

/** No further report would close a request that was made after the whole refund had been reported. */
async function closeSettledRequest({ id, orderId }: ClaimedRefund, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const closed = await tx.refundRequest.updateMany({
      where: { id, status: 'sending' },
      data: { status: 'done', doneAt: now, nextAttemptAt: null, lastError: null },
    });
    if (closed.count > 0) await clearReviewFlag(tx, orderId);
  });
}

/** Sends refunds of one charge one at a time: the provider's records state only the refunded total. */
async function claimRefund(requestId: string, now: Date): Promise<ClaimedRefund | null> {
  return transaction(async (tx) => {
    if (await mustWaitForOther(tx, requestId)) {
      const nextAttemptAt = addSeconds(now, config().reconcileEverySeconds);
      await tx.refundRequest.updateMany({
        where: { id: requestId, status: 'approved', nextAttemptAt: { lte: now } },
        data: { nextAttemptAt },
      });
      return null;
    }
    const claimed = await tx.refundRequest.updateMany({
      where: { id: requestId, status: { in: ['approved', 'sending'] }, nextAttemptAt: { lte: now } },
      data: { status: 'sending', attempts: { increment: 1 }, nextAttemptAt: addSeconds(now, leaseSeconds) },
    });
    if (claimed.count === 0) return null;
    const { order, ...request } = await tx.refundRequest.findUniqueOrThrow({
      where: { id: requestId },
      select: {
        id: true,
        orderId: true,
        chargeId: true,
        refundId: true,
        refundedBeforePiastres: true,
        attempts: true,
        amountPiastres: true,
        order: {
          select: {
            provider: true,
            paidChargeId: true,
            refundedPiastres: true,
            refundedByHandPiastres: true,
          },
        },
      },
    });
    const chargeId = request.chargeId ?? order.paidChargeId;
    const provider = findProvider(order.provider);
    if (chargeId === null || !provider) return null;
    const earlier = await tx.refundRequest.findMany({
      where: { orderId: request.orderId, id: { not: requestId }, refundId: { not: null } },
      select: { refundId: true },
    });
    const earlierRefundIds = earlier.flatMap(({ refundId }) => refundId ?? []);
    const isOwn = chargeId === order.paidChargeId;
    return {
      ...request,
      chargeId,
      earlierRefundIds,
      provider,
      isOwn,
      recordedPiastres: order.refundedPiastres - order.refundedByHandPiastres,
    };
  });
}

async function mustWaitForOther(tx: Tx, id: string): Promise<boolean> {
  const { orderId } = await tx.refundRequest.findUniqueOrThrow({ where: { id }, select: { orderId: true } });
  await lockOrder(tx, orderId);
  const { paidChargeId, refundRequests } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      paidChargeId: true,
      refundRequests: { select: { id: true, status: true, chargeId: true, refundedBeforePiastres: true } },
    },
  });
  if (refundRequests.some((request) => request.id === id && isInFlight(request))) return false;
  const chargeOf = (wantedId: string) =>
    refundRequests.find((request) => request.id === wantedId)?.chargeId ?? paidChargeId;
  return refundRequests.some((other) => other.id !== id && isInFlight(other) && chargeOf(other.id) === chargeOf(id));
}

async function markRefundFailed(claimed: ClaimedRefund, error: string, now: Date): Promise<void> {
  log.error(
    { orderId: claimed.orderId, error },
    'A refund failed, and its order now needs review. Repeat the refund or record one made by hand',
  );
  await transaction(async (tx) => {
    await lockOrder(tx, claimed.orderId);
    const failed = await tx.refundRequest.updateMany({
      where: { id: claimed.id, status: 'sending' },
      data: { status: 'failed', lastError: truncate(error, 500), nextAttemptAt: null, refundId: null },
    });
    // The request was closed during the call, for example because the whole charge was refunded.
    if (failed.count === 0) return;
    await tx.order.update({
      where: { id: claimed.orderId },
      data: { needsReview: 'refund-failed' },
      select: { id: true },
    });
    await writeNote(tx, {
      orderId: claimed.orderId,
      kind: 'refund-failed',
      detail: { error: truncate(error, 200) },
      now,
    });
  });
}

async function scheduleRetry(claimed: ClaimedRefund, error: string, now: Date): Promise<void> {
  log.warn(
    { orderId: claimed.orderId, error },
    'The payment provider did not answer a refund; the job asks again later',
  );
  await updateRequest(claimed, { lastError: truncate(error, 500), nextAttemptAt: nextRetryAt(claimed.attempts, now) });
}
