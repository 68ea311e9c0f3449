import 'server-only';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import type { Database, Prisma, Tx } from '@/lib/database/client';
import { decideRefund, type RefundDecision } from './refund-policy';

export const standingFields = { userId: true, courseSlug: true, paidAt: true, atSale: true, refundableOnSale: true } as const satisfies Prisma.OrderSelect;

type PaidOrder = Prisma.OrderGetPayload<{ select: typeof standingFields }>;

/**
 * The policy applied to an order: its days counted to `askedAt`, its lessons as they were opened until this moment. Who
 * decides something by it reads inside the order's lock. Null for an order that nobody paid.
 */
export async function refundStanding(tx: Database | Tx, order: PaidOrder, askedAt: Date): Promise<RefundDecision | null> {
  const { userId, courseSlug, paidAt, atSale, refundableOnSale } = order;
  if (userId === null || paidAt === null) return null;
  const { accessed, countable } = await countLessonAccess(tx, { userId, courseSlug });
  return decideRefund({ paidAt, atSale, refundableOnSale, accessed, countable }, askedAt);
}
