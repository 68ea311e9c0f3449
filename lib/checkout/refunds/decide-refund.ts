import 'server-only';
import { assertAdmin, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import type { OrderStatus } from '@/generated/prisma/enums';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { mailRefundRefused } from '@/lib/checkout/orders/order-mails';
import { couponOver, lockOrder, orderFields } from '@/lib/checkout/orders/order-row';
import { endReview } from '@/lib/checkout/settlement/refunded-charge';
import { requestStanding, standingFields } from './refund-standing';
import { runRefund } from './run-refunds';
import { writeNote } from '@/lib/checkout/orders/order-notes';

export interface RefundDecided {
  readonly actor: MaybeActor;
  readonly orderId: string;
  /** Absent: of several that wait for a decision the latest one. */
  readonly requestId?: string | undefined;
  readonly reason: string;
  readonly now: Date;
}

/** `override`: the administrator gives the money back although the policy refuses it, and the audit log says so. */
export type RefundApproval = RefundDecided & { readonly override?: boolean };

/**
 * An administrator approves; the refund is sent at once, and again by the job when the provider does not answer. The policy is looked at
 * again: its days at the time of asking, the lessons as opened until now. A refund that the provider refused may be approved again.
 * @returns the order's status: `refunded`, or still `refund_requested` while the provider has not confirmed
 * @throws Problem 401, 403 (`step-up` too), 404 · 409 `refund-not-requested` · 422 with the rule that refuses
 */
export async function approveRefund({ actor, orderId, requestId: asked, reason, override = false, now }: RefundApproval): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  const requestId = await transaction(async (tx) => {
    const { id, order, requestedAt, doubleCharge, lines } = await openRequest(tx, orderId, asked);
    // A charge that nobody asked for goes back by no policy.
    const standing = doubleCharge ? null : await requestStanding(tx, order, { requestedAt, lines });
    if (standing?.refusedBy && !override) throw new Problem(422, standing.refusedBy);
    await tx.refundRequest.update({
      where: { id },
      data: { status: 'approved', decidedAt: now, decidedById: actor.userId, decisionReason: reason, nextAttemptAt: now },
      select: { id: true },
    });
    const seen = standing ? { lessonsOpened: standing.lessonsUsed, ...(standing.refusedBy ? { against: standing.refusedBy } : {}) } : {};
    await record(tx, actor, { orderId, kind: 'refund-approved', detail: { reason, ...seen }, now });
    return id;
  });
  await runRefund(requestId, now);
  return { status: await statusOf(orderId) };
}

/** The order is as before, all lessons are open again, and the learner gets a mail with the reason. @throws as `approveRefund` */
export async function refuseRefund({ actor, orderId, requestId, reason, now }: RefundDecided): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    const { id, status, order } = await openRequest(tx, orderId, requestId);
    const isAskedFor = order.status !== 'in_review';
    await tx.refundRequest.update({
      where: { id },
      data: { status: 'refused', decidedAt: now, decidedById: actor.userId, decisionReason: reason, nextAttemptAt: null },
      select: { id: true },
    });
    const others = await tx.refundRequest.count({ where: { orderId, status: { notIn: ['done', 'refused'] }, OR: [{ doubleCharge: false }, couponOver] } });
    if (others === 0) await tx.order.updateMany({ where: { id: orderId, status: 'refund_requested' }, data: { status: 'paid' } });
    if (status === 'failed') await endReview(tx, orderId);
    await record(tx, actor, { orderId, kind: 'refund-refused', detail: { reason }, now });
    if (isAskedFor) await mailRefundRefused(tx, order, id, reason);
  });
  return { status: await statusOf(orderId) };
}

async function openRequest(tx: Tx, orderId: string, requestId: string | undefined) {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { ...orderFields, ...standingFields, gift: orderFields.gift } });
  if (!order) throw notFound('unknown-order');
  const request = await tx.refundRequest.findFirst({
    where: { orderId, status: { in: ['requested', 'failed'] }, ...(requestId === undefined ? {} : { id: requestId }) },
    orderBy: { requestedAt: 'desc' }, select: { id: true, status: true, requestedAt: true, doubleCharge: true, lines: { select: { position: true } } },
  });
  if (!request) throw new Problem(409, 'refund-not-requested');
  return { ...request, order };
}

interface Decision { orderId: string; kind: 'refund-approved' | 'refund-refused'; detail: Prisma.InputJsonObject; now: Date }

async function record(tx: Tx, actor: Actor, { orderId, kind, detail, now }: Decision): Promise<void> {
  await writeNote(tx, { orderId, kind, actorId: actor.userId, detail, now });
  await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${orderId}`, detail });
}

async function statusOf(orderId: string): Promise<OrderStatus> {
  const client = await db();
  const order = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
  return order.status;
}
