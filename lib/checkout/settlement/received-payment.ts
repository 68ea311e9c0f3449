import 'server-only';
import { mailPaymentInReview, mailReviewToAdministration } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import type { OrderRow } from '@/lib/checkout/orders/order-row';
import type { Tx } from '@/lib/database/client';
import type { Charge } from '@/lib/payments/provider';
import { endAccess } from './access';
import type { Step } from './step-for';

interface Received { readonly order: OrderRow; readonly charge: Charge; readonly now: Date }

/**
 * A payment of another amount or currency waits for an administrator (row P10): the order neither expires nor can be paid again. The
 * buyer and the administration are told once; a part given back afterwards is a line of the timeline alone.
 */
export async function applyInReview(tx: Tx, { order, charge, now }: Received, { mismatch, refundedPiastres }: Extract<Step, { to: 'in-review' }>): Promise<void> {
  const received = { receivedPiastres: charge.amountPiastres, receivedCurrency: charge.currency, receivedChargeId: charge.id };
  await tx.order.update({
    where: { id: order.id },
    data: { status: 'in_review', needsReview: `mismatch-${mismatch}`, failureCode: null, method: charge.method ?? order.method, refundedPiastres, ...received },
    select: { id: true },
  });
  if (refundedPiastres > 0) await writeNote(tx, { orderId: order.id, kind: 'refunded', detail: { chargeId: charge.id, piastres: refundedPiastres }, now });
  if (order.receivedChargeId === charge.id) return;
  const detail = { mismatch, chargeId: charge.id, orderedPiastres: order.amountPiastres, receivedPiastres: charge.amountPiastres, currency: charge.currency };
  await writeNote(tx, { orderId: order.id, kind: 'review', detail, now });
  await mailPaymentInReview(tx, order, charge);
  await mailReviewToAdministration(tx, order, charge);
}

/** All of a payment that was never accepted went back: it bought nothing, so there is neither receipt nor credit note. */
export async function endReceived(tx: Tx, { order, charge, now }: Received): Promise<void> {
  const received = { receivedPiastres: charge.amountPiastres, receivedCurrency: charge.currency, receivedChargeId: charge.id };
  await tx.order.update({
    where: { id: order.id },
    data: { status: 'refunded', refundedAt: now, refundedPiastres: 0, needsReview: null, method: charge.method ?? order.method, ...received },
    select: { id: true },
  });
  await endAccess(tx, order, null, now);
}
