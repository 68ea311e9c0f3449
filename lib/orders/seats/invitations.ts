import { z, ZodError } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { grantEnrolment, isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { db, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { runSerially } from '@/lib/database/run-serially';
import type { Localised } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { type NoteKind, writeNote } from '@/lib/orders/order-notes';
import { lockBuyer, lockOrder, orderLanguage } from '@/lib/orders/order-row';
import { type Actor, assertAdmin, assertLearner, isLearner, type MaybeActor } from '@/lib/permissions';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { emailPattern } from '@/lib/schemas';
import { cleanCode } from '@/lib/text';
import {
  assertSeatState,
  emptySeatData,
  lockSeat,
  maxInvitations,
  maxSeats,
  seatFields,
  seatNumber,
  type SeatRow,
  seatStateOf,
} from './seats';

interface InviteToSeatsInput {
  readonly actor: MaybeActor;
  readonly orderId: string;
  readonly emails: readonly string[];
  readonly now: Date;
}

/** Invites all or no one. @throws Problem 404, 429 · InvalidInput at `emails`: already invited, or too few seats */
export async function inviteToSeats({ actor, orderId, emails, now }: InviteToSeatsInput): Promise<void> {
  assertLearner(actor);
  await assertOwnOrder(actor, orderId);
  for (const _ of emails) await consumeLimit('seat-mail-user', actor.userId, now);
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const seats = await tx.seat.findMany({
      where: { orderId, line: { order: { userId: actor.userId } } },
      orderBy: { position: 'asc' },
      select: seatFields,
    });
    const free = seats.filter((seat) => seatStateOf(seat) === 'free');
    const offered = free.filter(({ invitations }) => invitations < maxInvitations);
    assertInvitable(emails, seats, { free: free.length, offered: offered.length });
    for (const [at, email] of emails.entries()) {
      const seat = offered[at];
      if (!seat) return;
      await mailInvitation(tx, seat, email, now);
      await writeSeatNote(tx, { actor, seat, kind: 'seat-invited', now });
    }
  });
}

async function assertOwnOrder({ userId }: Actor, orderId: string): Promise<void> {
  const client = await db();
  if ((await client.seat.count({ where: { orderId, line: { order: { userId } } } })) === 0)
    throw notFound('unknown-order');
}

function assertInvitable(
  emails: readonly string[],
  seats: readonly SeatRow[],
  { free, offered }: { free: number; offered: number },
): void {
  const invitedEmails = new Set(
    seats
      .filter((seat) => seatStateOf(seat) === 'invited' || seatStateOf(seat) === 'accepted')
      .map(({ email }) => email),
  );
  const errorOf = (message: string, params: Record<string, string>) => ({
    code: 'custom' as const,
    path: ['emails'],
    message,
    params,
    input: emails,
  });
  const errors = emails
    .filter((email) => invitedEmails.has(email))
    .map((email) => errorOf('seat_email_invited', { email }));
  if (errors.length === 0 && emails.length > free)
    errors.push(errorOf('seat_emails_free', { free: String(free), wanted: String(emails.length) }));
  else if (errors.length === 0 && emails.length > offered)
    errors.push(errorOf('seat_mails_used', { most: String(maxInvitations), offered: String(offered) }));
  if (errors.length > 0) throw new InvalidInput(new ZodError(errors));
}

interface SeatInput {
  readonly actor: MaybeActor;
  readonly seatId: string;
  readonly now: Date;
}

/** An admin must give a reason, for the audit log. */
type ManageSeatInput = SeatInput & { readonly reason?: string };

/** @throws Problem 401, 403, 404 · 409 `seat-changed`, `seat-mails-used` · 429 */
export async function resendInvitation({ actor, seatId, reason, now }: ManageSeatInput): Promise<void> {
  assertManager(actor, reason);
  await consumeLimit('seat-mail-seat', seatId, now);
  await transaction(async (tx) => {
    const seat = await requireSeat(tx, { actor, seatId, reason });
    assertSeatState(seat, 'invited');
    // Deleting the inviter's account empties the address.
    if (seat.email === null) throw notFound();
    if (seat.invitations >= maxInvitations) throw new Problem(409, 'seat-mails-used');
    await withdrawInvitationMails(tx, seatId);
    await mailInvitation(tx, seat, seat.email, now);
    await writeSeatNote(tx, { actor, seat, kind: 'seat-invited', now, reason });
  });
}

export async function withdrawInvitation({ actor, seatId, reason, now }: ManageSeatInput): Promise<void> {
  assertManager(actor, reason);
  await transaction(async (tx) => {
    const seat = await requireSeat(tx, { actor, seatId, reason });
    assertSeatState(seat, 'invited');
    await withdrawInvitationMails(tx, seatId);
    await tx.seat.update({ where: { id: seatId }, data: emptySeatData, select: { id: true } });
    await writeSeatNote(tx, { actor, seat, kind: 'seat-withdrawn', now, reason });
  });
}

function assertManager(actor: MaybeActor, reason: string | undefined): asserts actor is Actor {
  if (reason === undefined) assertLearner(actor);
  else assertAdmin(actor);
}

async function requireSeat(
  tx: Tx,
  { actor, seatId, reason }: { actor: Actor; seatId: string; reason: string | undefined },
): Promise<SeatRow> {
  const seat = await lockSeat(tx, {
    id: seatId,
    ...(reason === undefined ? { line: { order: { userId: actor.userId } } } : {}),
  });
  if (!seat) throw notFound();
  return seat;
}

interface SeatNote {
  actor: Actor;
  seat: SeatRow;
  kind: NoteKind;
  now: Date;
  reason?: string | undefined;
}

async function writeSeatNote(tx: Tx, { actor, seat, kind, now, reason }: SeatNote): Promise<void> {
  const detail = { seat: seatNumber(seat), ...(reason === undefined ? {} : { reason }) };
  await writeNote(tx, { orderId: seat.orderId, kind, actorId: actor.userId, detail, now });
  if (reason !== undefined)
    await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${seat.orderId}`, detail });
}

export const seatTokenHash = (token: string): string => hmacOf('seat-link', token);

const invitationMailKeyOf = (seatId: string): string => `seat-invitation:${seatId}:`;

/** Mails a new link in the order's language; earlier links stop working. */
async function mailInvitation(tx: Tx, { id, line, invitations }: SeatRow, email: string, now: Date): Promise<void> {
  const token = randomToken();
  const lang = orderLanguage(line.order);
  await tx.seat.update({
    where: { id },
    data: { email, tokenHash: seatTokenHash(token), invitedAt: now, invitations: invitations + 1 },
    select: { id: true },
  });
  const course = await tx.course.findUniqueOrThrow({ where: { slug: line.courseSlug }, select: { text: true } });
  const data = {
    inviter: line.order.user?.name ?? '',
    course: titlesOf(course.text)[lang],
    url: `${config().siteUrl}/${lang}/seat?token=${token}`,
  };
  await enqueueMail(tx, {
    key: `${invitationMailKeyOf(id)}${line.order.userId ?? ''}:${now.getTime()}`,
    to: email,
    lang,
    template: 'seat-invitation',
    data,
  });
}

export async function withdrawInvitationMails(tx: Tx, seatId: string): Promise<void> {
  await tx.outbox.deleteMany({ where: { key: { startsWith: invitationMailKeyOf(seatId) }, doneAt: null } });
}

export const acceptSeatSchema = z.object({ token: z.string('required').min(1, 'required').max(200, 'too_long') });

/** `closed`: refunded or to be refunded · `taken`: by another learner · `owned`: the reader has the course already. */
export interface Invitation {
  readonly state: 'open' | 'closed' | 'taken' | 'yours' | 'owned';
  readonly courseSlug: string;
  readonly courseTitle: Localised;
  readonly inviter: string | null;
}

export async function findInvitation(actor: MaybeActor, token: string): Promise<Invitation | null> {
  const client = await db();
  const seat = await client.seat.findUnique({ where: { tokenHash: seatTokenHash(token) }, select: seatFields });
  if (!seat) return null;
  const { courseSlug, order } = seat.line;
  const titles = await readCourseTitles([courseSlug]);
  const invitation = { courseSlug, courseTitle: titles(courseSlug), inviter: order.user?.name ?? null };
  const state = seatStateOf(seat);
  if (state !== 'invited' && state !== 'accepted') return { ...invitation, state: 'closed' };
  if (state === 'accepted')
    return { ...invitation, state: isLearner(actor) && seat.holderId === actor.userId ? 'yours' : 'taken' };
  const isOwned = isLearner(actor) && (await isEnrolled({ userId: actor.userId, courseSlug }));
  return { ...invitation, state: isOwned ? 'owned' : 'open' };
}

interface AcceptSeatInput {
  readonly actor: MaybeActor;
  readonly token: string;
  readonly now: Date;
}

/** @throws Problem 401, 403 · 404 `invitation-unknown` · 409 `course-owned`, `seat-taken`, `seat-closed` */
export async function acceptSeat({ actor, token, now }: AcceptSeatInput): Promise<{ courseSlug: string }> {
  assertLearner(actor);
  const tokenHash = seatTokenHash(token);
  const client = await db();
  const seat = await client.seat.findUnique({ where: { tokenHash }, select: { orderId: true } });
  if (!seat) throw notFound('invitation-unknown');
  const { orderId } = seat;
  return runSerially(orderId, () =>
    transaction((tx) => acceptSeatInTransaction(tx, { actor, orderId, tokenHash, now })),
  );
}

async function acceptSeatInTransaction(
  tx: Tx,
  { actor: { userId }, orderId, tokenHash, now }: { actor: Actor; orderId: string; tokenHash: string; now: Date },
): Promise<{ courseSlug: string }> {
  await lockOrder(tx, orderId);
  await lockBuyer(tx, userId);
  const seat = await tx.seat.findUnique({ where: { tokenHash }, select: seatFields });
  if (!seat) throw notFound('invitation-unknown');
  const { courseSlug } = seat.line;
  const state = seatStateOf(seat);
  if (state === 'accepted' && seat.holderId === userId) return { courseSlug };
  if (state === 'accepted') throw new Problem(409, 'seat-taken');
  if (state !== 'invited') throw new Problem(409, 'seat-closed');
  if (await isEnrolled({ userId, courseSlug }, tx)) throw new Problem(409, 'course-owned');
  await tx.seat.update({ where: { id: seat.id }, data: { holderId: userId, acceptedAt: now }, select: { id: true } });
  await grantEnrolment(tx, { userId, courseSlug, orderId, source: 'purchase', now });
  await writeNote(tx, { orderId, kind: 'seat-accepted', actorId: userId, detail: { seat: seatNumber(seat) }, now });
  return { courseSlug };
}

const address = z.email({ pattern: emailPattern }).max(254);

/** Reads addresses pasted from a mail program, sheet or chat, such as Outlook's `'a@b.example' <a@b.example>`. */
function splitEmails(typed: string): string[] {
  const parts = cleanCode(typed.normalize('NFKC'))
    .split(/[\s,;،؛<>()[\]"\p{Pi}\p{Pf}]+/u)
    .map((part) => part.replace(/^(?:mailto:|')+|(?<!['.])['.]+$/gi, ''))
    .filter((part) => part.length > 1 && part.includes('@'));
  return [...new Set(parts.map((part) => part.toLowerCase()))];
}

export const invitationSchema = z.object({
  emails: z
    .string('seat_emails_required')
    // Longer texts must not reach `splitEmails`: normalising them takes long.
    .max(20_000, { error: 'too_long', abort: true })
    .superRefine((typed, context) => {
      const emails = splitEmails(typed);
      if (emails.length === 0) context.addIssue({ code: 'custom', message: 'seat_emails_required' });
      if (emails.length > maxSeats) context.addIssue({ code: 'custom', message: 'seat_emails_many' });
      for (const email of emails.filter((each) => !address.safeParse(each).success)) {
        context.addIssue({ code: 'custom', message: 'seat_email_invalid', params: { email } });
      }
    })
    .transform(splitEmails),
});
