import 'server-only';
import { addSeconds } from '@/lib/clock';
import { takeUseAgain } from '@/lib/checkout/coupons/use-limits';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import type { OrderRow } from '@/lib/checkout/orders/order-row';
import { issueReceipt } from '@/lib/checkout/receipts/issue-receipt';
import { withdrawReminders } from '@/lib/checkout/reminders/opt-out';
import type { Tx } from '@/lib/database/client';
import type { Charge } from '@/lib/payments/provider';
import { truncate } from '@/lib/truncate';
import { giveAccess } from './access';
import { applyInReview, endReceived } from './received-payment';
import { finishRefund, requestReturn } from './refunded-charge';
import type { Step } from './step-for';

export interface Applied {
  readonly order: OrderRow;
  readonly step: Step;
  readonly charge: Charge;
  readonly attemptId: string;
  /** Whether tax receipts are switched on; asked before the transaction. */
  readonly hasTaxReceipts: boolean;
  /** The refund request that the report is about; null for what the provider reports by itself. */
  readonly requestId: string | null;
  readonly now: Date;
}

/** A kiosk bill may be paid for days; the order waits as long, and a payment that comes later still counts. */
const kioskBillSeconds = 3 * 86_400;

const idOnly = { id: true } as const;

/** Writes what a step means, inside the transaction that holds the order's lock. */
export async function applyStep(tx: Tx, applied: Applied): Promise<void> {
  const { step } = applied;
  if (step.to !== 'pending' && step.to !== 'nothing') await withdrawReminders(tx, applied.order.id);
  switch (step.to) {
    case 'pending':
      return applyPending(tx, applied);
    case 'paid':
      return applyPaid(tx, applied);
    case 'in-review':
      return applyInReview(tx, applied, step);
    case 'received-returned':
      await endReceived(tx, applied);
      return finishRefund(tx, applied, { refundedPiastres: applied.order.refundedPiastres, whole: true, neverGranted: false, isOwn: false });
    case 'failed':
      return applyFailed(tx, applied);
    case 'expired':
      return applyExpired(tx, applied);
    case 'double-charge':
      return requestReturn(tx, applied, 'double-charge', null);
    case 'refunded':
      if (step.neverGranted && !step.whole) await applyPaid(tx, applied);
      return finishRefund(tx, applied, { ...step, isOwn: true });
    case 'other-charge-returned':
      return finishRefund(tx, applied, { refundedPiastres: applied.order.refundedPiastres, whole: false, neverGranted: false, isOwn: false });
    case 'nothing':
      return step.reason === 'contradiction' || step.reason === 'not-captured' ? flag(tx, applied, step.reason) : undefined;
  }
}

async function applyPending(tx: Tx, { order, charge, attemptId, now }: Applied): Promise<void> {
  const { method, billReference } = charge;
  const isBill = method === 'kiosk' && billReference !== null;
  const expiresAt = isBill ? addSeconds(now, kioskBillSeconds) : order.expiresAt;
  await tx.order.update({ where: { id: order.id }, data: { status: 'pending', failureCode: null, method, billReference, expiresAt }, select: idOnly });
  if (!isBill) return;
  await tx.paymentAttempt.update({ where: { id: attemptId }, data: { expiresAt }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'kiosk-bill', detail: { reference: billReference }, now });
}

type PaidCharge = Pick<Charge, 'id' | 'amountPiastres' | 'currency' | 'method'>;

/** `isCouponHeld`: its use is not asked for again. */
type Paid = Pick<Applied, 'order' | 'hasTaxReceipts' | 'now'> & { readonly charge: PaidCharge; readonly isCouponHeld?: boolean };

const nothingReceived = { receivedPiastres: null, receivedCurrency: null, receivedChargeId: null } as const;

export async function applyPaid(tx: Tx, { order, charge, hasTaxReceipts, isCouponHeld = order.status === 'pending', now }: Paid): Promise<void> {
  const method = charge.method ?? order.method;
  await tx.order.update({
    where: { id: order.id },
    data: { status: 'paid', paidChargeId: charge.id, paidAt: now, failureCode: null, needsReview: null, method, ...nothingReceived, ...(otherCharge(order, charge) ? { refundedPiastres: 0 } : {}) },
    select: idOnly,
  });
  await writeNote(tx, { orderId: order.id, kind: 'paid', detail: { chargeId: charge.id }, now });
  const isAllowed = isCouponHeld || (await takeUseAgain(tx, order, now));
  const unwanted = isAllowed ? await giveAccess(tx, { ...order, method }, now) : ({ why: 'coupon-over', lines: null } as const);
  if (hasTaxReceipts) await issueReceipt(tx, { orderId: order.id, chargeId: charge.id, now });
  if (unwanted) await requestReturn(tx, { order, charge, now }, unwanted.why, unwanted.lines);
  const other = otherCharge(order, charge);
  if (other) await requestReturn(tx, { order, charge: other, now }, 'double-charge', null);
}

/** The payment of another amount that came before the right one. */
function otherCharge({ receivedChargeId: id, receivedPiastres, receivedCurrency, currency, method }: OrderRow, charge: PaidCharge): PaidCharge | null {
  if (id === null || id === charge.id) return null;
  return { id, amountPiastres: receivedPiastres ?? 0, currency: receivedCurrency ?? currency, method };
}

async function applyFailed(tx: Tx, { order, charge, now }: Applied): Promise<void> {
  const failureCode = truncate(charge.failureCode ?? 'declined', 100);
  await tx.order.update({ where: { id: order.id }, data: { status: 'failed', failureCode, method: charge.method, billReference: charge.billReference }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'declined', detail: { code: failureCode }, now });
}

async function applyExpired(tx: Tx, { order, now }: Applied): Promise<void> {
  await tx.order.update({ where: { id: order.id }, data: { status: 'expired' }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'expired', now });
}

async function flag(tx: Tx, { order, charge, now }: Applied, why: string): Promise<void> {
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'review', detail: { why, chargeId: charge.id }, now });
}
