import 'server-only';
import { addSeconds } from '@/lib/clock';
import { mailCouponOver, mailDoubleCharge, mailDoublePurchase, mailRefunded } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { issueCreditNote, issueReceipt } from '@/lib/checkout/receipts/issue-receipt';
import { goesBackByHand, type OrderLineRow, type OrderRow } from '@/lib/checkout/orders/order-row';
import { shareOut } from '@/lib/checkout/pricing/price-order';
import type { Prisma, Tx } from '@/lib/database/client';
import type { Charge } from '@/lib/payments/provider';
import { endAccess } from './access';

/** Row P7: money is back within seven days. */
export const refundWithinSeconds = 7 * 86_400;

interface Returned { readonly order: OrderRow; readonly charge: Pick<Charge, 'id' | 'refundedPiastres' | 'currency'>; readonly now: Date }
interface Refunded extends Returned {
  /** Whether tax receipts are switched on. */
  readonly hasTaxReceipts: boolean;
  /** The request that the provider's answer is about; null for what it reports by itself. */
  readonly requestId: string | null;
}
interface Unwanted { readonly order: OrderRow; readonly charge: Pick<Charge, 'id' | 'amountPiastres' | 'currency' | 'method'>; readonly now: Date }

type ReturnReason = 'double-charge' | 'double-purchase' | 'buyer-deleted' | 'coupon-over';

/**
 * A charge, or lines of an order, that nobody asked for go back by themselves; nobody has to approve it.
 * @param lines what of the order is given back; null: the whole charge
 */
export async function requestReturn(tx: Tx, { order, charge, now }: Unwanted, why: ReturnReason, lines: readonly OrderLineRow[] | null): Promise<void> {
  const amountPiastres = lines ? lines.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0) : charge.amountPiastres;
  if (amountPiastres === 0) return;
  const { id: chargeId, currency } = charge;
  if ((await tx.refundRequest.count({ where: { orderId: order.id, chargeId, doubleCharge: true, status: { not: 'refused' } } })) > 0) return;
  await tx.refundRequest.create({
    data: {
      orderId: order.id, userId: order.userId, reason: why, doubleCharge: true, chargeId, currency,
      status: 'approved', amountPiastres, requestedAt: now, decidedAt: now,
      dueAt: addSeconds(now, refundWithinSeconds), nextAttemptAt: now,
      lines: { create: (lines ?? []).map(({ position, totalPiastres }) => ({ orderId: order.id, position, amountPiastres: totalPiastres })) },
    },
    select: { id: true },
  });
  const isCouponOver = why === 'coupon-over';
  // Nothing was opened: whoever looks at the order reads that the money is on its way back.
  const status = isCouponOver ? { status: 'refund_requested' as const } : {};
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why, ...status }, select: { id: true } });
  await writeNote(tx, { orderId: order.id, kind: isCouponOver ? why : 'double-charge', detail: { why, chargeId: charge.id }, now });
  const money = { amountPiastres, currency, isByHand: goesBackByHand(order.provider, charge.method ?? order.method) };
  if (isCouponOver) return mailCouponOver(tx, order, money);
  await (why === 'double-purchase' ? mailDoublePurchase(tx, order, lines === null, money) : mailDoubleCharge(tx, order, chargeId, money));
}

interface Outcome {
  /** Of the order's own charge. */
  readonly refundedPiastres: number;
  readonly whole: boolean;
  readonly neverGranted: boolean;
  /** Whether it is the charge that paid the order. */
  readonly isOwn: boolean;
}

/** The provider confirms that a charge went back, or a part of it: the request is done, and access that rested on it ends. */
export async function finishRefund(tx: Tx, { order, charge, hasTaxReceipts, requestId, now }: Refunded, outcome: Outcome): Promise<void> {
  const { isOwn } = outcome;
  const isReceived = charge.id === order.receivedChargeId;
  const returned = isOwn ? outcome.refundedPiastres - order.refundedPiastres : charge.refundedPiastres - (isReceived ? order.refundedPiastres : 0);
  const request = await findOpenRequest(tx, { order, charge, now }, { ...outcome, returned, requestId });
  // A part of a second charge leaves its request open: the rest is still to come.
  const isDone = isOwn || outcome.whole || request === null || returned >= request.amountPiastres;
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
    if (outcome.whole) await endAccess(tx, order, null, now);
    else if (request) await endPart(tx, order, request, now);
  }
  const given = { amountPiastres: returned, positions: positionsOf(request, returned), isCarried: isDone };
  const creditNoteNumber = isOwn ? await creditNoteFor(tx, { order, charge, hasTaxReceipts, requestId, now }, outcome, given) : null;
  if (isDone) await closeRequest(tx, { order, charge, now }, request, { amountPiastres: returned, creditNoteNumber });
  if (isOwn && outcome.whole) await closeOthers(tx, { orderId: order.id, chargeId: charge.id, now });
  if (request) await endReview(tx, order.id);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { chargeId: charge.id, piastres: charge.refundedPiastres }, now });
}

export const openRequestFields = {
  id: true, amountPiastres: true, doubleCharge: true, lines: { orderBy: { position: 'asc' }, select: { position: true, amountPiastres: true } },
} as const satisfies Prisma.RefundRequestSelect;

type OpenRequest = Prisma.RefundRequestGetPayload<{ select: typeof openRequestFields }>;

interface Found extends Pick<Outcome, 'isOwn' | 'whole'> { readonly returned: number; readonly requestId: string | null }

/**
 * The request that the returned money answers: the one it was sent for, else the one on its way, of which a charge has one at a time.
 * Only what was given back in the provider's dashboard is matched by its amount: exactly, else the oldest request that it covers.
 */
async function findOpenRequest(tx: Tx, { order, charge }: Returned, { isOwn, whole, returned, requestId }: Found): Promise<OpenRequest | null> {
  const exact = { chargeId: charge.id };
  const requests = await tx.refundRequest.findMany({
    where: { orderId: order.id, status: { notIn: ['done', 'refused'] }, OR: isOwn ? [exact, { chargeId: null }] : [exact] },
    orderBy: { requestedAt: 'asc' },
    select: { ...openRequestFields, status: true, refundedBeforePiastres: true },
  });
  const isCovered = ({ amountPiastres }: OpenRequest) => !isOwn || whole || returned >= amountPiastres;
  const sent = requests.find(({ id }) => id === requestId) ?? requests.find((request) => isOnItsWay(request) && isCovered(request));
  return sent ?? requests.find(({ amountPiastres }) => amountPiastres === returned) ?? requests.find(isCovered) ?? null;
}

/** It was sent, or its answer was lost. */
export const isOnItsWay = ({ status, refundedBeforePiastres }: { status: string; refundedBeforePiastres: number | null }): boolean =>
  status === 'sending' && refundedBeforePiastres !== null;

/** What was not given back stays bought. */
async function endPart(tx: Tx, order: OrderRow, { lines, doubleCharge }: Pick<OpenRequest, 'lines' | 'doubleCharge'>, now: Date): Promise<void> {
  if (!doubleCharge) await tx.order.updateMany({ where: { id: order.id, status: 'refund_requested' }, data: { status: 'paid' } });
  await endAccess(tx, order, lines.map(({ position }) => position), now);
}

/** The lines that came back, when it was exactly what a request wanted. */
const positionsOf = (request: OpenRequest | null, returned: number): number[] =>
  (request?.amountPiastres === returned ? request.lines.map(({ position }) => position) : []);

type Given = Pick<Parameters<typeof issueCreditNote>[1], 'amountPiastres' | 'positions' | 'isCarried'>;

/** What was returned before its payment was seen has had no receipt yet. */
async function creditNoteFor(tx: Tx, { order, charge, hasTaxReceipts, now }: Refunded, outcome: Outcome, given: Given): Promise<number | null> {
  const issued = { orderId: order.id, chargeId: charge.id, now };
  if (outcome.neverGranted && outcome.whole && hasTaxReceipts) await issueReceipt(tx, issued);
  return issueCreditNote(tx, { ...issued, ...given });
}

interface Closed { readonly amountPiastres: number; readonly creditNoteNumber: number | null }

/**
 * A refund made at the provider's own dashboard gets a request of its own to carry the credit note's number. A second charge was never a
 * sale: it has neither receipt nor credit note.
 */
async function closeRequest(tx: Tx, { order, charge, now }: Returned, request: OpenRequest | null, { amountPiastres, creditNoteNumber }: Closed): Promise<void> {
  const { id: chargeId, currency } = charge;
  const done = { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null, lastError: null, chargeId } as const;
  if (request && amountPiastres < request.amountPiastres && creditNoteNumber !== null) await lowerRequest(tx, request, amountPiastres);
  const { id } = request
    ? await tx.refundRequest.update({ where: { id: request.id }, data: done, select: { id: true } })
    : await tx.refundRequest.create({
        data: { ...done, orderId: order.id, userId: order.userId, reason: 'made-by-provider', amountPiastres, currency, requestedAt: now, dueAt: now },
        select: { id: true },
      });
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, currency, requestId: id, isByHand: false });
}

/** A part of what it wanted went back another way before, with a credit note of its own. */
async function lowerRequest(tx: Tx, { id, lines }: OpenRequest, amountPiastres: number): Promise<void> {
  const shares = shareOut(amountPiastres, lines.map((line) => line.amountPiastres));
  await tx.refundRequest.update({ where: { id }, data: { amountPiastres }, select: { id: true } });
  for (const [at, { position }] of lines.entries()) {
    await tx.refundLine.update({ where: { requestId_position: { requestId: id, position } }, data: { amountPiastres: shares[at] ?? 0 }, select: { requestId: true } });
  }
}

/** Once all of an order's own charge is back, nothing of it is left to send: whatever else was asked of it came back with it. */
async function closeOthers(tx: Tx, { orderId, chargeId, now }: { orderId: string; chargeId: string; now: Date }): Promise<void> {
  await tx.refundRequest.updateMany({
    where: { orderId, status: { notIn: ['done', 'refused'] }, OR: [{ chargeId }, { chargeId: null }] },
    data: { status: 'done', doneAt: now, nextAttemptAt: null, lastError: null },
  });
}

/** A refund that failed or is on its way stays something to look at when another one of its order ends. */
export async function endReview(tx: Tx, orderId: string): Promise<void> {
  const others = await tx.refundRequest.count({ where: { orderId, status: { in: ['approved', 'sending', 'failed'] } } });
  if (others === 0) await tx.order.updateMany({ where: { id: orderId, status: { not: 'in_review' } }, data: { needsReview: null } });
}

interface RefundByHand extends OpenRequest { chargeId: string; currency: string }

/** The money, or what of it is not back yet, went back another way than through the provider, as an administrator says. */
export async function finishByHand(tx: Tx, order: OrderRow, request: RefundByHand, now: Date): Promise<void> {
  const { chargeId, currency } = request;
  const isOwn = chargeId === order.paidChargeId;
  const isReceived = chargeId === order.receivedChargeId;
  const amountPiastres = isOwn ? Math.min(request.amountPiastres, order.amountPiastres - order.refundedPiastres) : request.amountPiastres;
  if (amountPiastres === 0) {
    await closeOthers(tx, { orderId: order.id, chargeId, now });
    return endReview(tx, order.id);
  }
  const refundedPiastres = order.refundedPiastres + amountPiastres;
  const refundedByHandPiastres = order.refundedByHandPiastres + amountPiastres;
  const isWhole = isOwn && refundedPiastres >= order.amountPiastres;
  const given = { amountPiastres, positions: positionsOf(request, amountPiastres), isCarried: true };
  const creditNoteNumber = isOwn ? await issueCreditNote(tx, { orderId: order.id, chargeId, now, ...given }) : null;
  await tx.order.update({
    where: { id: order.id },
    data: {
      ...(isOwn ? { refundedPiastres, refundedByHandPiastres } : {}), ...(isWhole || isReceived ? { status: 'refunded' as const, refundedAt: now } : {}),
      ...(isReceived ? { refundedPiastres: 0 } : {}),
    },
    select: { id: true },
  });
  await tx.refundRequest.update({
    where: { id: request.id }, data: { status: 'done', doneAt: now, creditNoteNumber, nextAttemptAt: null }, select: { id: true },
  });
  if (isWhole) {
    await endAccess(tx, order, null, now);
    await closeOthers(tx, { orderId: order.id, chargeId, now });
  } else if (isOwn) await endPart(tx, order, request, now);
  else if (isReceived) await endAccess(tx, order, null, now);
  await endReview(tx, order.id);
  await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { byHand: true, piastres: amountPiastres }, now });
  await mailRefunded(tx, order, { creditNoteNumber, amountPiastres, currency, requestId: request.id, isByHand: true });
}
