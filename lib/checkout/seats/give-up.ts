import 'server-only';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { mailSeatGivenUp } from '@/lib/checkout/orders/order-mails';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { orderFields } from '@/lib/checkout/orders/order-row';
import { courseTitles } from '@/lib/courses/catalogue/catalogue';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, transaction, type Tx } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { notFound, Problem } from '@/lib/problem';
import { seatTokenHash, withdrawMails } from './invitation-mail';
import { emptied, lockSeat, seatFields, seatNumber, stateOf, type SeatRow } from './seat-row';
import { freeHeldSeat } from './take-back';

/** A seat that somebody else bought for the reader. */
export interface HeldSeat {
  readonly id: string;
  readonly courseSlug: string;
  readonly courseTitle: Localised;
  /** Null once the account of who invited is deleted. */
  readonly inviter: string | null;
  readonly acceptedAt: Date;
  /** No lesson that counts was opened. */
  readonly canLeave: boolean;
}

/** The seats that the actor holds, the newest first. @throws Problem 401, 403 */
export async function listHeldSeats(actor: MaybeActor): Promise<HeldSeat[]> {
  assertLearner(actor);
  const client = await db();
  const rows = await client.seat.findMany({ where: { holderId: actor.userId }, orderBy: { acceptedAt: 'desc' }, select: seatFields });
  const held = rows.filter((seat) => stateOf(seat) === 'accepted');
  const titles = await courseTitles(held.map(({ line: { courseSlug } }) => courseSlug));
  return Promise.all(held.map(async ({ id, acceptedAt, line: { courseSlug, order } }) => {
    const { accessed } = await countLessonAccess(client, { userId: actor.userId, courseSlug });
    return { id, courseSlug, courseTitle: titles(courseSlug), inviter: order.user?.name ?? null, acceptedAt: acceptedAt!, canLeave: accessed === 0 };
  }));
}

interface Left { readonly actor: MaybeActor; readonly seatId: string; readonly now: Date }

/**
 * The holder gives up the seat, by the rule by which it could be taken back: it is free for somebody else, and its buyer gets a mail.
 * @throws Problem 401, 403, 404 · 409 `seat-changed` · 422 `seat-used`
 */
export async function leaveSeat({ actor, seatId, now }: Left): Promise<void> {
  assertLearner(actor);
  await transaction(async (tx) => {
    const seat = await lockSeat(tx, { id: seatId, holderId: actor.userId });
    if (!seat) throw notFound();
    await freeHeldSeat(tx, seat, now);
    await report(tx, seat, { kind: 'seat-left', actor, who: actor.name, now });
  });
}

interface Declined { readonly actor: MaybeActor; readonly token: string; readonly now: Date }

/**
 * Whoever has the link of an invitation may decline it, signed in or not: the link opens nothing any more, and the seat is free.
 * @throws Problem 404 `invitation-unknown` · 409 `seat-taken`, `seat-closed`
 */
export async function declineInvitation({ actor, token, now }: Declined): Promise<void> {
  await transaction(async (tx) => {
    const seat = await lockSeat(tx, { tokenHash: seatTokenHash(token) });
    if (!seat) throw notFound('invitation-unknown');
    const state = stateOf(seat);
    if (state !== 'invited') throw new Problem(409, state === 'accepted' ? 'seat-taken' : 'seat-closed');
    await withdrawMails(tx, seat.id);
    await tx.seat.update({ where: { id: seat.id }, data: emptied, select: { id: true } });
    await report(tx, seat, { kind: 'seat-declined', actor, who: seat.email ?? '', now });
  });
}

interface GivenUp { readonly kind: 'seat-left' | 'seat-declined'; readonly actor: Actor | null; readonly who: string; readonly now: Date }

async function report(tx: Tx, seat: SeatRow, { kind, actor, who, now }: GivenUp): Promise<void> {
  const { id, orderId, line: { courseSlug } } = seat;
  await writeNote(tx, { orderId, kind, actorId: actor?.userId ?? null, detail: { seat: seatNumber(seat) }, now });
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: orderFields });
  const course = await tx.course.findUniqueOrThrow({ where: { slug: courseSlug }, select: { text: true } });
  await mailSeatGivenUp(tx, order, { template: kind, seatId: id, holderId: actor?.userId ?? '', who, course: course.text, now });
}
