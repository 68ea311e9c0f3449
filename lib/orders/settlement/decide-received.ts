import type { OrderStatus } from '@/generated/prisma/enums';
import { writeAudit } from '@/lib/accounts/audit';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { isEnabled } from '@/lib/content/enabled-features';
import { transaction, type Tx } from '@/lib/database/client';
import { writeNote } from '@/lib/orders/order-notes';
import { lockOrder, openRefundStatus, orderFields, type OrderRow } from '@/lib/orders/order-row';
import { splitProportionally } from '@/lib/orders/pricing';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { applyPaid } from './apply-step';
import { finishRefund, refundWithinSeconds } from './refunded-charge';

export interface ReceivedDecision {
  readonly actor: MaybeActor;
  readonly orderId: string;
  readonly reason: string;
  readonly now: Date;
}

/** @throws Problem 401, 403 (`step-up`), 404 · 409 `not-in-review`, `return-under-way`, `received-currency` */
export async function acceptReceivedPayment({
  actor,
  orderId,
  reason,
  now,
}: ReceivedDecision): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  const hasTaxReceipts = await isEnabled('taxReceipts');
  await transaction(async (tx) => {
    const { order, received } = await requireReceivedPayment(tx, orderId);
    if (received.currency !== order.currency) throw new Problem(409, 'received-currency');
    const accepted = await rewritePrice(tx, order, received.amountPiastres);
    const detail = { reason, orderedPiastres: order.amountPiastres, receivedPiastres: received.amountPiastres };
    await writeNote(tx, { orderId, kind: 'received-accepted', actorId: actor.userId, detail, now });
    await writeAudit(tx, { actor, action: 'order.received-accepted', subject: `order:${orderId}`, detail });
    const charge = {
      id: received.chargeId,
      amountPiastres: received.amountPiastres,
      currency: received.currency,
      method: order.method,
    };
    await applyPaid(tx, { order: accepted, charge, hasTaxReceipts, isCouponHeld: true, now });
    if (order.refundedPiastres === 0) return;
    // Issue a credit note for the part that was refunded before an admin accepted the payment.
    const paid = { ...accepted, paidChargeId: charge.id, refundedPiastres: 0 };
    const outcome = { refundedPiastres: order.refundedPiastres, isWhole: false, wasNeverGranted: false, isOwn: true };
    await finishRefund(
      tx,
      {
        order: paid,
        charge: { ...charge, refundedPiastres: order.refundedPiastres },
        hasTaxReceipts,
        requestId: null,
        now,
      },
      outcome,
    );
  });
  return { status: 'paid' };
}

/** @throws Problem 401, 403 (`step-up`), 404 · 409 `not-in-review`, `return-under-way` */
export async function requestReceivedRefund({ actor, orderId, reason, now }: ReceivedDecision): Promise<string> {
  assertAdmin(actor, { stepUp: true, now });
  return transaction(async (tx) => {
    const { order, received } = await requireReceivedPayment(tx, orderId);
    const { chargeId, currency, amountPiastres } = received;
    const { id } = await tx.refundRequest.create({
      data: {
        orderId,
        userId: order.userId,
        kind: 'other_amount',
        reason: '',
        chargeId,
        currency,
        amountPiastres: amountPiastres - order.refundedPiastres,
        status: 'approved',
        requestedAt: now,
        decidedAt: now,
        decidedById: actor.userId,
        decisionReason: reason,
        dueAt: addSeconds(now, refundWithinSeconds),
        nextAttemptAt: now,
      },
      select: { id: true },
    });
    await writeNote(tx, { orderId, kind: 'received-returned', actorId: actor.userId, detail: { reason }, now });
    await writeAudit(tx, { actor, action: 'order.received-returned', subject: `order:${orderId}`, detail: { reason } });
    return id;
  });
}

interface ReceivedCharge {
  readonly chargeId: string;
  readonly amountPiastres: number;
  readonly currency: string;
}

async function requireReceivedPayment(tx: Tx, orderId: string): Promise<{ order: OrderRow; received: ReceivedCharge }> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUnique({ where: { id: orderId }, select: orderFields });
  if (!order) throw notFound('unknown-order');
  const { status, receivedChargeId: chargeId, receivedPiastres: amountPiastres, receivedCurrency: currency } = order;
  if (status !== 'in_review' || chargeId === null || amountPiastres === null || currency === null)
    throw new Problem(409, 'not-in-review');
  const openRefunds = await tx.refundRequest.count({
    where: { orderId, chargeId, status: openRefundStatus },
  });
  if (openRefunds > 0) throw new Problem(409, 'return-under-way');
  return { order, received: { chargeId, amountPiastres, currency } };
}

/** Splits the received amount over the lines. If a line now costs more, its list price rises by the difference. */
async function rewritePrice(tx: Tx, order: OrderRow, amountPiastres: number): Promise<OrderRow> {
  const taxPercent = order.taxPercent ?? config().taxPercent;
  const totals = splitProportionally(
    amountPiastres,
    order.lines.map(({ totalPiastres }) => totalPiastres),
  );
  const lines = order.lines.map((line, index) => ({ ...line, totalPiastres: totals[index] ?? 0 }));
  const taxOf = (totalPiastres: number) => Math.round((totalPiastres * taxPercent) / (100 + taxPercent));
  for (const [at, { position, totalPiastres }] of lines.entries()) {
    const raise = Math.max(0, totalPiastres - (order.lines[at]?.totalPiastres ?? 0));
    await tx.orderLine.update({
      where: { orderId_position: { orderId: order.id, position } },
      data: { totalPiastres, taxPiastres: taxOf(totalPiastres), listPiastres: { increment: raise } },
      select: { position: true },
    });
  }
  const taxPiastres = lines.reduce((sum, { totalPiastres }) => sum + taxOf(totalPiastres), 0);
  await tx.order.update({
    where: { id: order.id },
    data: { amountPiastres, taxPiastres, orderedPiastres: order.amountPiastres },
    select: { id: true },
  });
  return { ...order, amountPiastres, lines };
}
