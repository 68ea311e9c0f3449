import 'server-only';
import { giveGift } from '@/lib/checkout/gifts/send-gift';
import { mailReceipt, mailSeatsReceipt } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer, type OrderLineRow, type OrderRow } from '@/lib/checkout/orders/order-row';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import type { Prisma, Tx } from '@/lib/database/client';

export interface Unwanted {
  readonly why: 'double-purchase' | 'buyer-deleted' | 'coupon-over';
  /** The lines that bought nothing; null: none of them bought anything. */
  readonly lines: readonly OrderLineRow[] | null;
}

type OwnedOrder = OrderRow & { readonly userId: string };

/** Gives a paid order to whom it is for, and mails the buyer's receipt. @returns what bought nothing: another paid order of the buyer opened it, or there is no buyer */
export async function giveAccess(tx: Tx, order: OrderRow, now: Date): Promise<Unwanted | null> {
  const { userId } = order;
  if (userId === null) return { why: 'buyer-deleted', lines: null };
  switch (order.purpose) {
    case 'self':
      return openToBuyer(tx, { ...order, userId }, now);
    case 'gift':
      await giveGift(tx, order, now);
      return null;
    case 'seats':
      await openSeats(tx, order);
      await mailSeatsReceipt(tx, order, now);
      return null;
  }
}

async function openToBuyer(tx: Tx, order: OwnedOrder, now: Date): Promise<Unwanted | null> {
  const { userId } = order;
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
 * Ends the access that an order opened, whoever has it; after a double purchase the course stays with the other order.
 * @param positions the lines that are taken back; null: everything
 */
export async function endAccess(tx: Tx, order: Pick<OrderRow, 'id' | 'purpose' | 'lines'>, positions: readonly number[] | null, now: Date): Promise<void> {
  switch (order.purpose) {
    case 'self':
      return endCourses(tx, order, positions, now);
    case 'gift':
      await endCourses(tx, order, positions, now);
      // It waited for its date until its giver's account was deleted: now it is never mailed.
      if (positions === null) await tx.gift.updateMany({ where: { orderId: order.id, order: { userId: null } }, data: { recipientEmail: '', recipientName: '', card: '' } });
      return;
    case 'seats':
      return endSeats(tx, order, positions, now);
  }
}

/** Each course is one line of the order. */
async function endCourses(tx: Tx, { id: orderId, lines }: Pick<OrderRow, 'id' | 'lines'>, positions: readonly number[] | null, now: Date): Promise<void> {
  const courseSlugs = positions && lines.filter(({ position }) => positions.includes(position)).map(({ courseSlug }) => courseSlug);
  return end(tx, orderId, courseSlugs ? { courseSlug: { in: courseSlugs } } : {}, now);
}

/** Each holder is one line of the order. */
async function endSeats(tx: Tx, { id: orderId }: Pick<OrderRow, 'id'>, positions: readonly number[] | null, now: Date): Promise<void> {
  if (positions === null) return end(tx, orderId, {}, now);
  const seats = await tx.seat.findMany({ where: { orderId, position: { in: [...positions] } }, select: { holderId: true } });
  return end(tx, orderId, { userId: { in: seats.flatMap(({ holderId }) => holderId ?? []) } }, now);
}

async function end(tx: Tx, orderId: string, which: Prisma.EnrolmentWhereInput, now: Date): Promise<void> {
  const open = { orderId, revokedAt: null, ...which };
  const ended = await tx.enrolment.findMany({ where: open, select: { courseSlug: true } });
  await tx.enrolment.updateMany({ where: open, data: { revokedAt: now } });
  for (const { courseSlug } of ended) await writeNote(tx, { orderId, kind: 'revoked', detail: { courseSlug }, now });
}

/** Every line is a free seat; nobody is enrolled yet. Called again it changes nothing. */
async function openSeats(tx: Tx, { id: orderId, lines }: OrderRow): Promise<void> {
  await tx.seat.createMany({ data: lines.map(({ position }) => ({ orderId, position })), skipDuplicates: true });
}
