import 'server-only';
import { z } from 'zod';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { mailRefundRequested } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder, orderFields } from '@/lib/checkout/orders/order-row';
import { refundWithinSeconds } from '@/lib/checkout/settlement/refunded-charge';
import { transaction } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { refundStanding, standingFields } from './refund-standing';

export const refundRequestSchema = z.object({
  reason: z.string('required').trim().min(1, 'required').max(1000, 'too_long'),
});

export interface RefundAsked { readonly actor: MaybeActor; readonly userId: string; readonly orderId: string; readonly reason: string; readonly now: Date }

/**
 * The learner asks for the money back (row P7); the policy is applied to what the server has recorded. From then on lessons
 * that were not opened are closed (`findCourseAccess`), until the decision.
 * @throws Problem 401, 403, 404 · 409 `not-refundable` for an order that is not paid, or was free · 422 with the rule that refuses
 */
export async function requestRefund({ actor, userId, orderId, reason, now }: RefundAsked): Promise<void> {
  assertSelf(actor, userId);
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx.order.findFirst({ where: { id: orderId, userId }, select: { ...orderFields, ...standingFields } });
    if (!order) throw notFound('unknown-order');
    if (order.status === 'refund_requested') return;
    const standing = order.status === 'paid' ? await refundStanding(tx, order, now) : null;
    if (!standing) throw new Problem(409, 'not-refundable');
    if (standing.refusedBy) throw new Problem(422, standing.refusedBy);
    await tx.order.update({ where: { id: orderId }, data: { status: 'refund_requested' }, select: { id: true } });
    const dueAt = addSeconds(now, refundWithinSeconds);
    const { id } = await tx.refundRequest.create({
      data: { orderId, userId, reason, amountPiastres: order.amountPiastres - order.refundedPiastres, requestedAt: now, dueAt },
      select: { id: true },
    });
    await writeNote(tx, { orderId, kind: 'refund-requested', actorId: actor.userId, detail: { reason, lessonsOpened: standing.lessonsUsed }, now });
    await mailRefundRequested(tx, order, id, dueAt);
  });
}
