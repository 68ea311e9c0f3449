import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db } from '@/lib/database/client';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { listOrders, listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { findOffer } from '@/lib/orders/checkout/offer';
import { findOrder } from '@/lib/orders/find-order';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { sendReminders } from '@/lib/orders/reminders';
import type { Actor } from '@/lib/permissions';
import { InvalidInput } from '@/lib/problem';
import { readLastMail } from '@/tests/support/outbox';
import { exportOf } from '@/tests/support/personal-export';
import {
  acceptInvitation,
  buySeats,
  findSeatId,
  invite,
  listSeats,
  listSeatStates,
  readInvitedToken,
} from '@/tests/support/seats';
import {
  buy,
  checkOut,
  createBuyer,
  createWorld,
  inMinutes,
  openCourses,
  readOrderState,
  startShopOfFile,
  stockBundle,
} from '@/tests/support/shop';
import { acceptSeat, findInvitation, invitationSchema, resendInvitation, withdrawInvitation } from './invitations';
import { takeBackSeat } from './leave-seat';
import { maxInvitations, typedSeats } from './seats';

const shop = startShopOfFile();
let manager: Actor;

beforeEach(async () => {
  manager = await createWorld(shop);
});

const now = () => new Date();
const buildSeatInput = async (email: string, actor = manager) => ({
  actor,
  seatId: await findSeatId(manager, email),
  now: now(),
});
const openLesson = (actor: Actor, file = '01.mp4') =>
  recordFirstOpening({ actor, courseSlug: 'course-a', lesson: { file, freePreview: false }, now: now() });
const countMails = async (email: string) =>
  (await db()).outbox.count({ where: { payload: { path: ['to'], equals: email } } });
const ask = (count: number, productKey = 'product-a') =>
  checkOut(manager, { productKey, purchaseFor: { kind: 'seats', count } });
async function createAdmin(): Promise<Actor> {
  const person = await createBuyer();
  const { sessionId } = await startSession({ userId: person.userId }, { userAgent: '', ip: '' }, now());
  return { ...person, sessionId, role: 'admin', totpEnrolled: true, totpAt: now() };
}

describe('buying seats', () => {
  it('creates one order with a line per seat: no learner is enrolled, every seat is free, and the receipt lists them once [N11]', async () => {
    const orderId = await buySeats(shop, manager);
    expect(await openCourses(manager.userId)).toEqual([]);
    expect(await listSeatStates(manager)).toEqual(['free', 'free', 'free', 'free', 'free']);
    expect((await readOrderState(orderId)).mails).toEqual(['receipt']);
    expect(await findReceipt(manager, orderId)).toMatchObject({
      amountPiastres: 649_500,
      items: [{ quantity: 5, totalPiastres: 649_500, listPiastres: 649_500 }],
    });
    expect(await findOrder({ actor: manager, userId: manager.userId, orderId })).toMatchObject({
      purpose: 'seats',
      amount: 649_500,
      courseSlugs: Array.from({ length: 5 }, () => 'course-a'),
    });
    expect(await listPaidWithoutAccess()).toEqual([]);
  });

  it('is offered to an owner of the course, at the price of one seat times their number, and not for bundles [N11]', async () => {
    await buy(shop, manager);
    await stockBundle();
    const offer = (productKey: string) =>
      findOffer({
        actor: manager,
        productKey,
        purchaseFor: { kind: 'seats', count: 3 },
        coupon: '',
        ip: 'x',
        now: now(),
      });
    expect(await offer('product-a')).toMatchObject({ kind: 'buy', price: { totalPiastres: 3 * 129_900 } });
    expect(await offer('product-z-both')).toEqual({ kind: 'unknown' });
    await expect(ask(3, 'product-z-both')).rejects.toMatchObject({ status: 422, key: 'seats-one-course' });
  });

  it('reuses an open order only for the same number of seats, and does not enrol the buyer [N11]', async () => {
    const first = await ask(3);
    expect((await ask(3)).orderId).toBe(first.orderId);
    expect((await ask(4)).orderId).not.toBe(first.orderId);
    expect(await openCourses(manager.userId)).toEqual([]);
  });

  it('reads the number in Arabic or Latin digits; an invalid entry stays as typed [N11]', () => {
    expect(['٥', ' 50 ', '51', '1', '2.5', 'x', ''].map((typed) => typedSeats(typed)?.count)).toEqual([
      5,
      50,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(typedSeats('٥١')).toEqual({ typed: '٥١', count: null });
    expect(typedSeats(undefined)).toBeNull();
  });

  it('the reminder of an unpaid order states its number of seats, even if the buyer owns the course [N11, N13]', async () => {
    await buy(shop, manager);
    await ask(4);
    await sendReminders(inMinutes(61));
    expect((await readLastMail('reminder:')).data).toMatchObject({
      url: expect.stringContaining('product=product-a&seats=4'),
      description: 'All of A × 4',
    });
  });
});

describe('inviting', () => {
  it('reads each pasted address once, in lower case, and names each invalid one [N11]', () => {
    expect(
      invitationSchema.parse({ emails: 'Mona <Mona@Nile.example>, hala@nile.example؛\nmona@nile.example' }),
    ).toEqual({ emails: ['mona@nile.example', 'hala@nile.example'] });
    const findFaults = (emails: string) =>
      invitationSchema
        .safeParse({ emails })
        .error?.issues.map(({ message, ...issue }) => [message, (issue as { params?: object }).params]);
    expect(findFaults('a@b, mona@nile.example, @x')).toEqual([
      ['seat_email_invalid', { email: 'a@b' }],
      ['seat_email_invalid', { email: '@x' }],
    ]);
    expect(findFaults('nobody')).toEqual([['seat_emails_required', undefined]]);
  });

  it.each([
    "'hala@nile.example' <hala@nile.example>; 'Mona Adel' <mona@nile.example>",
    "<'hala@nile.example'>, ‘mona@nile.example’.",
    'Hala (Sales @ Nile) <hala@nile.example>; “mona@nile.example” <mona@nile.example>',
    '[hala@nile.example](mailto:hala@nile.example) [mona@nile.example](mailto:mona@nile.example)',
  ])('reads addresses as mail and chat programs copy them: %s [N11]', (emails) => {
    expect(invitationSchema.parse({ emails })).toEqual({ emails: ['hala@nile.example', 'mona@nile.example'] });
  });

  it('keeps an apostrophe inside an address [N11]', () => {
    expect(invitationSchema.parse({ emails: "'o'neil@nile.example'" })).toEqual({ emails: ["o'neil@nile.example"] });
  });

  it('invites all or none: an address that was already invited, or too few free seats, sends nothing [N11]', async () => {
    const orderId = await buySeats(shop, manager, 3);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    expect(await listSeatStates(manager)).toEqual(['invited', 'invited', 'free']);
    const findInviteFaults = (...emails: string[]) =>
      invite(manager, orderId, ...emails).then(
        () => [],
        (error: unknown) =>
          error instanceof InvalidInput ? error.error.issues.map(({ message }) => message) : [String(error)],
      );
    expect(await findInviteFaults('a@nile.example')).toEqual(['seat_email_invited']);
    expect(await findInviteFaults('c@nile.example', 'd@nile.example')).toEqual(['seat_emails_free']);
    expect([await countMails('c@nile.example'), await listSeatStates(manager)]).toEqual([
      0,
      ['invited', 'invited', 'free'],
    ]);
    await expect(invite(await createBuyer(), orderId, 'x@nile.example')).rejects.toMatchObject({ status: 404 });
  });

  it('a newer link replaces the earlier one; withdrawing an invitation ends its link and frees the seat [N11]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const first = await readInvitedToken('a@nile.example');
    await resendInvitation(await buildSeatInput('a@nile.example'));
    const second = await readInvitedToken('a@nile.example');
    expect([await findInvitation(null, first), (await findInvitation(null, second))?.state]).toEqual([null, 'open']);
    expect(await countMails('a@nile.example')).toBe(1);
    await expect(withdrawInvitation(await buildSeatInput('a@nile.example', await createBuyer()))).rejects.toMatchObject(
      {
        status: 404,
      },
    );
    await withdrawInvitation(await buildSeatInput('a@nile.example'));
    expect([
      await findInvitation(null, second),
      await countMails('a@nile.example'),
      await listSeatStates(manager),
    ]).toEqual([null, 0, ['free', 'free']]);
    await expect(acceptSeat({ actor: await createBuyer(), token: second, now: now() })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('invitation mails of a seat', () => {
  it('are counted per seat across all invited addresses: withdrawing and inviting again does not reset the count [X40]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await (await db()).seat.updateMany({ where: { orderId, position: 1 }, data: { invitations: maxInvitations } });
    for (let at = 0; at < maxInvitations; at += 1) {
      const email = `stranger-${at}@nile.example`;
      await invite(manager, orderId, email);
      if (at < maxInvitations - 1) await withdrawInvitation(await buildSeatInput(email));
    }
    const last = await buildSeatInput(`stranger-${maxInvitations - 1}@nile.example`);
    await expect(resendInvitation(last)).rejects.toMatchObject({ status: 409, key: 'seat-mails-used' });
    await withdrawInvitation(last);
    const error: unknown = await invite(manager, orderId, 'one-more@nile.example').catch((thrown: unknown) => thrown);
    expect(error instanceof InvalidInput ? error.error.issues : error).toMatchObject([
      { message: 'seat_mails_used', params: { offered: '0' } },
    ]);
    expect(await countMails('one-more@nile.example')).toBe(0);
  });
});

describe('a seat and its holder', () => {
  it('opens the course to the learner who accepts, and shows the buyer how far that learner is [N11]', async () => {
    const orderId = await buySeats(shop, manager);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const holder = await acceptInvitation('a@nile.example');
    expect(await openCourses(holder.userId)).toEqual(['course-a']);
    expect(await (await db()).enrolment.findMany({ select: { orderId: true, source: true } })).toEqual([
      { orderId, source: 'purchase' },
    ]);
    await openLesson(holder);
    await (await db()).lesson.updateMany({ where: { courseSlug: 'course-a' }, data: { durationSeconds: 10 } });
    const report = { userId: holder.userId, courseSlug: 'course-a', durationSeconds: 10, played: true, now: now() };
    await saveProgress({ ...report, lesson: '01.mp4' });
    await saveProgress({ ...report, lesson: '02.mp4', watched: [[0, 8]] });
    expect((await listSeats(manager))[0]).toMatchObject({
      state: 'accepted',
      holder: 'منى',
      email: 'a@nile.example',
      progress: { played: 1, total: 7, accessed: 1, certificateId: null },
    });
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect((await findInvitation(holder, await readInvitedToken('a@nile.example')))?.state).toBe('yours');
  });

  it('tells an owner of the course so, and stays free for another learner [N11]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const owner = await createBuyer();
    await buy(shop, owner);
    expect((await findInvitation(owner, await readInvitedToken('a@nile.example')))?.state).toBe('owned');
    await expect(acceptInvitation('a@nile.example', owner)).rejects.toMatchObject({ status: 409, key: 'course-owned' });
    await acceptInvitation('a@nile.example');
    expect(await listSeatStates(manager)).toEqual(['accepted', 'free']);
    await expect(acceptInvitation('a@nile.example')).rejects.toMatchObject({ status: 409, key: 'seat-taken' });
  });

  it('a hundred learners accept one seat at once, and one gets it [N11]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const token = await readInvitedToken('a@nile.example');
    const people = await Promise.all(Array.from({ length: 100 }, () => createBuyer()));
    const outcomes = await Promise.allSettled(people.map((actor) => acceptSeat({ actor, token, now: now() })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      new Set(
        outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { key: string }).key] : [])),
      ),
    ).toEqual(new Set(['seat-taken']));
    expect(await (await db()).enrolment.count()).toBe(1);
    expect(await listSeatStates(manager)).toEqual(['accepted', 'free']);
  });

  it('a learner who accepts two invitations at once gets one seat [N11]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    const other = await createBuyer();
    const second = await buySeats(shop, other, 2);
    await invite(manager, orderId, 'a@nile.example');
    await invite(other, second, 'b@nile.example');
    const person = await createBuyer();
    const outcomes = await Promise.allSettled([
      acceptInvitation('a@nile.example', person),
      acceptInvitation('b@nile.example', person),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(person.userId)).toEqual(['course-a']);
  });

  it('the buyer takes it back until a lesson that counts is opened, and gives it to another learner [N11]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const [first, second] = [await acceptInvitation('a@nile.example'), await acceptInvitation('b@nile.example')];
    await openLesson(second);
    await expect(takeBackSeat(await buildSeatInput('b@nile.example'))).rejects.toMatchObject({
      status: 422,
      key: 'seat-used',
    });
    await expect(takeBackSeat(await buildSeatInput('a@nile.example', second))).rejects.toMatchObject({ status: 404 });
    await takeBackSeat(await buildSeatInput('a@nile.example'));
    expect([await openCourses(first.userId), await openCourses(second.userId), await listSeatStates(manager)]).toEqual([
      [],
      ['course-a'],
      ['free', 'accepted'],
    ]);
    await expect(openLesson(first)).rejects.toMatchObject({ status: 403 });
    await invite(manager, orderId, 'c@nile.example');
    await acceptInvitation('c@nile.example');
    expect(await listSeatStates(manager)).toEqual(['accepted', 'accepted']);
  });

  it('allows only one of taking a seat back and opening its first lesson at the same time [N11]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const holder = await acceptInvitation('a@nile.example');
    const seat = await buildSeatInput('a@nile.example');
    const [opened, taken] = await Promise.allSettled([openLesson(holder), takeBackSeat(seat)]);
    expect([opened.status, taken.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(holder.userId)).toEqual(opened.status === 'fulfilled' ? ['course-a'] : []);
  });
});

describe('administration and personal data', () => {
  it('an admin sees why each seat is not refundable, and resends or withdraws invitations with a reason [N11, O6]', async () => {
    const orderId = await buySeats(shop, manager, 3);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    await acceptInvitation('a@nile.example');
    const chief = await createAdmin();
    expect((await requireOrder(chief, orderId, now())).seats.map(({ state, refusedBy }) => [state, refusedBy])).toEqual(
      [
        ['accepted', 'refund-seat-held'],
        ['invited', 'refund-seat-invited'],
        ['free', null],
      ],
    );
    await expect(
      resendInvitation({ ...(await buildSeatInput('b@nile.example')), reason: 'she asked' }),
    ).rejects.toMatchObject({
      status: 403,
    });
    await resendInvitation({ ...(await buildSeatInput('b@nile.example', chief)), reason: 'she asked' });
    await withdrawInvitation({ ...(await buildSeatInput('b@nile.example', chief)), reason: 'she left' });
    expect(
      await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, detail: true } }),
    ).toEqual([
      { action: 'order.seat-invited', detail: { seat: 2, reason: 'she asked' } },
      { action: 'order.seat-withdrawn', detail: { seat: 2, reason: 'she left' } },
    ]);
    expect((await listOrders(chief, { status: 'seats', page: 1 })).rows.map((row) => row.orderId)).toEqual([orderId]);
  });

  it('the data exports list the buyer’s invited addresses and the holder’s seat; a deleted holder’s seat counts as used [N11, D8]', async () => {
    const orderId = await buySeats(shop, manager, 2);
    await invite(manager, orderId, 'a@nile.example');
    const holder = await acceptInvitation('a@nile.example');
    expect(await exportOf(manager, manager.userId, now())).toMatchObject({
      orders: [{ lines: [{ seat: { email: 'a@nile.example' } }, { seat: { email: null } }] }],
      seats: [],
    });
    expect(await exportOf(holder, holder.userId, now())).toMatchObject({
      seats: [{ line: { courseSlug: 'course-a' } }],
    });
    const chief = await createAdmin();
    await deleteAccount({
      actor: chief,
      userId: holder.userId,
      email: '',
      device: { userAgent: '', ip: '' },
      now: now(),
    });
    expect((await listSeats(manager))[0]).toMatchObject({ state: 'accepted', holder: null, email: null });
    expect((await requireOrder(chief, orderId, now())).seats[0]).toMatchObject({ refusedBy: 'refund-seat-used' });
  });

  it('deleting the buyer’s account deletes all addresses; holders keep their seats, and links keep working [N11, D8]', async () => {
    const orderId = await buySeats(shop, manager, 3);
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const holder = await acceptInvitation('a@nile.example');
    const token = await readInvitedToken('b@nile.example');
    await deleteAccount({
      actor: await createAdmin(),
      userId: manager.userId,
      email: '',
      device: { userAgent: '', ip: '' },
      now: now(),
    });
    expect(await (await db()).seat.count({ where: { email: { not: null } } })).toBe(0);
    expect(await countMails('b@nile.example')).toBe(0);
    expect(await openCourses(holder.userId)).toEqual(['course-a']);
    const late = await createBuyer();
    await acceptSeat({ actor: late, token, now: now() });
    expect(await openCourses(late.userId)).toEqual(['course-a']);
  });
});
