import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import type { Prisma, Tx } from '@/lib/database/client';
import { deliverGift } from '@/lib/orders/gifts';
import { mailReceipt, mailSeatsReceipt } from '@/lib/orders/order-mails';
import { writeNote } from '@/lib/orders/order-notes';
import { lockBuyer, type OrderLineRow, type OrderRow } from '@/lib/orders/order-row';

export interface UnusedPayment {
  readonly kind: 'double_purchase' | 'buyer_deleted' | 'coupon_over';
  /** The lines that granted no access; null means the whole order. */
  readonly lines: readonly OrderLineRow[] | null;
}

type OwnedOrder = OrderRow & { readonly userId: string };

/** @returns the lines that granted no access and why (another order opened them, or the account is gone), else null */
export async function grantAccess(tx: Tx, order: OrderRow, now: Date): Promise<UnusedPayment | null> {
  const { userId } = order;
  if (userId === null) return { kind: 'buyer_deleted', lines: null };
  switch (order.purpose) {
    case 'self':
      return grantToBuyer(tx, { ...order, userId }, now);
    case 'gift':
      await deliverGift(tx, order, now);
      return null;
    case 'seats':
      await createSeats(tx, order);
      await mailSeatsReceipt(tx, order, now);
      return null;
  }
}

async function grantToBuyer(tx: Tx, order: OwnedOrder, now: Date): Promise<UnusedPayment | null> {
  const { userId } = order;
  await lockBuyer(tx, userId);
  const otherEnrolments = await tx.enrolment.findMany({
    where: {
      userId,
      courseSlug: { in: order.lines.map(({ courseSlug }) => courseSlug) },
      revokedAt: null,
      orderId: { not: null },
      NOT: { orderId: order.id },
    },
    select: { courseSlug: true },
  });
  const isDouble = ({ courseSlug }: OrderLineRow) =>
    otherEnrolments.some((enrolment) => enrolment.courseSlug === courseSlug);
  const doubleLines = order.lines.filter(isDouble);
  if (doubleLines.length === order.lines.length) return { kind: 'double_purchase', lines: null };
  for (const { courseSlug } of order.lines.filter((line) => !isDouble(line))) {
    await grantEnrolment(tx, { userId, courseSlug, orderId: order.id, source: 'purchase', now });
    await writeNote(tx, { orderId: order.id, kind: 'granted', detail: { courseSlug }, now });
  }
  await mailReceipt(tx, order, now);
  return doubleLines.length > 0 ? { kind: 'double_purchase', lines: doubleLines } : null;
}

/** Keeps access to a course that another order opened too. @param positions null for all lines */
export async function revokeAccess(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'purpose' | 'lines'>,
  positions: readonly number[] | null,
  now: Date,
): Promise<void> {
  switch (order.purpose) {
    case 'self':
      return revokeCourses(tx, order, positions, now);
    case 'gift':
      await revokeCourses(tx, order, positions, now);
      // If the giver's account was deleted before the gift's date, the gift is never mailed: forget the recipient.
      if (positions === null)
        await tx.gift.updateMany({
          where: { orderId: order.id, order: { userId: null } },
          data: { recipientEmail: '', recipientName: '', card: '' },
        });
      return;
    case 'seats':
      return revokeSeats(tx, order, positions, now);
  }
}

async function revokeCourses(
  tx: Tx,
  { id: orderId, lines }: Pick<OrderRow, 'id' | 'lines'>,
  positions: readonly number[] | null,
  now: Date,
): Promise<void> {
  const courseSlugs =
    positions && lines.filter(({ position }) => positions.includes(position)).map(({ courseSlug }) => courseSlug);
  return revokeEnrolments(tx, orderId, courseSlugs ? { courseSlug: { in: courseSlugs } } : {}, now);
}

async function revokeSeats(
  tx: Tx,
  { id: orderId }: Pick<OrderRow, 'id'>,
  positions: readonly number[] | null,
  now: Date,
): Promise<void> {
  if (positions === null) return revokeEnrolments(tx, orderId, {}, now);
  const seats = await tx.seat.findMany({
    where: { orderId, position: { in: [...positions] } },
    select: { holderId: true },
  });
  return revokeEnrolments(tx, orderId, { userId: { in: seats.flatMap(({ holderId }) => holderId ?? []) } }, now);
}

async function revokeEnrolments(
  tx: Tx,
  orderId: string,
  condition: Prisma.EnrolmentWhereInput,
  now: Date,
): Promise<void> {
  const open = { orderId, revokedAt: null, ...condition };
  for (const enrolment of await tx.enrolment.findMany({ where: open, select: { userId: true, courseSlug: true } })) {
    await revokeEnrolment(tx, { ...enrolment, orderId, now });
    await writeNote(tx, { orderId, kind: 'revoked', detail: { courseSlug: enrolment.courseSlug }, now });
  }
}

async function createSeats(tx: Tx, { id: orderId, lines }: OrderRow): Promise<void> {
  await tx.seat.createMany({ data: lines.map(({ position }) => ({ orderId, position })), skipDuplicates: true });
}
