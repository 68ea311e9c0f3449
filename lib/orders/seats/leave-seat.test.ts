import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { composeEmail } from '@/lib/mail/compose';
import type { Actor } from '@/lib/permissions';
import { listMails } from '@/tests/support/outbox';
import {
  acceptInvitation,
  buySeats,
  findSeatId,
  invite,
  listSeats,
  listSeatStates,
  readInvitedToken,
} from '@/tests/support/seats';
import { billing, createBuyer, createWorld, openCourses, startShopOfFile } from '@/tests/support/shop';
import { acceptSeat, findInvitation } from './invitations';
import { declineInvitation, leaveSeat, listHeldSeats, takeBackSeat } from './leave-seat';
import { hasSeats } from './seats';

const shop = startShopOfFile();
const email = 'a@nile.example';
let manager: Actor;
let orderId: string;

beforeEach(async () => {
  manager = await createWorld(shop);
  orderId = await buySeats(shop, manager, 2);
  await invite(manager, orderId, email);
});

const now = () => new Date();
const leave = async (actor: Actor, seatId?: string) =>
  leaveSeat({ actor, seatId: seatId ?? (await listHeldSeats(actor))[0]?.id ?? '', now: now() });
const decline = async (actor: Actor | null = null) =>
  declineInvitation({ actor, token: await readInvitedToken(email), now: now() });
const openLesson = (actor: Actor) =>
  recordFirstOpening({ actor, courseSlug: 'course-a', lesson: { file: '01.mp4', freePreview: false }, now: now() });
const listNotes = async () =>
  await (
    await db()
  ).orderNote.findMany({
    where: { orderId, kind: { startsWith: 'seat-' } },
    orderBy: { id: 'asc' },
    select: { kind: true, actorId: true, detail: true },
  });

describe('a learner who gives up a seat', () => {
  it('sees the seat and loses the course; the seat is free again, and the buyer gets a mail [N11]', async () => {
    const holder = await acceptInvitation(email);
    expect(await listHeldSeats(holder)).toMatchObject([{ courseSlug: 'course-a', inviter: 'منى', canLeave: true }]);
    expect([await hasSeats(holder), await hasSeats(await createBuyer()), await listHeldSeats(manager)]).toEqual([
      true,
      false,
      [],
    ]);
    const token = await readInvitedToken(email);
    await leave(holder);
    expect([await openCourses(holder.userId), await listSeatStates(manager), await listHeldSeats(holder)]).toEqual([
      [],
      ['free', 'free'],
      [],
    ]);
    expect((await listSeats(manager))[0]).toMatchObject({ email: null, holder: null });
    expect(await findInvitation(holder, token)).toBeNull();
    expect((await listNotes()).at(-1)).toEqual({ kind: 'seat-left', actorId: holder.userId, detail: { seat: 1 } });
    const [mail] = await listMails('seat-left:');
    expect(mail).toMatchObject({
      to: billing.email,
      data: { who: 'منى', url: expect.stringMatching(/\/ar\/profile\/team$/) as string },
    });
    expect((await composeEmail('seat-left', 'ar', mail?.data ?? {})).text).toContain('غادر منى فريقك');
    await invite(manager, orderId, email);
    await acceptInvitation(email);
    expect(await listSeatStates(manager)).toEqual(['accepted', 'free']);
  });

  it('cannot leave once a lesson that counts is open, just as the buyer cannot take the seat back; only the holder can leave [N11]', async () => {
    const holder = await acceptInvitation(email);
    const seatId = await findSeatId(manager, email);
    for (const actor of [await createBuyer(), manager])
      await expect(leave(actor, seatId)).rejects.toMatchObject({ status: 404 });
    await openLesson(holder);
    expect(await listHeldSeats(holder)).toMatchObject([{ canLeave: false }]);
    await expect(leave(holder)).rejects.toMatchObject({ status: 422, key: 'seat-used' });
    expect([await openCourses(holder.userId), await listMails('seat-left:')]).toEqual([['course-a'], []]);
  });

  it('if the buyer takes the seat back or a first lesson is opened at the same time, exactly one of the two succeeds [N11]', async () => {
    const holder = await acceptInvitation(email);
    const seatId = await findSeatId(manager, email);
    const outcomes = await Promise.allSettled([
      leave(holder, seatId),
      takeBackSeat({ actor: manager, seatId, now: now() }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listSeatStates(manager)).toEqual(['free', 'free']);
    await invite(manager, orderId, email);
    const second = await acceptInvitation(email);
    const [opened, left] = await Promise.allSettled([openLesson(second), leave(second, seatId)]);
    expect([opened.status, left.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(second.userId)).toEqual(opened.status === 'fulfilled' ? ['course-a'] : []);
  });
});

describe('declining an invitation', () => {
  it('needs only the link, signed in or not: the link stops working, the seat is free, and the buyer gets a mail [N11]', async () => {
    const token = await readInvitedToken(email);
    await decline();
    expect([await findInvitation(null, token), await listSeatStates(manager)]).toEqual([null, ['free', 'free']]);
    await expect(acceptSeat({ actor: await createBuyer(), token, now: now() })).rejects.toMatchObject({ status: 404 });
    await expect(declineInvitation({ actor: null, token, now: now() })).rejects.toMatchObject({
      status: 404,
      key: 'invitation-unknown',
    });
    expect((await listNotes()).at(-1)).toEqual({ kind: 'seat-declined', actorId: null, detail: { seat: 1 } });
    expect(await listMails('seat-declined:')).toMatchObject([{ to: billing.email, data: { who: email } }]);
    expect(await listMails('seat-invitation:'), 'what has not been sent is not sent').toEqual([]);
  });

  it('is refused once the seat is accepted; if both happen at once, exactly one succeeds [N11]', async () => {
    const holder = await createBuyer();
    const [accepted, declined] = await Promise.allSettled([acceptInvitation(email, holder), decline()]);
    expect([accepted.status, declined.status].sort()).toEqual(['fulfilled', 'rejected']);
    if (accepted.status === 'fulfilled')
      await expect(decline(holder)).rejects.toMatchObject({ status: 409, key: 'seat-taken' });
    expect(await openCourses(holder.userId)).toEqual(accepted.status === 'fulfilled' ? ['course-a'] : []);
  });

  it('mails that name a leaving learner are deleted with either account, and a deleted buyer gets none [N11, D8]', async () => {
    const holder = await acceptInvitation(email);
    await leave(holder);
    const chief = await createBuyer();
    const { sessionId } = await startSession({ userId: chief.userId }, { userAgent: '', ip: '' }, now());
    const admin: Actor = { ...chief, sessionId, role: 'admin', totpEnrolled: true, totpAt: now() };
    const remove = (userId: string) =>
      deleteAccount({ actor: admin, userId, email: '', device: { userAgent: '', ip: '' }, now: now() });
    await remove(holder.userId);
    expect(await listMails('seat-left:')).toEqual([]);
    await invite(manager, orderId, email);
    const second = await acceptInvitation(email);
    await remove(manager.userId);
    await leave(second);
    expect([await listMails('seat-left:'), await openCourses(second.userId)]).toEqual([[], []]);
  });
});
