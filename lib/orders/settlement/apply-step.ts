import { addSeconds } from '@/lib/clock';
import type { Tx } from '@/lib/database/client';
import { retakeCouponUse } from '@/lib/orders/coupons';
import { mailPaymentInReview, mailReviewToAdministration } from '@/lib/orders/order-mails';
import { writeNote } from '@/lib/orders/order-notes';
import type { OrderRow } from '@/lib/orders/order-row';
import { issueReceipt } from '@/lib/orders/receipts/issue-receipt';
import { withdrawReminders } from '@/lib/orders/reminders';
import type { Charge } from '@/lib/payments/provider';
import { truncate } from '@/lib/text';
import { grantAccess, revokeAccess } from './access';
import type { Step } from './next-step';
import { finishRefund, readRemainingReviewFlag, requestAutomaticRefund } from './refunded-charge';

export interface StepContext {
  readonly order: OrderRow;
  readonly step: Step;
  readonly charge: Charge;
  readonly attemptId: string;
  readonly hasTaxReceipts: boolean;
  /** The refund request that the report answers; null when the provider reported on its own. */
  readonly requestId: string | null;
  readonly now: Date;
}

/** A kiosk bill can be paid for days. The order waits that long, and a later payment still counts. */
const kioskBillSeconds = 3 * 86_400;

const idOnly = { id: true } as const;

export async function applyStep(tx: Tx, context: StepContext): Promise<void> {
  const { step } = context;
  if (step.to !== 'pending' && step.to !== 'nothing') await withdrawReminders(tx, context.order.id);
  switch (step.to) {
    case 'pending':
      return applyPending(tx, context);
    case 'paid':
      return applyPaid(tx, context);
    case 'in-review':
      return applyInReview(tx, context, step);
    case 'received-returned':
      await applyReturnOfReceived(tx, context);
      return finishRefund(tx, context, {
        refundedPiastres: context.order.refundedPiastres,
        isWhole: true,
        wasNeverGranted: false,
        isOwn: false,
      });
    case 'failed':
      return applyFailed(tx, context);
    case 'expired':
      return applyExpired(tx, context);
    case 'double-charge':
      return requestAutomaticRefund(tx, context, 'double_charge', null);
    case 'refunded':
      if (step.wasNeverGranted && !step.isWhole) await applyPaid(tx, context);
      return finishRefund(tx, context, { ...step, isOwn: true });
    case 'other-charge-returned':
      return finishRefund(tx, context, {
        refundedPiastres: context.order.refundedPiastres,
        isWhole: context.charge.refundedPiastres >= context.charge.amountPiastres,
        wasNeverGranted: false,
        isOwn: false,
      });
    case 'nothing':
      return step.reason === 'contradiction' || step.reason === 'not-captured'
        ? flagForReview(tx, context, step.reason)
        : undefined;
  }
}

async function applyPending(tx: Tx, { order, charge, attemptId, now }: StepContext): Promise<void> {
  const { method, billReference } = charge;
  const isBill = method === 'kiosk' && billReference !== null;
  const expiresAt = isBill ? addSeconds(now, kioskBillSeconds) : order.expiresAt;
  await tx.order.update({
    where: { id: order.id },
    data: { status: 'pending', failureCode: null, method, billReference, expiresAt },
    select: idOnly,
  });
  if (!isBill) return;
  await tx.paymentAttempt.update({ where: { id: attemptId }, data: { expiresAt }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'kiosk-bill', detail: { reference: billReference }, now });
}

type PaidCharge = Pick<Charge, 'id' | 'amountPiastres' | 'currency' | 'method'>;

type ApplyPaidInput = Pick<StepContext, 'order' | 'hasTaxReceipts' | 'now'> & {
  readonly charge: PaidCharge;
  /** True if the order still holds its use of the coupon. */
  readonly isCouponHeld?: boolean;
};

const nothingReceived = { receivedPiastres: null, receivedCurrency: null, receivedChargeId: null } as const;

export async function applyPaid(
  tx: Tx,
  { order, charge, hasTaxReceipts, isCouponHeld = order.status === 'pending', now }: ApplyPaidInput,
): Promise<void> {
  const method = charge.method ?? order.method;
  await tx.order.update({
    where: { id: order.id },
    data: {
      status: 'paid',
      paidChargeId: charge.id,
      paidAt: now,
      failureCode: null,
      needsReview: await readRemainingReviewFlag(tx, order.id),
      method,
      ...nothingReceived,
      ...(earlierReceivedCharge(order, charge) ? { refundedPiastres: 0 } : {}),
    },
    select: idOnly,
  });
  await writeNote(tx, { orderId: order.id, kind: 'paid', detail: { chargeId: charge.id }, now });
  const isAllowed = isCouponHeld || (await retakeCouponUse(tx, order, now));
  const unwanted = isAllowed
    ? await grantAccess(tx, { ...order, method }, now)
    : ({ kind: 'coupon_over', lines: null } as const);
  if (hasTaxReceipts) await issueReceipt(tx, { orderId: order.id, chargeId: charge.id, now });
  if (unwanted) await requestAutomaticRefund(tx, { order, charge, now }, unwanted.kind, unwanted.lines);
  const other = earlierReceivedCharge(order, charge);
  if (other) await requestAutomaticRefund(tx, { order, charge: other, now }, 'double_charge', null);
}

/** Returns the charge of a wrong amount that the buyer must get back. A refunded order has returned its own already. */
function earlierReceivedCharge(
  { status, receivedChargeId: id, receivedPiastres, receivedCurrency, currency, method }: OrderRow,
  charge: PaidCharge,
): PaidCharge | null {
  if (id === null || id === charge.id || status === 'refunded') return null;
  return { id, amountPiastres: receivedPiastres ?? 0, currency: receivedCurrency ?? currency, method };
}

async function applyFailed(tx: Tx, { order, charge, now }: StepContext): Promise<void> {
  const failureCode = truncate(charge.failureCode ?? 'declined', 100);
  await tx.order.update({
    where: { id: order.id },
    data: { status: 'failed', failureCode, method: charge.method, billReference: charge.billReference },
    select: idOnly,
  });
  await writeNote(tx, { orderId: order.id, kind: 'declined', detail: { code: failureCode }, now });
}

async function applyExpired(tx: Tx, { order, now }: StepContext): Promise<void> {
  await tx.order.update({ where: { id: order.id }, data: { status: 'expired' }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'expired', now });
}

async function flagForReview(tx: Tx, { order, charge, now }: StepContext, why: string): Promise<void> {
  await tx.order.update({ where: { id: order.id }, data: { needsReview: why }, select: idOnly });
  await writeNote(tx, { orderId: order.id, kind: 'review', detail: { why, chargeId: charge.id }, now });
}

interface ReceivedPayment {
  readonly order: OrderRow;
  readonly charge: Charge;
  readonly now: Date;
}

const receivedFields = ({ id, amountPiastres, currency }: Charge) => ({
  receivedPiastres: amountPiastres,
  receivedCurrency: currency,
  receivedChargeId: id,
});

/** Keeps the order from expiring or being paid again (row P10). Mails once, not for later partial refunds. */
async function applyInReview(
  tx: Tx,
  { order, charge, now }: ReceivedPayment,
  { mismatch, refundedPiastres }: Extract<Step, { to: 'in-review' }>,
): Promise<void> {
  await tx.order.update({
    where: { id: order.id },
    data: {
      status: 'in_review',
      needsReview: `mismatch-${mismatch}`,
      failureCode: null,
      method: charge.method ?? order.method,
      refundedPiastres,
      ...receivedFields(charge),
    },
    select: { id: true },
  });
  if (refundedPiastres > 0)
    await writeNote(tx, {
      orderId: order.id,
      kind: 'refunded',
      detail: { chargeId: charge.id, piastres: refundedPiastres },
      now,
    });
  if (order.receivedChargeId === charge.id) return;
  const detail = {
    mismatch,
    chargeId: charge.id,
    orderedPiastres: order.amountPiastres,
    receivedPiastres: charge.amountPiastres,
    currency: charge.currency,
  };
  await writeNote(tx, { orderId: order.id, kind: 'review', detail, now });
  await mailPaymentInReview(tx, order, charge);
  await mailReviewToAdministration(tx, order, charge);
}

/** Records the full refund of a payment that was never accepted. It bought nothing: no receipt, no credit note. */
async function applyReturnOfReceived(tx: Tx, { order, charge, now }: ReceivedPayment): Promise<void> {
  await tx.order.update({
    where: { id: order.id },
    data: {
      status: 'refunded',
      refundedAt: now,
      refundedPiastres: 0,
      needsReview: await readRemainingReviewFlag(tx, order.id),
      method: charge.method ?? order.method,
      ...receivedFields(charge),
    },
    select: { id: true },
  });
  await revokeAccess(tx, order, null, now);
}
