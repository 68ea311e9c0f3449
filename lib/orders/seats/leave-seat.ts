import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { countLessonAccess, countLessonAccesses } from '@/lib/courses/enrolment/lesson-access';
import { db, transaction, type Tx } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { mailSeatGivenUp } from '@/lib/orders/order-mails';
import { writeNote } from '@/lib/orders/order-notes';
import { orderFields } from '@/lib/orders/order-row';
import { type Actor, assertLearner, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { seatTokenHash, withdrawInvitationMails } from './invitations';
import { assertSeatState, emptySeatData, lockSeat, seatFields, seatNumber, type SeatRow, seatStateOf } from './seats';

export interface HeldSeat {
  readonly id: string;
  readonly courseSlug: string;
  readonly courseTitle: Localised;
  readonly inviter: string | null;
  readonly acceptedAt: Date;
  readonly canLeave: boolean;
}

export async function listHeldSeats(actor: MaybeActor): Promise<HeldSeat[]> {
  assertLearner(actor);
  const client = await db();
  const rows = await client.seat.findMany({
    where: { holderId: actor.userId },
    orderBy: { acceptedAt: 'desc' },
    select: seatFields,
  });
  const held = rows.filter((seat) => seatStateOf(seat) === 'accepted');
  const titles = await readCourseTitles(held.map(({ line: { courseSlug } }) => courseSlug));
  const enrolmentKeyOf = ({ line: { courseSlug } }: SeatRow) => ({ userId: actor.userId, courseSlug });
  const countsOf = await countLessonAccesses(client, held.map(enrolmentKeyOf));
  return held.map((seat) => {
    const { courseSlug, order } = seat.line;
    return {
      id: seat.id,
      courseSlug,
      courseTitle: titles(courseSlug),
      inviter: order.user?.name ?? null,
      acceptedAt: seat.acceptedAt!,
      canLeave: countsOf(enrolmentKeyOf(seat)).accessed === 0,
    };
  });
}

interface LeaveSeatInput {
  readonly actor: MaybeActor;
  readonly seatId: string;
  readonly now: Date;
}

/** Works until the holder opens a lesson. @throws Problem 401, 403, 404 · 409 `seat-changed` · 422 `seat-used` */
export async function leaveSeat({ actor, seatId, now }: LeaveSeatInput): Promise<void> {
  assertLearner(actor);
  await transaction(async (tx) => {
    const seat = await lockSeat(tx, { id: seatId, holderId: actor.userId });
    if (!seat) throw notFound();
    await freeHeldSeat(tx, seat, now);
    await reportGivenUp(tx, seat, { kind: 'seat-left', actor, who: actor.name, now });
  });
}

interface DeclineInvitationInput {
  readonly actor: MaybeActor;
  readonly token: string;
  readonly now: Date;
}

/** Works for anyone with the link. @throws Problem 404 `invitation-unknown` · 409 `seat-taken`, `seat-closed` */
export async function declineInvitation({ actor, token, now }: DeclineInvitationInput): Promise<void> {
  await transaction(async (tx) => {
    const seat = await lockSeat(tx, { tokenHash: seatTokenHash(token) });
    if (!seat) throw notFound('invitation-unknown');
    const state = seatStateOf(seat);
    if (state !== 'invited') throw new Problem(409, state === 'accepted' ? 'seat-taken' : 'seat-closed');
    await withdrawInvitationMails(tx, seat.id);
    await tx.seat.update({ where: { id: seat.id }, data: emptySeatData, select: { id: true } });
    await reportGivenUp(tx, seat, { kind: 'seat-declined', actor, who: seat.email ?? '', now });
  });
}

interface SeatGivenUpReport {
  readonly kind: 'seat-left' | 'seat-declined';
  readonly actor: Actor | null;
  readonly who: string;
  readonly now: Date;
}

async function reportGivenUp(tx: Tx, seat: SeatRow, { kind, actor, who, now }: SeatGivenUpReport): Promise<void> {
  const {
    id,
    orderId,
    line: { courseSlug },
  } = seat;
  await writeNote(tx, { orderId, kind, actorId: actor?.userId ?? null, detail: { seat: seatNumber(seat) }, now });
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: orderFields });
  const course = await tx.course.findUniqueOrThrow({ where: { slug: courseSlug }, select: { text: true } });
  await mailSeatGivenUp(tx, order, {
    template: kind,
    seatId: id,
    holderId: actor?.userId ?? '',
    who,
    course: course.text,
    now,
  });
}

interface TakeBackSeatInput {
  readonly actor: MaybeActor;
  readonly seatId: string;
  readonly now: Date;
}

/** Works until the holder opens a lesson. @throws Problem 401, 403, 404 · 409 `seat-changed` · 422 `seat-used` */
export async function takeBackSeat({ actor, seatId, now }: TakeBackSeatInput): Promise<void> {
  assertLearner(actor);
  await transaction(async (tx) => {
    const seat = await lockSeat(tx, { id: seatId, line: { order: { userId: actor.userId } } });
    if (!seat) throw notFound();
    await freeHeldSeat(tx, seat, now);
    await writeNote(tx, {
      orderId: seat.orderId,
      kind: 'seat-taken-back',
      actorId: actor.userId,
      detail: { seat: seatNumber(seat) },
      now,
    });
  });
}

/** The caller must have locked the seat. @throws Problem 409 `seat-changed` · 422 `seat-used` */
async function freeHeldSeat(tx: Tx, seat: SeatRow, now: Date): Promise<void> {
  assertSeatState(seat, 'accepted');
  const {
    id,
    orderId,
    holderId,
    line: { courseSlug },
  } = seat;
  if (holderId === null || (await countLessonAccess(tx, { userId: holderId, courseSlug })).accessed > 0)
    throw new Problem(422, 'seat-used');
  await revokeEnrolment(tx, { userId: holderId, courseSlug, orderId, now });
  await tx.seat.update({ where: { id }, data: emptySeatData, select: { id: true } });
}
