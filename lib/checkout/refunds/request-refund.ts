import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { z, ZodError } from 'zod';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { mailRefundRequested } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder, orderFields } from '@/lib/checkout/orders/order-row';
import { returnedSeatCount } from '@/lib/checkout/seats/seat-count';
import { shareOut } from '@/lib/checkout/pricing/price-order';
import { refundWithinSeconds } from '@/lib/checkout/settlement/refunded-charge';
import { transaction } from '@/lib/database/client';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { unlessEmpty } from '@/lib/schemas';
import { refundStanding, standingFields, type RefundPart, type RefundStanding } from './refund-standing';

export const refundRequestSchema = z.object({
  reason: z.string('required').trim().min(1, 'required').max(1000, 'too_long'),
  /** Of a bundle: the one course to give back; absent or empty, all that the policy gives back. */
  courseName: z.string().max(200).optional(),
  /** Of seats: how many free ones to give back; absent, all of them. */
  seats: unlessEmpty(returnedSeatCount),
});

export interface RefundAsked {
  readonly actor: MaybeActor;
  readonly userId: string;
  readonly orderId: string;
  readonly reason: string;
  readonly courseName?: string | undefined;
  readonly seats?: number | undefined;
  readonly now: Date;
}

/**
 * The learner asks for the money back (row P7); the policy is applied to what the server has recorded. From then on lessons
 * of the courses to be given back that were not opened are closed (`findCourseAccess`), until the decision.
 * @throws Problem 401, 403, 404 · 409 `not-refundable` for an order that is not paid, or was free · 422 with the rule that refuses · InvalidInput at `seats`
 */
export async function requestRefund({ actor, userId, orderId, reason, courseName, seats, now }: RefundAsked): Promise<void> {
  assertSelf(actor, userId);
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx.order.findFirst({ where: { id: orderId, userId }, select: { ...orderFields, ...standingFields, gift: orderFields.gift } });
    if (!order) throw notFound('unknown-order');
    if (order.status === 'refund_requested') return;
    const standing = order.status === 'paid' ? await refundStanding(tx, order, now) : null;
    if (!standing) throw new Problem(409, 'not-refundable');
    const parts = partsToReturn(standing, { courseName, seats });
    await tx.order.update({ where: { id: orderId }, data: { status: 'refund_requested' }, select: { id: true } });
    const dueAt = addSeconds(now, refundWithinSeconds);
    const amountPiastres = amountOf(order, parts);
    const shares = shareOut(amountPiastres, parts.map((part) => part.amountPiastres));
    const { id } = await tx.refundRequest.create({
      data: {
        orderId, userId, reason, amountPiastres, requestedAt: now, dueAt,
        lines: { create: parts.map(({ position }, at) => ({ orderId, position, amountPiastres: shares[at] ?? 0 })) },
      },
      select: { id: true },
    });
    await writeNote(tx, { orderId, kind: 'refund-requested', actorId: actor.userId, detail: { reason, lessonsOpened: Math.max(...parts.map(({ lessonsUsed }) => lessonsUsed)) }, now });
    if (actor.userId !== userId) await writeAudit(tx, { actor, action: 'order.refund-requested', subject: `order:${orderId}` });
    await mailRefundRequested(tx, order, id, dueAt);
  });
}

/** Of seats the last free ones. @throws Problem 422 with the rule that refuses · InvalidInput at `seats` for more than are free */
function partsToReturn({ parts }: RefundStanding, { courseName, seats }: Pick<RefundAsked, 'courseName' | 'seats'>): RefundPart[] {
  const wanted = courseName ? parts.filter((part) => part.courseSlug === courseName) : parts;
  const allowed = wanted.filter(({ refusedBy }) => refusedBy === null);
  if (allowed.length === 0) throw new Problem(422, wanted[0]?.refusedBy ?? 'not-refundable');
  if (seats !== undefined && seats > allowed.length) {
    throw new InvalidInput(new ZodError([{ code: 'custom', path: ['seats'], message: 'returned_seats_free', params: { free: String(allowed.length) }, input: seats }]));
  }
  return allowed.slice(seats === undefined ? 0 : -seats);
}

/** Some of the order may have gone back already without a request, at the provider's own dashboard. */
const amountOf = (order: { amountPiastres: number; refundedPiastres: number }, parts: readonly RefundPart[]): number =>
  Math.min(order.amountPiastres - order.refundedPiastres, parts.reduce((sum, { amountPiastres }) => sum + amountPiastres, 0));
