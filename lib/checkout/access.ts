import 'server-only';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';
import { mailReceipt } from './mails';
import { lockBuyer } from './order-lock';
import type { SettledOrder } from './settled-order';
import { writeNote } from './timeline';

export type AccessGiven = 'granted' | 'owned-already' | 'no-buyer';

/** Opens the course for a paid order, unless another of the buyer's paid orders has opened it already. */
export async function giveAccess(tx: Tx, order: SettledOrder, now: Date): Promise<AccessGiven> {
  if (order.userId === null) return 'no-buyer';
  await lockBuyer(tx, order.userId);
  const enrolment = await tx.enrolment.findUnique({
    where: { userId_courseSlug: { userId: order.userId, courseSlug: order.courseSlug } },
    select: { orderId: true, revokedAt: true },
  });
  if (enrolment && !enrolment.revokedAt && enrolment.orderId && enrolment.orderId !== order.id) return 'owned-already';
  const { userId, courseSlug } = order;
  await grantEnrolment(tx, { userId, courseSlug, orderId: order.id, source: 'purchase', now });
  await writeNote(tx, { orderId: order.id, kind: 'granted', detail: { courseSlug }, now });
  await mailReceipt(tx, order, now);
  return 'granted';
}
