import 'server-only';
import { ZodError } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { assertAdmin, assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { lockOrder } from '@/lib/checkout/orders/order-row';
import { writeNote, type NoteKind } from '@/lib/checkout/orders/order-notes';
import { db, transaction, type Tx } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { mailInvitation, withdrawMails } from './invitation-mail';
import { assertState, emptied, lockSeat, mostInvitations, seatFields, seatNumber, stateOf, type SeatRow } from './seat-row';

interface Invited { readonly actor: MaybeActor; readonly orderId: string; readonly emails: readonly string[]; readonly now: Date }

/**
 * Invites each address to a free seat of the actor's own order, in the order of the seats: all of them or none.
 * @throws Problem 401, 403, 404, 429 · InvalidInput at `emails` for addresses that were invited already, and for more than there are free seats
 */
export async function inviteToSeats({ actor, orderId, emails, now }: Invited): Promise<void> {
  assertLearner(actor);
  await assertOwnOrder(actor, orderId);
  for (const _ of emails) await takeLimit('seat-mail-user', actor.userId, now);
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const seats = await tx.seat.findMany({ where: { orderId, line: { order: { userId: actor.userId } } }, orderBy: { position: 'asc' }, select: seatFields });
    const free = seats.filter((seat) => stateOf(seat) === 'free');
    const offered = free.filter(({ invitations }) => invitations < mostInvitations);
    assertInvitable(emails, seats, { free: free.length, offered: offered.length });
    for (const [at, email] of emails.entries()) {
      const seat = offered[at];
      if (!seat) return;
      await mailInvitation(tx, seat, email, now);
      await note(tx, { actor, seat, kind: 'seat-invited', now });
    }
  });
}

async function assertOwnOrder({ userId }: Actor, orderId: string): Promise<void> {
  const client = await db();
  if ((await client.seat.count({ where: { orderId, line: { order: { userId } } } })) === 0) throw notFound('unknown-order');
}

/** @throws InvalidInput with a message for each address */
function assertInvitable(emails: readonly string[], seats: readonly SeatRow[], { free, offered }: { free: number; offered: number }): void {
  const present = new Set(seats.filter((seat) => stateOf(seat) === 'invited' || stateOf(seat) === 'accepted').map(({ email }) => email));
  const fault = (message: string, params: Record<string, string>) => ({ code: 'custom' as const, path: ['emails'], message, params, input: emails });
  const faults = emails.filter((email) => present.has(email)).map((email) => fault('seat_email_invited', { email }));
  if (faults.length === 0 && emails.length > free) faults.push(fault('seat_emails_free', { free: String(free), wanted: String(emails.length) }));
  else if (faults.length === 0 && emails.length > offered) faults.push(fault('seat_mails_used', { most: String(mostInvitations), offered: String(offered) }));
  if (faults.length > 0) throw new InvalidInput(new ZodError(faults));
}

interface OfSeat { readonly actor: MaybeActor; readonly seatId: string; readonly now: Date }

/** Of an administrator: with a reason, for the audit log. */
type Manages = OfSeat & { readonly reason?: string };

/** A new mail with a new link to the same address. @throws Problem 401, 403, 404 · 409 `seat-changed`, `seat-mails-used` · 429 */
export async function resendInvitation({ actor, seatId, reason, now }: Manages): Promise<void> {
  assertManager(actor, reason);
  await takeLimit('seat-mail-seat', seatId, now);
  await transaction(async (tx) => {
    const seat = await requireSeat(tx, { actor, seatId, reason });
    assertState(seat, 'invited');
    // The address is emptied with the account of who invited.
    if (seat.email === null) throw notFound();
    if (seat.invitations >= mostInvitations) throw new Problem(409, 'seat-mails-used');
    await withdrawMails(tx, seatId);
    await mailInvitation(tx, seat, seat.email, now);
    await note(tx, { actor, seat, kind: 'seat-invited', now, reason });
  });
}

/** The link opens nothing any more, and the seat is free. @throws as `resendInvitation` */
export async function withdrawInvitation({ actor, seatId, reason, now }: Manages): Promise<void> {
  assertManager(actor, reason);
  await transaction(async (tx) => {
    const seat = await requireSeat(tx, { actor, seatId, reason });
    assertState(seat, 'invited');
    await withdrawMails(tx, seatId);
    await tx.seat.update({ where: { id: seatId }, data: emptied, select: { id: true } });
    await note(tx, { actor, seat, kind: 'seat-withdrawn', now, reason });
  });
}

/** With a reason it is an administrator who acts, without one the buyer. @throws Problem 401, 403 */
function assertManager(actor: MaybeActor, reason: string | undefined): asserts actor is Actor {
  if (reason === undefined) assertLearner(actor);
  else assertAdmin(actor);
}

async function requireSeat(tx: Tx, { actor, seatId, reason }: { actor: Actor; seatId: string; reason: string | undefined }): Promise<SeatRow> {
  const seat = await lockSeat(tx, { id: seatId, ...(reason === undefined ? { line: { order: { userId: actor.userId } } } : {}) });
  if (!seat) throw notFound();
  return seat;
}

interface Noted { actor: Actor; seat: SeatRow; kind: NoteKind; now: Date; reason?: string | undefined }

async function note(tx: Tx, { actor, seat, kind, now, reason }: Noted): Promise<void> {
  const detail = { seat: seatNumber(seat), ...(reason === undefined ? {} : { reason }) };
  await writeNote(tx, { orderId: seat.orderId, kind, actorId: actor.userId, detail, now });
  if (reason !== undefined) await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${seat.orderId}`, detail });
}
