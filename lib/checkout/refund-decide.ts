import 'server-only';
import { assertAdmin, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/audit';
import type { OrderStatus } from '@/generated/prisma/enums';
import { db, transaction, type Tx } from '@/lib/db';
import { notFound, Problem } from '@/lib/problem';
import { mailRefundRefused } from './mails';
import { lockOrder } from './order-lock';
import { runRefund } from './run-refunds';
import { settledOrderFields } from './settled-order';
import { writeNote } from './timeline';

export type RefundDecided = { readonly actor: MaybeActor; readonly orderId: string; readonly reason: string; readonly now: Date };

/**
 * An administrator approves; Paymob is asked at once, and again by the job when it does not answer.
 * A refund that Paymob refused may be approved again.
 * @returns the order's status: `refunded`, or still `refund_requested` while Paymob has not confirmed
 * @throws Problem 401, 403 (`step-up` too), 404 · 409 `refund-not-requested`
 */
export async function approveRefund({ actor, orderId, reason, now }: RefundDecided): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  const requestId = await transaction(async (tx) => {
    const { id } = await openRequest(tx, orderId, ['requested', 'failed']);
    await tx.refundRequest.update({
      where: { id },
      data: { status: 'approved', decidedAt: now, decidedById: actor.userId, decisionReason: reason, nextAttemptAt: now },
      select: { id: true },
    });
    await tell(tx, actor, { orderId, kind: 'refund-approved', reason, now });
    return id;
  });
  await runRefund(requestId, now);
  return { status: await statusOf(orderId) };
}

/** The order is as before, and the learner is told why. @throws as `approveRefund` */
export async function refuseRefund({ actor, orderId, reason, now }: RefundDecided): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    const { id, order } = await openRequest(tx, orderId, ['requested', 'failed']);
    await tx.refundRequest.update({
      where: { id },
      data: { status: 'refused', decidedAt: now, decidedById: actor.userId, decisionReason: reason, nextAttemptAt: null },
      select: { id: true },
    });
    await tx.order.updateMany({ where: { id: orderId, status: 'refund_requested' }, data: { status: 'paid' } });
    await tell(tx, actor, { orderId, kind: 'refund-refused', reason, now });
    await mailRefundRefused(tx, order, id, reason);
  });
  return { status: await statusOf(orderId) };
}

async function openRequest(tx: Tx, orderId: string, states: Array<'requested' | 'failed'>) {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUnique({ where: { id: orderId }, select: settledOrderFields });
  if (!order) throw notFound('unknown-order');
  const request = await tx.refundRequest.findFirst({
    where: { orderId, status: { in: states } }, orderBy: { requestedAt: 'desc' }, select: { id: true },
  });
  if (!request) throw new Problem(409, 'refund-not-requested');
  return { id: request.id, order };
}

type Told = { orderId: string; kind: 'refund-approved' | 'refund-refused'; reason: string; now: Date };

async function tell(tx: Tx, actor: Actor, { orderId, kind, reason, now }: Told): Promise<void> {
  await writeNote(tx, { orderId, kind, actorId: actor.userId, detail: { reason }, now });
  await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${orderId}`, detail: { reason } });
}

async function statusOf(orderId: string): Promise<OrderStatus> {
  const client = await db();
  const order = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
  return order.status;
}
