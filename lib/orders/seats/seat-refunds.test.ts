import { beforeEach, describe, expect, it } from 'vitest';
import { findCourseAccess, recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { type Database, db, openDatabase, useDatabase } from '@/lib/database/client';
import { reconcileOrder } from '@/lib/orders/admin/order-actions';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { listRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import { approveRefund, refuseRefund, requestRefund } from '@/lib/orders/refunds/refund-requests';
import type { Actor } from '@/lib/permissions';
import {
  acceptInvitation,
  buySeats,
  findSeatId,
  invite,
  listSeatStates,
  readInvitedToken,
} from '@/tests/support/seats';
import {
  buildDecision,
  createAdministrator,
  createBuyer,
  createWorld,
  inMinutes,
  listRefundAmounts,
  openCourses,
  pollUntil,
  readOrderState,
  startShopOfFile,
} from '@/tests/support/shop';
import { acceptSeat, findInvitation, withdrawInvitation } from './invitations';
import { takeBackSeat } from './leave-seat';

const shop = startShopOfFile();
const seatPiastres = 129_900;
let manager: Actor;
let admin: Actor;
let orderId: string;

beforeEach(async () => {
  manager = await createWorld(shop);
  admin = await createAdministrator();
  orderId = await buySeats(shop, manager);
});

const wantBack = (seats?: number, at = new Date()) =>
  requestRefund({ actor: manager, userId: manager.userId, orderId, reason: 'nobody wants them', seats, now: at });
const buildSeatInput = async (email: string) => ({
  actor: manager,
  seatId: await findSeatId(manager, email),
  now: new Date(),
});

async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const database = await openDatabase();
  let count = 0;
  const client = database.client.$extends({
    query: {
      $allOperations({ args, query }) {
        count += 1;
        return query(args) as Promise<unknown>;
      },
    },
  });
  useDatabase({ ...database, client: client as unknown as Database });
  await work();
  useDatabase(database);
  return count;
}

it('the profile reads many held seats with as many queries as one [N11, P7]', async () => {
  const readAll = async () => {
    await listRefundEligibility(manager, new Date());
    await listSeatStates(manager);
  };
  const hold = async (...emails: string[]) => {
    await invite(manager, orderId, ...emails);
    for (const email of emails) await acceptInvitation(email);
    return countQueries(readAll);
  };
  const ofOne = await hold('a@nile.example');
  expect(ofOne).toBeGreaterThan(0);
  expect(await hold('b@nile.example', 'c@nile.example', 'd@nile.example')).toBe(ofOne);
});

describe('a refund of seats', () => {
  it('refunds free seats at the price of their lines; holders keep theirs, and remaining seats can be offered [N11, P7]', async () => {
    await invite(manager, orderId, 'a@nile.example');
    const holder = await acceptInvitation('a@nile.example');
    await wantBack(2);
    expect(await listSeatStates(manager)).toEqual(['accepted', 'free', 'free', 'refund-requested', 'refund-requested']);
    expect((await findCourseAccess({ actor: holder, courseSlug: 'course-a' })).state).toBe('open');
    await invite(manager, orderId, 'b@nile.example');
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'paid' });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'paid',
      refunded: 2 * seatPiastres,
      needsReview: null,
    });
    expect([await listSeatStates(manager), await openCourses(holder.userId), await listRefundAmounts(shop)]).toEqual([
      ['accepted', 'invited', 'free', 'refunded', 'refunded'],
      ['course-a'],
      [2 * seatPiastres],
    ]);
    expect((await findReceipt(manager, orderId))?.creditNotes).toMatchObject([
      { amountPiastres: 2 * seatPiastres, items: [{ quantity: 2, totalPiastres: 2 * seatPiastres }] },
    ]);
    await expect(invite(manager, orderId, 'c@nile.example', 'd@nile.example')).rejects.toThrow();
  });

  it('the policy gives a reason for each seat that is not refundable: invited, held or used [N11, P7]', async () => {
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example', 'c@nile.example');
    await acceptInvitation('a@nile.example');
    await recordFirstOpening({
      actor: await acceptInvitation('b@nile.example'),
      courseSlug: 'course-a',
      lesson: { file: '01.mp4', freePreview: false },
      now: new Date(),
    });
    const parts = (await listRefundEligibility(manager, new Date()))
      .get(orderId)
      ?.parts.map(({ refusedBy }) => refusedBy);
    expect(parts).toEqual(['refund-seat-held', 'refund-seat-used', 'refund-seat-invited', null, null]);
    await expect(wantBack(3)).rejects.toMatchObject({
      error: { issues: [{ path: ['seats'], message: 'returned_seats_free', params: { free: '2' } }] },
    });
    await takeBackSeat(await buildSeatInput('a@nile.example'));
    await withdrawInvitation(await buildSeatInput('c@nile.example'));
    await wantBack();
    await approveRefund(buildDecision(admin, orderId));
    expect([await listSeatStates(manager), await listRefundAmounts(shop)]).toEqual([
      ['refunded', 'accepted', 'refunded', 'refunded', 'refunded'],
      [4 * seatPiastres],
    ]);
  });

  it('refuses a request after the refund window [N11, P7]', async () => {
    await expect(wantBack(undefined, inMinutes(31 * 24 * 60))).rejects.toMatchObject({
      status: 422,
      key: 'refund-window',
    });
  });

  it('seats cannot be offered during a request for all of them; a refusal makes them free again [N11, P7]', async () => {
    await invite(manager, orderId, 'a@nile.example');
    await wantBack();
    await expect(invite(manager, orderId, 'b@nile.example')).rejects.toThrow();
    await refuseRefund(buildDecision(admin, orderId));
    expect(await listSeatStates(manager)).toEqual(['invited', 'free', 'free', 'free', 'free']);
    await acceptInvitation('a@nile.example');
  });

  it('an invited seat is never refunded while it is being accepted [N11, P7]', async () => {
    await invite(
      manager,
      orderId,
      'a@nile.example',
      'b@nile.example',
      'c@nile.example',
      'd@nile.example',
      'e@nile.example',
    );
    const token = await readInvitedToken('e@nile.example');
    const holder = await createBuyer();
    const withdrawn = buildSeatInput('e@nile.example')
      .then((seat) => withdrawInvitation(seat))
      .then(() => wantBack());
    const [accepted, asked] = await Promise.allSettled([
      acceptSeat({ actor: holder, token, now: new Date() }),
      withdrawn,
    ]);
    expect([accepted.status, asked.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(holder.userId)).toEqual(accepted.status === 'fulfilled' ? ['course-a'] : []);
  });

  it('a full refund at Paymob ends every holder’s access and invalidates all links [N11, P7]', async () => {
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const holder = await acceptInvitation('a@nile.example');
    const client = await db();
    const { paidChargeId } = await client.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { paidChargeId: true },
    });
    await shop.control(`transactions/${paidChargeId}/refund`, {});
    await reconcileOrder(admin, { orderId, reason: 'at the dashboard', now: new Date() });
    await pollUntil(
      () => readOrderState(orderId),
      ({ status }) => status === 'refunded',
    );
    expect([await openCourses(holder.userId), new Set(await listSeatStates(manager))]).toEqual([
      [],
      new Set(['refunded']),
    ]);
    expect((await findInvitation(null, await readInvitedToken('b@nile.example')))?.state).toBe('closed');
    await expect(acceptInvitation('b@nile.example')).rejects.toMatchObject({ status: 409, key: 'seat-closed' });
  });
});
