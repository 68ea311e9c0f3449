import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { approveRefund, refuseRefund } from '@/lib/checkout/refunds/decide-refund';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { requestRefund } from '@/lib/checkout/refunds/request-refund';
import { reconcileOrder } from '@/lib/admin/orders/order-actions';
import { findCourseAccess, openLessonFirst } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { accept, buySeats, invite, invitedToken, seatIdOf, statesOf } from '@/lib/testing/seats';
import { inMinutes, newAdministrator, newBuyer, newWorld, openCourses, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { acceptSeat, findInvitation } from './accept-seat';
import { withdrawInvitation } from './invite';
import { takeBackSeat } from './take-back';

const shop = shopOfThisFile();
const seatPiastres = 129_900;
let manager: Actor;
let admin: Actor;
let orderId: string;

beforeEach(async () => {
  manager = await newWorld(shop);
  admin = await newAdministrator();
  orderId = await buySeats(shop, manager);
});

const wantBack = (seats?: number, at = new Date()) => requestRefund({ actor: manager, userId: manager.userId, orderId, reason: 'nobody wants them', seats, now: at });
const decision = () => ({ actor: admin, orderId, reason: 'by the policy', now: new Date() });
const ofSeat = async (email: string) => ({ actor: manager, seatId: await seatIdOf(manager, email), now: new Date() });
const returned = async () => {
  const transactions = (await shop.control('transactions')) as unknown as Array<{ is_refund: boolean; success: boolean; amount_cents: number }>;
  return transactions.filter((one) => one.is_refund && one.success).map((one) => one.amount_cents);
};

describe('a refund of seats', () => {
  it('N11 P7 free ones go back, each at what its line cost; the holders keep theirs, and another one can still be invited', async () => {
    await invite(manager, orderId, 'a@nile.example');
    const holder = await accept('a@nile.example');
    await wantBack(2);
    expect(await statesOf(manager)).toEqual(['accepted', 'free', 'free', 'refund-requested', 'refund-requested']);
    expect((await findCourseAccess({ actor: holder, courseSlug: 'course-a' })).state).toBe('open');
    await invite(manager, orderId, 'b@nile.example');
    expect(await approveRefund(decision())).toEqual({ status: 'paid' });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 2 * seatPiastres, needsReview: null });
    expect([await statesOf(manager), await openCourses(holder.userId), await returned()]).toEqual([['accepted', 'invited', 'free', 'refunded', 'refunded'], ['course-a'], [2 * seatPiastres]]);
    expect((await findReceipt(manager, orderId))?.creditNotes).toMatchObject([{ amountPiastres: 2 * seatPiastres, items: [{ quantity: 2, totalPiastres: 2 * seatPiastres }] }]);
    await expect(invite(manager, orderId, 'c@nile.example', 'd@nile.example')).rejects.toThrow();
  });

  it('N11 P7 the policy says of each seat why not: invited, held, used', async () => {
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example', 'c@nile.example');
    await accept('a@nile.example');
    await openLessonFirst({ actor: await accept('b@nile.example'), courseSlug: 'course-a', lesson: { file: '01.mp4', freePreview: false }, now: new Date() });
    const parts = (await listRefundStandings(manager, new Date())).get(orderId)?.parts.map(({ refusedBy }) => refusedBy);
    expect(parts).toEqual(['refund-seat-held', 'refund-seat-used', 'refund-seat-invited', null, null]);
    await expect(wantBack(3)).rejects.toMatchObject({ error: { issues: [{ path: ['seats'], message: 'returned_seats_free', params: { free: '2' } }] } });
    await takeBackSeat(await ofSeat('a@nile.example'));
    await withdrawInvitation(await ofSeat('c@nile.example'));
    await wantBack();
    await approveRefund(decision());
    expect([await statesOf(manager), await returned()]).toEqual([['refunded', 'accepted', 'refunded', 'refunded', 'refunded'], [4 * seatPiastres]]);
  });

  it('N11 P7 all of them used or late: refused', async () => {
    await expect(wantBack(undefined, inMinutes(31 * 24 * 60))).rejects.toMatchObject({ status: 422, key: 'refund-window' });
  });

  it('N11 P7 while it is asked for they can be neither offered nor taken; refused, they are free again', async () => {
    await invite(manager, orderId, 'a@nile.example');
    await wantBack();
    await expect(invite(manager, orderId, 'b@nile.example')).rejects.toThrow();
    await refuseRefund(decision());
    expect(await statesOf(manager)).toEqual(['invited', 'free', 'free', 'free', 'free']);
    await accept('a@nile.example');
  });

  it('N11 P7 the money of an invited seat never goes back while it is being accepted', async () => {
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example', 'c@nile.example', 'd@nile.example', 'e@nile.example');
    const token = await invitedToken('e@nile.example');
    const holder = await newBuyer();
    const withdrawn = ofSeat('e@nile.example').then((seat) => withdrawInvitation(seat)).then(() => wantBack());
    const [accepted, asked] = await Promise.allSettled([acceptSeat({ actor: holder, token, now: new Date() }), withdrawn]);
    expect([accepted.status, asked.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openCourses(holder.userId)).toEqual(accepted.status === 'fulfilled' ? ['course-a'] : []);
  });

  it('N11 P7 all of it given back at Paymob ends every holder\'s access, and no link works any more', async () => {
    await invite(manager, orderId, 'a@nile.example', 'b@nile.example');
    const holder = await accept('a@nile.example');
    const client = await db();
    const { paidChargeId } = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } });
    await shop.control(`transactions/${paidChargeId}/refund`, {});
    await reconcileOrder(admin, { orderId, reason: 'at the dashboard', now: new Date() });
    await until(() => standing(orderId), ({ status }) => status === 'refunded');
    expect([await openCourses(holder.userId), new Set(await statesOf(manager))]).toEqual([[], new Set(['refunded'])]);
    expect((await findInvitation(null, await invitedToken('b@nile.example')))?.state).toBe('closed');
    await expect(accept('b@nile.example')).rejects.toMatchObject({ status: 409, key: 'seat-closed' });
  });
});
