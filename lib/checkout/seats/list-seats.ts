import 'server-only';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { courseTitles } from '@/lib/courses/catalogue/catalogue';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { isLessonFinished } from '@/lib/courses/progress/progress';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { seatFields, seatNumber, stateOf, type SeatRow, type SeatState } from './seat-row';

/** What who bought the seats sees of a holder's course, as the invitation says. */
export interface HolderProgress {
  /** Lessons finished, of all. */
  readonly played: number;
  readonly total: number;
  readonly lastActiveAt: Date | null;
  readonly certificateId: string | null;
  /** Lessons opened that count for the refund policy: while there is none the seat can be taken back. */
  readonly accessed: number;
}

export interface ShownSeat {
  readonly id: string;
  readonly position: number;
  /** As people count. */
  readonly number: number;
  readonly state: SeatState;
  /** Where the invitation was sent. */
  readonly email: string | null;
  /** Null also when the holder's account was deleted. */
  readonly holder: string | null;
  readonly invitedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly progress: HolderProgress | null;
}

/** An order's seats in their order, with what their holders have done. */
export async function seatsOf(orderId: string): Promise<ShownSeat[]> {
  const client = await db();
  const seats = await client.seat.findMany({
    where: { orderId }, orderBy: { position: 'asc' }, select: { ...seatFields, holder: { select: { name: true } } },
  });
  const holderIds = seats.flatMap(({ holderId }) => holderId ?? []);
  const [first] = seats;
  const progressOf = first && holderIds.length > 0 ? await readProgressOf(first.line.courseSlug, holderIds) : () => null;
  return seats.map((seat) => shownSeat(seat, seat.holder?.name ?? null, seat.holderId === null ? null : progressOf(seat.holderId)));
}

function shownSeat(seat: SeatRow, holder: string | null, progress: HolderProgress | null): ShownSeat {
  const { id, position, email, invitedAt, acceptedAt } = seat;
  return { id, position, number: seatNumber(seat), state: stateOf(seat), email, holder, invitedAt, acceptedAt, progress };
}

async function readProgressOf(courseSlug: string, userIds: string[]): Promise<(userId: string) => HolderProgress> {
  const client = await db();
  const where = { courseSlug, userId: { in: userIds } };
  const [lessons, rows, certificates, accesses] = await Promise.all([
    client.lesson.findMany({ where: { courseSlug }, select: { file: true, durationSeconds: true } }),
    client.lessonProgress.findMany({ where, select: { userId: true, lesson: true, played: true, watchedSeconds: true, updatedAt: true } }),
    client.certificate.findMany({ where, select: { userId: true, id: true } }),
    Promise.all(userIds.map(async (userId) => ({ userId, ...(await countLessonAccess(client, { userId, courseSlug })) }))),
  ]);
  return (userId) => {
    const own = rows.filter((row) => row.userId === userId);
    const lastActiveAt = own.reduce<Date | null>((latest, { updatedAt }) => (latest === null || updatedAt > latest ? updatedAt : latest), null);
    return {
      played: lessons.filter((lesson) => isLessonFinished(lesson, own.find((row) => row.lesson === lesson.file))).length, total: lessons.length, lastActiveAt,
      certificateId: certificates.find((row) => row.userId === userId)?.id ?? null, accessed: accesses.find((row) => row.userId === userId)?.accessed ?? 0,
    };
  };
}

export interface SeatOrder { readonly orderId: string; readonly number: number; readonly courseTitle: Localised; readonly paidAt: Date; readonly seats: ShownSeat[] }

/** The actor's own orders that have seats, newest first. @throws Problem 401, 403 */
export async function listSeatOrders(actor: MaybeActor): Promise<SeatOrder[]> {
  assertLearner(actor);
  const client = await db();
  const orders = await client.order.findMany({
    where: { userId: actor.userId, purpose: 'seats', paidAt: { not: null } }, orderBy: { createdAt: 'desc' },
    select: { id: true, number: true, courseSlug: true, paidAt: true },
  });
  const titles = await courseTitles(orders.map(({ courseSlug }) => courseSlug));
  return Promise.all(orders.map(async ({ id, number, courseSlug, paidAt }) => (
    { orderId: id, number, courseTitle: titles(courseSlug), paidAt: paidAt!, seats: await seatsOf(id) })));
}

/** Whether somebody bought seats, or holds one. */
export async function hasSeats({ userId }: Actor): Promise<boolean> {
  const client = await db();
  const [order, seat] = await Promise.all([
    client.order.findFirst({ where: { userId, purpose: 'seats', paidAt: { not: null } }, select: { id: true } }),
    client.seat.findFirst({ where: { holderId: userId }, select: { id: true } }),
  ]);
  return order !== null || seat !== null;
}
