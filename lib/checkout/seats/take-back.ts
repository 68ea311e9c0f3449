import 'server-only';
import { assertLearner, type MaybeActor } from '@/lib/actor';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { transaction } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { assertState, emptied, lockSeat, seatNumber } from './seat-row';

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
    assertState(seat, 'accepted');
    const { orderId, holderId, line: { courseSlug } } = seat;
    if (holderId === null || (await countLessonAccess(tx, { userId: holderId, courseSlug })).accessed > 0) throw new Problem(422, 'seat-used');
    await revokeEnrolment(tx, { userId: holderId, courseSlug, orderId, now });
    await tx.seat.update({ where: { id: seatId }, data: emptied, select: { id: true } });
    await writeNote(tx, { orderId, kind: 'seat-taken-back', actorId: actor.userId, detail: { seat: seatNumber(seat) }, now });
  });
}
