import { addSeconds } from '@/lib/clock';
import type { Prisma, Tx } from '@/lib/database/client';
import { mailCouponOver, mailDoubleCharge, mailDoublePurchase, mailRefunded } from '@/lib/orders/order-mails';
import { writeNote } from '@/lib/orders/order-notes';
import {
  isAutomaticRefund,
  isRefundedByHand,
  openRefundStatus,
  type OrderLineRow,
  type OrderRow,
  purchaseRefundCondition,
  refundCode,
} from '@/lib/orders/order-row';
import { splitProportionally } from '@/lib/orders/pricing';
import { issueCreditNote, issueReceipt } from '@/lib/orders/receipts/issue-receipt';
import type { Charge } from '@/lib/payments/provider';
import { revokeAccess } from './access';

export const refundWithinSeconds = 7 * 86_400;

interface ReturnedCharge {
  readonly order: OrderRow;
  readonly charge: Pick<Charge, 'id' | 'refundedPiastres' | 'currency'>;
  readonly now: Date;
}
interface RefundedCharge extends ReturnedCharge {
  readonly hasTaxReceipts: boolean;
  readonly requestId: string | null;
}
interface UnwantedCharge {
  readonly order: OrderRow;
  readonly charge: Pick<Charge, 'id' | 'amountPiastres' | 'currency' | 'method'>;
  readonly now: Date;
}

type AutomaticRefundKind = 'double_charge' | 'double_purchase' | 'buyer_deleted' | 'coupon_over';

/** @param lines the lines to refund; null for the whole charge */
export async function requestAutomaticRefund(
  tx: Tx,
  { order, charge, now }: UnwantedCharge,
  kind: AutomaticRefundKind,
  lines: readonly OrderLineRow[] | null,
): Promise<void> {
  const amountPiastres = lines
    ? lines.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0)
    : charge.amountPiastres;
  if (amountPiastres === 0) return;
  const { id: chargeId, currency } = charge;
  const returnedCondition = { status: 'done', amountPiastres: { gte: charge.amountPiastres } } as const;
  if (
    (await tx.refundRequest.count({
      where: {
        orderId: order.id,
        chargeId,
        status: { not: 'refused' },
        OR: [{ NOT: purchaseRefundCondition }, returnedCondition],
      },
    })) > 0
  )
    return;
  await tx.refundRequest.create({
    data: {
      orderId: order.id,
      userId: order.userId,
      kind,
      reason: '',
      chargeId,
      currency,
      status: 'approved',
      amountPiastres,
      requestedAt: now,
      decidedAt: now,
      dueAt: addSeconds(now, refundWithinSeconds),
      nextAttemptAt: now,
      lines: {
        create: (lines ?? []).map(({ position, totalPiastres }) => ({
          orderId: order.id,
          position,
          amountPiastres: totalPiastres,
        })),
      },
    },
    select: { id: true },
  });
  const why = refundCode(kind);
  const isCouponOver = kind === 'coupon_over';
  // The order granted nothing. This status tells the buyer that the money is on its way back.
  const status = isCouponOver ? { status: 'refund_requested' as const } : {};
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why, ...status }, select: { id: true } });
  await writeNote(tx, {
    orderId: order.id,
    kind: isCouponOver ? 'coupon-over' : 'double-charge',
    detail: { why, chargeId: charge.id },
    now,
  });
  const money = { amountPiastres, currency, isByHand: isRefundedByHand(order.provider, charge.method ?? order.method) };
  if (isCouponOver) return mailCouponOver(tx, order, money);
  await (kind === 'double_purchase'
    ? mailDoublePurchase(tx, order, lines === null, money)
    : mailDoubleCharge(tx, order, chargeId, money));
}

interface RefundOutcome {
  /** Refunded piastres of the order's own charge. */
  readonly refundedPiastres: number;
  readonly isWhole: boolean;
  readonly wasNeverGranted: boolean;
  readonly isOwn: boolean;
}

export async function finishRefund(
  tx: Tx,
  { order, charge, hasTaxReceipts, requestId, now }: RefundedCharge,
  outcome: RefundOutcome,
): Promise<void> {
  const { isOwn } = outcome;
  const isReceived = charge.id === order.receivedChargeId;
  const returned = isOwn
    ? outcome.refundedPiastres - order.refundedPiastres
    : charge.refundedPiastres - (isReceived ? order.refundedPiastres : await sumMailedRefunds(tx, order.id, charge.id));
  const request = await findOpenRequest(tx, { order, charge, now }, { ...outcome, returned, requestId });
  const beyondRequest = isOwn && !outcome.wasNeverGranted && request ? returned - request.amountPiastres : 0;
  if (request && beyondRequest > 0) {
    // Each part gets its own credit note and mail, because a note names the amount of its request.
    const refundedPiastres = order.refundedPiastres + request.amountPiastres;
    const requestedPart = { ...charge, refundedPiastres: charge.refundedPiastres - beyondRequest };
    const refund = { hasTaxReceipts, now };
    await finishRefund(
      tx,
      { ...refund, order, charge: requestedPart, requestId: request.id },
      { ...outcome, refundedPiastres, isWhole: false },
    );
    return finishRefund(tx, { ...refund, order: { ...order, refundedPiastres }, charge, requestId: null }, outcome);
  }
  // A partial refund of a second charge leaves its request open for the rest.
  const isDone = isOwn || outcome.isWhole || request === null;
  if (isOwn) {
    await tx.order.update({
      where: { id: order.id },
      data: {
        refundedPiastres: outcome.refundedPiastres,
        ...(outcome.wasNeverGranted && outcome.isWhole ? { paidChargeId: charge.id, paidAt: now } : {}),
        ...(outcome.isWhole ? { status: 'refunded' as const, refundedAt: now } : {}),
      },
      select: { id: true },
    });
    if (outcome.isWhole) await revokeAccess(tx, order, null, now);
    else if (request) await revokePart(tx, order, request, now);
  }
  const returnedPart = { amountPiastres: returned, positions: positionsOf(request, returned), isCarried: isDone };
  const creditNoteNumber = isOwn
    ? await issueRefundCreditNote(tx, { order, charge, hasTaxReceipts, requestId, now }, outcome, returnedPart)
    : null;
  // A part that was refunded before the request was made, while its charge was still under review, is not its own.
  const amountPiastres = isOwn || !request ? returned : Math.min(returned, request.amountPiastres);
  if (isDone) await closeRequest(tx, { order, charge, now }, request, { amountPiastres, creditNoteNumber });
  if (isOwn && outcome.isWhole) await closeOtherRequests(tx, { orderId: order.id, chargeId: charge.id, now });
  if (request) await clearReviewFlag(tx, order.id);
  await writeNote(tx, {
    orderId: order.id,
    kind: 'refunded',
    detail: { chargeId: charge.id, piastres: charge.refundedPiastres },
    now,
  });
}

/** Piastres of a second charge that the provider refunded and a mail named. Refunds by hand are unknown to it. */
async function sumMailedRefunds(tx: Tx, orderId: string, chargeId: string): Promise<number> {
  const { _sum: sum } = await tx.refundRequest.aggregate({
    where: {
      orderId,
      chargeId,
      status: 'done',
      OR: [{ kind: 'made_by_provider' }, { refundedBeforePiastres: { not: null } }],
    },
    _sum: { amountPiastres: true },
  });
  return sum.amountPiastres ?? 0;
}

export const openRequestFields = {
  id: true,
  amountPiastres: true,
  kind: true,
  lines: { orderBy: { position: 'asc' }, select: { position: true, amountPiastres: true } },
} as const satisfies Prisma.RefundRequestSelect;

type OpenRequest = Prisma.RefundRequestGetPayload<{ select: typeof openRequestFields }>;

interface RefundMatch extends Pick<RefundOutcome, 'isOwn' | 'isWhole'> {
  readonly returned: number;
  readonly requestId: string | null;
}

/** Prefers the request that was sent, else the one with this amount, else the oldest that the refund covers. */
async function findOpenRequest(
  tx: Tx,
  { order, charge }: ReturnedCharge,
  { isOwn, isWhole, returned, requestId }: RefundMatch,
): Promise<OpenRequest | null> {
  const sameCharge = { chargeId: charge.id };
  const requests = await tx.refundRequest.findMany({
    where: {
      orderId: order.id,
      status: openRefundStatus,
      OR: isOwn ? [sameCharge, { chargeId: null }] : [sameCharge],
    },
    orderBy: { requestedAt: 'asc' },
    select: { ...openRequestFields, status: true, refundedBeforePiastres: true },
  });
  const isCoveredByRefund = ({ amountPiastres }: OpenRequest) => !isOwn || isWhole || returned >= amountPiastres;
  const sent =
    requests.find(({ id }) => id === requestId) ??
    requests.find((request) => isInFlight(request) && isCoveredByRefund(request));
  return (
    sent ??
    requests.find(({ amountPiastres }) => amountPiastres === returned) ??
    requests.find(isCoveredByRefund) ??
    null
  );
}

export const isInFlight = ({
  status,
  refundedBeforePiastres,
}: {
  status: string;
  refundedBeforePiastres: number | null;
}): boolean => status === 'sending' && refundedBeforePiastres !== null;

async function revokePart(
  tx: Tx,
  order: OrderRow,
  { lines, kind }: Pick<OpenRequest, 'lines' | 'kind'>,
  now: Date,
): Promise<void> {
  if (!isAutomaticRefund(kind))
    await tx.order.updateMany({ where: { id: order.id, status: 'refund_requested' }, data: { status: 'paid' } });
  await revokeAccess(
    tx,
    order,
    lines.map(({ position }) => position),
    now,
  );
}

const positionsOf = (request: OpenRequest | null, returned: number): number[] =>
  request?.amountPiastres === returned ? request.lines.map(({ position }) => position) : [];

type CreditNoteDetails = Pick<Parameters<typeof issueCreditNote>[1], 'amountPiastres' | 'positions' | 'isCarried'>;

/** Issues the receipt first if the refund is reported before its payment. */
async function issueRefundCreditNote(
  tx: Tx,
  { order, charge, hasTaxReceipts, now }: RefundedCharge,
  outcome: RefundOutcome,
  details: CreditNoteDetails,
): Promise<number | null> {
  const receipt = { orderId: order.id, chargeId: charge.id, now };
  if (outcome.wasNeverGranted && outcome.isWhole && hasTaxReceipts) await issueReceipt(tx, receipt);
  return issueCreditNote(tx, { ...receipt, ...details });
}

interface ClosedRequest {
  readonly amountPiastres: number;
  readonly creditNoteNumber: number | null;
}

/** A refund from the provider's dashboard gets its own request, which carries the credit note's number. */
async function closeRequest(
  tx: Tx,
  { order, charge, now }: ReturnedCharge,
  request: OpenRequest | null,
  { amountPiastres, creditNoteNumber }: ClosedRequest,
): Promise<void> {
  const { id: chargeId, currency } = charge;
  const closedFields = {
    status: 'done',
    doneAt: now,
    creditNoteNumber,
    nextAttemptAt: null,
    lastError: null,
    chargeId,
  } as const;
  if (request && amountPiastres < request.amountPiastres && creditNoteNumber !== null)
    await lowerRequest(tx, request, amountPiastres);
  const { id } = request
    ? await tx.refundRequest.update({ where: { id: request.id }, data: closedFields, select: { id: true } })
    : await tx.refundRequest.create({
        data: {
          ...closedFields,
          orderId: order.id,
          userId: order.userId,
          kind: 'made_by_provider',
          reason: '',
          amountPiastres,
          currency,
          requestedAt: now,
          dueAt: now,
        },
        select: { id: true },
      });
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, currency, requestId: id, isByHand: false });
}

/** Lowers the request by the part that was already refunded another way, which has its own credit note. */
async function lowerRequest(tx: Tx, { id, lines }: OpenRequest, amountPiastres: number): Promise<void> {
  const shares = splitProportionally(
    amountPiastres,
    lines.map((line) => line.amountPiastres),
  );
  await tx.refundRequest.update({ where: { id }, data: { amountPiastres }, select: { id: true } });
  for (const [at, { position }] of lines.entries()) {
    await tx.refundLine.update({
      where: { requestId_position: { requestId: id, position } },
      data: { amountPiastres: shares[at] ?? 0 },
      select: { requestId: true },
    });
  }
}

/** Closes all other requests for a charge that was refunded completely, because nothing is left to send. */
async function closeOtherRequests(
  tx: Tx,
  { orderId, chargeId, now }: { orderId: string; chargeId: string; now: Date },
): Promise<void> {
  await tx.refundRequest.updateMany({
    where: { orderId, status: openRefundStatus, OR: [{ chargeId }, { chargeId: null }] },
    data: { status: 'done', doneAt: now, nextAttemptAt: null, lastError: null },
  });
}

/** Keeps the review flag while another refund of the order failed or is on its way. */
export async function clearReviewFlag(tx: Tx, orderId: string): Promise<void> {
  const others = await tx.refundRequest.count({
    where: { orderId, status: { in: ['approved', 'sending', 'failed'] } },
  });
  if (others === 0)
    await tx.order.updateMany({ where: { id: orderId, status: { not: 'in_review' } }, data: { needsReview: null } });
}

/** A payment or refund settles every reason for review but a failed refund, which an admin must repeat or do by hand. */
export async function readRemainingReviewFlag(tx: Tx, orderId: string): Promise<'refund-failed' | null> {
  return (await tx.refundRequest.count({ where: { orderId, status: 'failed' } })) > 0 ? 'refund-failed' : null;
}

interface RefundByHand extends OpenRequest {
  chargeId: string;
  currency: string;
}

export async function finishRefundByHand(tx: Tx, order: OrderRow, request: RefundByHand, now: Date): Promise<void> {
  const { chargeId, currency } = request;
  const isOwn = chargeId === order.paidChargeId;
  const isReceived = chargeId === order.receivedChargeId;
  const amountPiastres = isOwn
    ? Math.min(request.amountPiastres, order.amountPiastres - order.refundedPiastres)
    : request.amountPiastres;
  if (amountPiastres === 0) {
    await closeOtherRequests(tx, { orderId: order.id, chargeId, now });
    return clearReviewFlag(tx, order.id);
  }
  const refundedPiastres = order.refundedPiastres + amountPiastres;
  const refundedByHandPiastres = order.refundedByHandPiastres + amountPiastres;
  const isWhole = isOwn && refundedPiastres >= order.amountPiastres;
  const returnedPart = { amountPiastres, positions: positionsOf(request, amountPiastres), isCarried: true };
  const creditNoteNumber = isOwn
    ? await issueCreditNote(tx, { orderId: order.id, chargeId, now, ...returnedPart })
    : null;
  await tx.order.update({
    where: { id: order.id },
    data: {
      ...(isOwn ? { refundedPiastres, refundedByHandPiastres } : {}),
      ...(isWhole || isReceived ? { status: 'refunded' as const, refundedAt: now } : {}),
      ...(isReceived ? { refundedPiastres: 0 } : {}),
    },
    select: { id: true },
  });
  await tx.refundRequest.update({
    where: { id: request.id },
    data: { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null },
    select: { id: true },
  });
  if (isWhole) {
    await revokeAccess(tx, order, null, now);
    await closeOtherRequests(tx, { orderId: order.id, chargeId, now });
  } else if (isOwn) await revokePart(tx, order, request, now);
  else if (isReceived) await revokeAccess(tx, order, null, now);
  await clearReviewFlag(tx, order.id);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { byHand: true, piastres: amountPiastres }, now });
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, currency, requestId: request.id, isByHand: true });
}
