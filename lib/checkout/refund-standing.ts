import 'server-only';
import { countLessonAccess } from '@/lib/courses/lesson-access';
import { decideRefund, type RefundDecision } from './refund-policy';

type PaidOrder = { userId: string | null; courseSlug: string; paidAt: Date | null; atSale: boolean; refundableOnSale: boolean };

/** The policy applied to an order as things are now; null for an order that nobody paid. */
export async function refundStanding(order: PaidOrder, now: Date): Promise<RefundDecision | null> {
  const { userId, courseSlug, paidAt, atSale, refundableOnSale } = order;
  if (userId === null || paidAt === null) return null;
  const { accessed, countable } = await countLessonAccess({ userId, courseSlug });
  return decideRefund({ paidAt, atSale, refundableOnSale, accessed, countable }, now);
}
