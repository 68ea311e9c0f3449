import 'server-only';
import { mailReceipt } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer, type OrderLineRow, type OrderRow } from '@/lib/checkout/orders/order-row';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import type { Tx } from '@/lib/database/client';

export interface Unwanted {
  readonly why: 'double-purchase' | 'buyer-deleted';
  /** The lines that bought nothing; null: none of them bought anything. */
  readonly lines: readonly OrderLineRow[] | null;
}

/** Opens the courses of a paid order to its buyer. @returns what bought nothing: another paid order of the buyer opened it, or there is no buyer */
export async function giveAccess(tx: Tx, order: OrderRow, now: Date): Promise<Unwanted | null> {
  const { userId } = order;
  if (userId === null) return { why: 'buyer-deleted', lines: null };
  await lockBuyer(tx, userId);
  const opened = await tx.enrolment.findMany({
    where: { userId, courseSlug: { in: order.lines.map(({ courseSlug }) => courseSlug) }, revokedAt: null, orderId: { not: null }, NOT: { orderId: order.id } },
    select: { courseSlug: true },
  });
  const isDouble = ({ courseSlug }: OrderLineRow) => opened.some((enrolment) => enrolment.courseSlug === courseSlug);
  const doubles = order.lines.filter(isDouble);
  if (doubles.length === order.lines.length) return { why: 'double-purchase', lines: null };
  for (const { courseSlug } of order.lines.filter((line) => !isDouble(line))) {
    await grantEnrolment(tx, { userId, courseSlug, orderId: order.id, source: 'purchase', now });
    await writeNote(tx, { orderId: order.id, kind: 'granted', detail: { courseSlug }, now });
  }
  await mailReceipt(tx, order, now);
  return doubles.length > 0 ? { why: 'double-purchase', lines: doubles } : null;
}

/**
 * Ends the access that an order opened; after a double purchase the course stays with the other order.
 * @param courseSlugs what is taken back; null: everything
 */
export async function endAccess(tx: Tx, orderId: string, courseSlugs: readonly string[] | null, now: Date): Promise<void> {
  const open = { orderId, revokedAt: null, ...(courseSlugs && { courseSlug: { in: [...courseSlugs] } }) };
  const ended = await tx.enrolment.findMany({ where: open, select: { courseSlug: true } });
  await tx.enrolment.updateMany({ where: open, data: { revokedAt: now } });
  for (const { courseSlug } of ended) await writeNote(tx, { orderId, kind: 'revoked', detail: { courseSlug }, now });
}
