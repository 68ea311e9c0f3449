import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, type Database, type Prisma, type Tx } from '@/lib/database/client';
import { decideRefund, type RefundDecision } from './refund-policy';

export const standingFields = {
  userId: true, courseSlug: true, amountPiastres: true, paidAt: true, atSale: true, refundableOnSale: true,
} as const satisfies Prisma.OrderSelect;

type PaidOrder = Prisma.OrderGetPayload<{ select: typeof standingFields }>;

/**
 * The policy applied to an order: its days counted to `askedAt`, its lessons as they were opened until this moment. Who
 * decides something by it reads inside the order's lock. Null for an order that nobody paid, or that was free.
 */
export async function refundStanding(tx: Database | Tx, order: PaidOrder, askedAt: Date): Promise<RefundDecision | null> {
  const { userId, courseSlug, amountPiastres, paidAt, atSale, refundableOnSale } = order;
  if (userId === null || paidAt === null || amountPiastres === 0) return null;
  const { accessed, countable } = await countLessonAccess(tx, { userId, courseSlug });
  return decideRefund({ paidAt, atSale, refundableOnSale, accessed, countable }, askedAt);
}

/** What the policy says now about each of the actor's paid orders, by order. @throws Problem 401, 403 */
export async function listRefundStandings(actor: Actor, now: Date): Promise<ReadonlyMap<string, RefundDecision>> {
  assertLearner(actor);
  const client = await db();
  const orders = await client.order.findMany({ where: { userId: actor.userId, status: 'paid' }, select: { id: true, ...standingFields } });
  const standings = await Promise.all(orders.map(async ({ id, ...order }) => [id, await refundStanding(client, order, now)] as const));
  return new Map(standings.filter((entry): entry is readonly [string, RefundDecision] => entry[1] !== null));
}

/** The refund because of which lessons of this course are closed; null when none is asked for. */
export async function findRequestedRefund(actor: Actor, courseSlug: string): Promise<{ number: number; requestedAt: Date; dueAt: Date } | null> {
  assertLearner(actor);
  const client = await db();
  const request = await client.refundRequest.findFirst({
    where: { doubleCharge: false, order: { userId: actor.userId, courseSlug, status: 'refund_requested' } },
    orderBy: { requestedAt: 'desc' }, select: { requestedAt: true, dueAt: true, order: { select: { number: true } } },
  });
  return request && { number: request.order.number, requestedAt: request.requestedAt, dueAt: request.dueAt };
}
