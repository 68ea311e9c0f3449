import 'server-only';
import { z } from 'zod';
import { assertLearner, isLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer, lockOrder } from '@/lib/checkout/orders/order-row';
import { courseTitles } from '@/lib/courses/catalogue/catalogue';
import { grantEnrolment, isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { db, transaction, type Tx } from '@/lib/database/client';
import { inTurn } from '@/lib/database/in-turn';
import type { Localised } from '@/lib/language';
import { notFound, Problem } from '@/lib/problem';
import { seatTokenHash } from './invitation-mail';
import { seatFields, seatNumber, stateOf } from './seat-row';

export const acceptSeatSchema = z.object({ token: z.string('required').min(1, 'required').max(200, 'too_long') });

/**
 * What the link of an invitation leads to. `unknown`: withdrawn, replaced by a newer link, or never made · `closed`: the money is asked back,
 * or went back · `taken`: somebody else has it · `yours`: the reader has it · `owned`: the reader has the course otherwise.
 */
export interface Invitation {
  readonly state: 'open' | 'closed' | 'taken' | 'yours' | 'owned';
  readonly courseSlug: string;
  readonly courseTitle: Localised;
  /** Null once the account of who invited is deleted. */
  readonly inviter: string | null;
}

/** For whoever has the link, signed in or not. Null for a link that is not known. */
export async function findInvitation(actor: MaybeActor, token: string): Promise<Invitation | null> {
  const client = await db();
  const seat = await client.seat.findUnique({ where: { tokenHash: seatTokenHash(token) }, select: seatFields });
  if (!seat) return null;
  const { courseSlug, order } = seat.line;
  const titles = await courseTitles([courseSlug]);
  const shown = { courseSlug, courseTitle: titles(courseSlug), inviter: order.user?.name ?? null };
  const state = stateOf(seat);
  if (state !== 'invited' && state !== 'accepted') return { ...shown, state: 'closed' };
  if (state === 'accepted') return { ...shown, state: isLearner(actor) && seat.holderId === actor.userId ? 'yours' : 'taken' };
  const isOwned = isLearner(actor) && (await isEnrolled({ userId: actor.userId, courseSlug }));
  return { ...shown, state: isOwned ? 'owned' : 'open' };
}

interface Accepted { readonly actor: MaybeActor; readonly token: string; readonly now: Date }

/**
 * Gives the seat to the actor and opens the course, once: whoever comes later is told that it is taken, and who has the course already that
 * the seat is for somebody else.
 * @throws Problem 401, 403 · 404 `invitation-unknown` · 409 `course-owned`, `seat-taken`, `seat-closed`
 */
export async function acceptSeat({ actor, token, now }: Accepted): Promise<{ courseSlug: string }> {
  assertLearner(actor);
  const tokenHash = seatTokenHash(token);
  const client = await db();
  const found = await client.seat.findUnique({ where: { tokenHash }, select: { orderId: true } });
  if (!found) throw notFound('invitation-unknown');
  const { orderId } = found;
  return inTurn(orderId, () => transaction((tx) => acceptIn(tx, { actor, orderId, tokenHash, now })));
}

async function acceptIn(tx: Tx, { actor: { userId }, orderId, tokenHash, now }: { actor: Actor; orderId: string; tokenHash: string; now: Date }): Promise<{ courseSlug: string }> {
  await lockOrder(tx, orderId);
  await lockBuyer(tx, userId);
  const seat = await tx.seat.findUnique({ where: { tokenHash }, select: seatFields });
  if (!seat) throw notFound('invitation-unknown');
  const { courseSlug } = seat.line;
  const state = stateOf(seat);
  if (state === 'accepted' && seat.holderId === userId) return { courseSlug };
  if (state === 'accepted') throw new Problem(409, 'seat-taken');
  if (state !== 'invited') throw new Problem(409, 'seat-closed');
  if (await isEnrolled({ userId, courseSlug }, tx)) throw new Problem(409, 'course-owned');
  await tx.seat.update({ where: { id: seat.id }, data: { holderId: userId, acceptedAt: now }, select: { id: true } });
  await grantEnrolment(tx, { userId, courseSlug, orderId, source: 'purchase', now });
  await writeNote(tx, { orderId, kind: 'seat-accepted', actorId: userId, detail: { seat: seatNumber(seat) }, now });
  return { courseSlug };
}
