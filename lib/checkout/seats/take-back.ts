import 'server-only';
import { assertLearner, type MaybeActor } from '@/lib/actor';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { transaction, type Tx } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { assertState, emptied, lockSeat, seatNumber, type SeatRow } from './seat-row';

interface TakenBack { readonly actor: MaybeActor; readonly seatId: string; readonly now: Date }

/**
 * The holder loses the course, and the seat is free for somebody else, while no lesson that counts was opened: opening one and this lock
 * the same order.
 * @throws Problem 401, 403, 404 · 409 `seat-changed` · 422 `seat-used`
 */
export async function takeBackSeat({ actor, seatId, now }: TakenBack): Promise<void> {
  assertLearner(actor);
  await transaction(async (tx) => {
    const seat = await lockSeat(tx, { id: seatId, line: { order: { userId: actor.userId } } });
    if (!seat) throw notFound();
    await freeHeldSeat(tx, seat, now);
    await writeNote(tx, { orderId: seat.orderId, kind: 'seat-taken-back', actorId: actor.userId, detail: { seat: seatNumber(seat) }, now });
  });
}

/** Of a locked seat. @throws Problem 409 `seat-changed` · 422 `seat-used` */
export async function freeHeldSeat(tx: Tx, seat: SeatRow, now: Date): Promise<void> {
  assertState(seat, 'accepted');
  const { id, orderId, holderId, line: { courseSlug } } = seat;
  if (holderId === null || (await countLessonAccess(tx, { userId: holderId, courseSlug })).accessed > 0) throw new Problem(422, 'seat-used');
  await revokeEnrolment(tx, { userId: holderId, courseSlug, orderId, now });
  await tx.seat.update({ where: { id }, data: emptied, select: { id: true } });
}
