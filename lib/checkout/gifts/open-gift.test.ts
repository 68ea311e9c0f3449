import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { grantOrder } from '@/lib/admin/orders/order-actions';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { approveRefund, refuseRefund } from '@/lib/checkout/refunds/decide-refund';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { db } from '@/lib/database/client';
import { buyGift, cardOf, change, gift, giftToken, noteKinds, open, wantBack } from '@/lib/testing/gifts';
import { problemKey, problemStatus } from '@/lib/testing/problem-status';
import { buy, newAdministrator, newBuyer, newWorld, openCourses, settled, shopOfThisFile, standing, stockBundle, until } from '@/lib/testing/shop';
import { findGift } from './open-gift';

const shop = shopOfThisFile();
let giver: Actor;
let friend: Actor;
let admin: Actor;

beforeEach(async () => {
  giver = await newWorld(shop);
  friend = await newBuyer();
  admin = await newAdministrator();
});

const decision = (orderId: string) => ({ actor: admin, orderId, reason: 'by the policy', now: new Date() });

describe('opening a gift', () => {
  it('N11 another person opens it by the link and has the course; the giver sees when, and gets nothing back', async () => {
    const { orderId } = await buyGift(shop, giver);
    const token = await giftToken();
    expect(await findGift({ actor: null, token })).toMatchObject({ giver: 'منى عادل', card: gift.card, refusal: null, isMine: false, courses: [{ slug: 'course-a', isOwned: false }] });
    expect(await problemStatus(open(null, token))).toBe(401);
    expect(await open(friend, token)).toEqual({ courseSlugs: ['course-a'] });
    expect([await openCourses(friend.userId), await openCourses(giver.userId)]).toEqual([['course-a'], []]);
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: 'gift-opened', isMine: true });
    expect(await open(friend, token)).toEqual({ courseSlugs: ['course-a'] });
    expect(await problemKey(open(giver, token))).toBe('gift-opened');
    expect((await cardOf(giver))?.gift?.openedAt).not.toBeNull();
    expect((await listRefundStandings(giver, new Date())).get(orderId)).toMatchObject({ refusedBy: 'refund-opened' });
    expect(await problemKey(wantBack(giver, orderId))).toBe('refund-opened');
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({ purpose: 'gift', access: 'open', gift: { mails: 1, openedBy: { userId: friend.userId } } });
    expect(await noteKinds(orderId)).toEqual(expect.arrayContaining(['gift-sent', 'gift-opened', 'granted']));
    expect(await listPaidWithoutAccess()).toEqual([]);
    await (await db()).enrolment.deleteMany({ where: { userId: friend.userId } });
    expect(await listPaidWithoutAccess()).toMatchObject([{ orderId }]);
    await grantOrder(admin, { orderId, reason: 'a mistake', now: new Date() });
    expect(await openCourses(friend.userId)).toEqual(['course-a']);
  });

  it('N11 of a hundred people at the same moment one opens it', async () => {
    await buyGift(shop, giver);
    const token = await giftToken();
    const people = await Promise.all(Array.from({ length: 100 }, () => newBuyer()));
    const ends = await Promise.all(people.map((person) => problemKey(open(person, token))));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['done', 'gift-opened']));
    expect(await (await db()).enrolment.count({ where: { revokedAt: null } })).toBe(1);
  });

  it('N11 who has the course leaves the gift unopened for somebody else; of a bundle the rest is opened', async () => {
    await stockBundle();
    await buy(shop, friend);
    await buyGift(shop, giver);
    const token = await giftToken();
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: 'gift-owned' });
    expect(await problemKey(open(friend, token))).toBe('gift-owned');
    expect((await cardOf(giver))?.gift?.openedAt).toBeNull();
    await open(await newBuyer(), token);
    await buyGift(shop, giver, { productKey: 'product-z-both' });
    await open(friend, await giftToken());
    expect(await openCourses(friend.userId)).toEqual(['course-a', 'course-b']);
    expect(await (await db()).enrolment.count({ where: { userId: friend.userId, source: 'purchase' } })).toBe(2);
  });

  it('N11 the giver may open it; nobody opens a made-up link', async () => {
    await buyGift(shop, giver);
    expect(await problemStatus(open(friend, 'made-up'))).toBe(404);
    expect(await findGift({ actor: friend, token: '' })).toBeNull();
    await open(giver, await giftToken());
    expect(await openCourses(giver.userId)).toEqual(['course-a']);
  });
});

describe('a gift that goes back', () => {
  it('N11 P7 before it is opened the giver is refunded; while that is asked, and after it, the link opens nothing and says so', async () => {
    const { orderId } = await buyGift(shop, giver);
    const token = await giftToken();
    expect((await listRefundStandings(giver, new Date())).get(orderId)).toMatchObject({ refusedBy: null, lessonsUsed: 0 });
    await wantBack(giver, orderId);
    expect(await problemKey(open(friend, token))).toBe('gift-refund-requested');
    await refuseRefund(decision(orderId));
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: null });
    await wantBack(giver, orderId);
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'refunded' });
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: 'gift-returned' });
    expect(await problemKey(open(friend, token))).toBe('gift-returned');
    expect(await problemKey(change(giver, orderId))).toBe('gift-closed');
    expect((await standing(orderId)).mails).toEqual(expect.arrayContaining(['refund-requested', 'refund-refused', 'refunded']));
  });

  it('N11 P7 either it is opened or it goes back, also when both are asked at once', async () => {
    const ends = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) {
      const { orderId } = await buyGift(shop, giver, { details: { recipientEmail: `turn${turn}@example.com` } });
      const token = await giftToken();
      const person = await newBuyer();
      const [opened, asked] = await Promise.all([problemKey(open(person, token)), problemKey(wantBack(giver, orderId))]);
      ends.add([opened, asked].join(', '));
      expect(await openCourses(person.userId)).toEqual(opened === 'done' ? ['course-a'] : []);
    }
    for (const end of ends) expect(['done, refund-opened', 'gift-refund-requested, done']).toContain(end);
  });

  it('N11 P7 of a bundle one course goes back, and the gift is the other', async () => {
    await stockBundle();
    const { orderId } = await buyGift(shop, giver, { productKey: 'product-z-both' });
    const token = await giftToken();
    await wantBack(giver, orderId, 'course-a');
    await approveRefund(decision(orderId));
    await until(() => standing(orderId), ({ refunded }) => refunded > 0);
    expect((await findGift({ actor: friend, token }))?.courses.map(({ slug }) => slug)).toEqual(['course-b']);
    await open(friend, token);
    expect(await openCourses(friend.userId)).toEqual(['course-b']);
  });

  it('N11 P5 refunded at Paymob after it was opened, the recipient loses the course', async () => {
    const { orderId } = await buyGift(shop, giver);
    await open(friend, await giftToken());
    const { paidChargeId } = await (await db()).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } });
    await shop.control(`transactions/${paidChargeId}/refund`, {});
    await settled(orderId, 'refunded');
    expect(await openCourses(friend.userId)).toEqual([]);
  });
});
