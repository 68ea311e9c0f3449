import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { listOrders } from '@/lib/admin/orders/order-list';
import { deleteAccount } from '@/lib/auth/delete-account';
import { startSession } from '@/lib/auth/sessions/start-session';
import { findOrder } from '@/lib/checkout/orders/find-order';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { findOffer } from '@/lib/checkout/purchase/offer';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { sendReminders } from '@/lib/checkout/reminders/send-reminders';
import { openLessonFirst } from '@/lib/courses/enrolment/lesson-access';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db } from '@/lib/database/client';
import { InvalidInput } from '@/lib/problem';
import { exportOf } from '@/lib/testing/personal-export';
import { accept, buySeats, invite, invitedToken, seatIdOf, seatsOf, statesOf } from '@/lib/testing/seats';
import { billing, buy, inMinutes, newBuyer, newWorld, openCourses, shopOfThisFile, standing, stockBundle } from '@/lib/testing/shop';
import { acceptSeat, findInvitation } from './accept-seat';
import { resendInvitation, withdrawInvitation } from './invite';
import { typedSeats } from './seat-count';
import { mostInvitations } from './seat-row';
import { takeBackSeat } from './take-back';
import { invitationSchema } from './typed-emails';

const shop = shopOfThisFile();
let manager: Actor;

beforeEach(async () => {
  manager = await newWorld(shop);
});

const now = () => new Date();
const ofSeat = async (email: string, actor = manager) => ({ actor, seatId: await seatIdOf(manager, email), now: now() });
const openLesson = (actor: Actor, file = '01.mp4') => openLessonFirst({ actor, courseSlug: 'course-a', lesson: { file, freePreview: false }, now: now() });
const mailsTo = async (email: string) => (await db()).outbox.count({ where: { payload: { path: ['to'], equals: email } } });
const ask = (count: number, productKey = 'product-a') =>
  startCheckout({ actor: manager, productKey, purchaseFor: { kind: 'seats', count }, billing, address: 'x', lang: 'ar', now: now() });
async function admin(): Promise<Actor> {
  const person = await newBuyer();
  const { sessionId } = await startSession({ userId: person.userId }, { userAgent: '', address: '' }, now());
  return { ...person, sessionId, role: 'admin', totpEnrolled: true, totpAt: now() };
}

describe('buying seats', () => {
  it('N11 is one order of so many lines; nobody is enrolled, every seat is free, one receipt names them once', async () => {
    const orderId = await buySeats(shop, manager);
    expect(await openCourses(manager.userId)).toEqual([]);
    expect(await statesOf(manager)).toEqual(['free', 'free', 'free', 'free', 'free']);
    expect((await standing(orderId)).mails).toEqual(['receipt']);
    expect(await findReceipt(manager, orderId)).toMatchObject({ amountPiastres: 649_500, items: [{ quantity: 5, totalPiastres: 649_500, listPiastres: 649_500 }] });
    expect(await findOrder({ actor: manager, userId: manager.userId, orderId })).toMatchObject({ purpose: 'seats', amount: 649_500, courseSlugs: Array.from({ length: 5 }, () => 'course-a') });
    expect(await listPaidWithoutAccess()).toEqual([]);
  });

  it('N11 is offered to who owns the course, at the price of one times their number, and not of a bundle', async () => {
    await buy(shop, manager);
    await stockBundle();
    const offer = (productKey: string) => findOffer({ actor: manager, productKey, purchaseFor: { kind: 'seats', count: 3 }, coupon: '', address: 'x', now: now() });
    expect(await offer('product-a')).toMatchObject({ kind: 'buy', price: { totalPiastres: 3 * 129_900 } });
    expect(await offer('product-z-both')).toEqual({ kind: 'unknown' });
    await expect(ask(3, 'product-z-both')).rejects.toMatchObject({ status: 422, key: 'seats-one-course' });
  });

  it('N11 an order that waits is used again for the same number only, and is no order for oneself', async () => {
    const first = await ask(3);
    expect((await ask(3)).orderId).toBe(first.orderId);
    expect((await ask(4)).orderId).not.toBe(first.orderId);
    expect(await openCourses(manager.userId)).toEqual([]);
  });

  it('N11 the number is read on either keyboard; what is none stays as it was typed', () => {
    expect(['٥', ' 50 ', '51', '1', '2.5', 'x', ''].map((typed) => typedSeats(typed)?.count)).toEqual([5, 50, null, null, null, null, null]);
    expect(typedSeats('٥١')).toEqual({ typed: '٥١', count: null });
    expect(typedSeats(undefined)).toBeNull();
  });

  it('N11 N13 an unpaid order is reminded of with its number of seats, also who owns the course', async () => {
    await buy(shop, manager);
    await ask(4);
    await sendReminders(inMinutes(61));
    const mail = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: 'reminder:' } }, select: { payload: true } });
    expect((mail.payload as { data: { url: string; description: string } }).data).toMatchObject({ url: expect.stringContaining('product=product-a&seats=4'), description: 'All of A × 4' });
  });
});

describe('inviting', () => {
  it('N11 pasted addresses: each once, in lower case; each fault is named', () => {
    expect(invitationSchema.parse({ emails: 'Mona <Mona@Nile.example>, hala@nile.example؛\nmona@nile.example' })).toEqual({ emails: ['mona@nile.example', 'hala@nile.example'] });
    const faults = (emails: string) => invitationSchema.safeParse({ emails }).error?.issues.map(({ message, ...issue }) => [message, (issue as { params?: object }).params]);
    expect(faults('a@b, mona@nile.example, @x')).toEqual([['seat_email_invalid', { email: 'a@b' }], ['seat_email_invalid', { email: '@x' }]]);
    expect(faults('nobody')).toEqual([['seat_emails_required', undefined]]);
  });

  it('N11 all or none: who is invited already and more than are free are refused, nothing is sent', async () => {
    const orderId = await buySeats(shop, manager, 3);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    expect(await statesOf(manager)).toEqual(['invited', 'invited', 'free']);
    const faults = (...emails: string[]) => invite(manager, orderId, ...emails).then(() => [], (error: unknown) => (error instanceof InvalidInput ? error.error.issues.map(({ message }) => message) : [String(error)]));
    expect(await faults('a@nile.example')).toEqual(['seat_email_invited']);
    expect(await faults('c@nile.example', 'd@nile.example')).toEqual(['seat_emails_free']);
    expect([await mailsTo('c@nile.example'), await statesOf(manager)]).toEqual([0, ['invited', 'invited', 'free']]);
    await expect(invite(await newBuyer(), orderId, 'x@nile.example')).rejects.toMatchObject({ status: 404 });
  });

  it('N11 a newer link replaces the earlier one; a withdrawn one opens nothing, and frees the seat', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const first = await invitedToken('a@nile.example');
    await resendInvitation(await ofSeat('a@nile.example'));
    const second = await invitedToken('a@nile.example');
    expect([await findInvitation(null, first), (await findInvitation(null, second))?.state]).toEqual([null, 'open']);
    expect(await mailsTo('a@nile.example')).toBe(1);
    await expect(withdrawInvitation(await ofSeat('a@nile.example', await newBuyer()))).rejects.toMatchObject({ status: 404 });
    await withdrawInvitation(await ofSeat('a@nile.example'));
    expect([await findInvitation(null, second), await mailsTo('a@nile.example'), await statesOf(manager)]).toEqual([null, 0, ['free', 'free']]);
    await expect(acceptSeat({ actor: await newBuyer(), token: second, now: now() })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the mails of a seat', () => {
  it('are counted over all who were invited to it: withdrawing and inviting again starts no new count [X40]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await (await db()).seat.updateMany({ where: { orderId, position: 1 }, data: { invitations: mostInvitations } });
    for (let at = 0; at < mostInvitations; at += 1) {
      const email = `stranger-${at}@nile.example`;
      await invite(manager, orderId, email);
      if (at < mostInvitations - 1) await withdrawInvitation(await ofSeat(email));
    }
    const last = await ofSeat(`stranger-${mostInvitations - 1}@nile.example`);
    await expect(resendInvitation(last)).rejects.toMatchObject({ status: 409, key: 'seat-mails-used' });
    await withdrawInvitation(last);
    const error: unknown = await invite(manager, orderId, 'one-more@nile.example').catch((thrown: unknown) => thrown);
    expect(error instanceof InvalidInput ? error.error.issues : error).toMatchObject([{ message: 'seat_mails_used', params: { offered: '0' } }]);
    expect(await mailsTo('one-more@nile.example')).toBe(0);
  });
});

describe('a seat and its holder', () => {
  it('N11 opens the course to whoever accepts, by the order, and shows the manager how far they are', async () => {
    const orderId = await buySeats(shop, manager);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const holder = await accept('a@nile.example');
    expect(await openCourses(holder.userId)).toEqual(['course-a']);
    expect(await (await db()).enrolment.findMany({ select: { orderId: true, source: true } })).toEqual([{ orderId, source: 'purchase' }]);
    await openLesson(holder);
    await (await db()).lesson.updateMany({ where: { courseSlug: 'course-a' }, data: { durationSeconds: 10 } });
    const report = { userId: holder.userId, courseSlug: 'course-a', durationSeconds: 10, played: true, now: now() };
    await saveProgress({ ...report, lesson: '01.mp4' });
    await saveProgress({ ...report, lesson: '02.mp4', watched: [[0, 8]] });
    expect((await seatsOf(manager))[0]).toMatchObject({ state: 'accepted', holder: 'منى', email: 'a@nile.example', progress: { played: 1, total: 7, accessed: 1, certificateId: null } });
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect((await findInvitation(holder, await invitedToken('a@nile.example')))?.state).toBe('yours');
  });

  it('N11 who owns the course is told so, and the seat stays for another', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const owner = await newBuyer();
    await buy(shop, owner);
    expect((await findInvitation(owner, await invitedToken('a@nile.example')))?.state).toBe('owned');
    await expect(accept('a@nile.example', owner)).rejects.toMatchObject({ status: 409, key: 'course-owned' });
    await accept('a@nile.example');
    expect(await statesOf(manager)).toEqual(['accepted', 'free']);
    await expect(accept('a@nile.example')).rejects.toMatchObject({ status: 409, key: 'seat-taken' });
  });

  it('N11 a hundred at once want one seat: one gets it', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const token = await invitedToken('a@nile.example');
    const people = await Promise.all(Array.from({ length: 100 }, () => newBuyer()));
    const outcomes = await Promise.allSettled(people.map((actor) => acceptSeat({ actor, token, now: now() })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(new Set(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { key: string }).key] : [])))).toEqual(new Set(['seat-taken']));
    expect(await (await db()).enrolment.count()).toBe(1);
    expect(await statesOf(manager)).toEqual(['accepted', 'free']);
  });

  it('N11 one person with two invitations at once gets one seat', async () => {
    const orderId = await buySeats(shop, manager, 2);
    const other = await newBuyer();
    const second = await buySeats(shop, other, 2);
    await invite(manager, orderId, 'a@nile.example');
    await invite(other, second, 'b@nile.example');
    const person = await newBuyer();
    const outcomes = await Promise.allSettled([accept('a@nile.example', person), accept('b@nile.example', person)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(person.userId)).toEqual(['course-a']);
  });

  it('N11 is taken back until a lesson that counts is opened, and given to another', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const [first, second] = [await accept('a@nile.example'), await accept('b@nile.example')];
    await openLesson(second);
    await expect(takeBackSeat(await ofSeat('b@nile.example'))).rejects.toMatchObject({ status: 422, key: 'seat-used' });
    await expect(takeBackSeat(await ofSeat('a@nile.example', second))).rejects.toMatchObject({ status: 404 });
    await takeBackSeat(await ofSeat('a@nile.example'));
    expect([await openCourses(first.userId), await openCourses(second.userId), await statesOf(manager)]).toEqual([[], ['course-a'], ['free', 'accepted']]);
    await expect(openLesson(first)).rejects.toMatchObject({ status: 403 });
    await invite(manager, orderId, 'c@nile.example');
    await accept('c@nile.example');
    expect(await statesOf(manager)).toEqual(['accepted', 'accepted']);
  });

  it('N11 taken back while the holder opens the first lesson: either it is open, or it is taken back', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const holder = await accept('a@nile.example');
    const seat = await ofSeat('a@nile.example');
    const [opened, taken] = await Promise.allSettled([openLesson(holder), takeBackSeat(seat)]);
    expect([opened.status, taken.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(holder.userId)).toEqual(opened.status === 'fulfilled' ? ['course-a'] : []);
  });
});

describe('administration and personal data', () => {
  it('N11 O6 administration sees every seat and its reason, and resends or withdraws with a reason of its own', async () => {
    const orderId = await buySeats(shop, manager, 3);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    await accept('a@nile.example');
    const chief = await admin();
    expect((await requireOrder(chief, orderId, now())).seats.map(({ state, refusedBy }) => [state, refusedBy])).toEqual([['accepted', 'refund-seat-held'], ['invited', 'refund-seat-invited'], ['free', null]]);
    await expect(resendInvitation({ ...(await ofSeat('b@nile.example')), reason: 'she asked' })).rejects.toMatchObject({ status: 403 });
    await resendInvitation({ ...(await ofSeat('b@nile.example', chief)), reason: 'she asked' });
    await withdrawInvitation({ ...(await ofSeat('b@nile.example', chief)), reason: 'she left' });
    expect((await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, detail: true } }))).toEqual([
      { action: 'order.seat-invited', detail: { seat: 2, reason: 'she asked' } }, { action: 'order.seat-withdrawn', detail: { seat: 2, reason: 'she left' } },
    ]);
    expect((await listOrders(chief, { status: 'seats', page: 1 })).rows.map((row) => row.orderId)).toEqual([orderId]);
  });

  it('N11 D8 a manager\'s export lists whom they invited, a holder\'s their seat; a deleted holder used the seat', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const holder = await accept('a@nile.example');
    expect(await exportOf(manager, manager.userId, now())).toMatchObject({ orders: [{ lines: [{ seat: { email: 'a@nile.example' } }, { seat: { email: null } }] }], seats: [] });
    expect(await exportOf(holder, holder.userId, now())).toMatchObject({ seats: [{ line: { courseSlug: 'course-a' } }] });
    const chief = await admin();
    await deleteAccount({ actor: chief, userId: holder.userId, email: '', device: { userAgent: '', address: '' }, now: now() });
    expect((await seatsOf(manager))[0]).toMatchObject({ state: 'accepted', holder: null, email: null });
    expect((await requireOrder(chief, orderId, now())).seats[0]).toMatchObject({ refusedBy: 'refund-seat-used' });
  });

  it('N11 D8 a manager\'s account goes with every address; the seats stay with their holders, and links stay good', async () => {
    const orderId = await buySeats(shop, manager, 3);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const holder = await accept('a@nile.example');
    const token = await invitedToken('b@nile.example');
    await deleteAccount({ actor: await admin(), userId: manager.userId, email: '', device: { userAgent: '', address: '' }, now: now() });
    expect(await (await db()).seat.count({ where: { email: { not: null } } })).toBe(0);
    expect(await mailsTo('b@nile.example')).toBe(0);
    expect(await openCourses(holder.userId)).toEqual(['course-a']);
    const late = await newBuyer();
    await acceptSeat({ actor: late, token, now: now() });
    expect(await openCourses(late.userId)).toEqual(['course-a']);
  });
});
