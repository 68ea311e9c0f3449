import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { grantOrder } from '@/lib/orders/admin/order-actions';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { findGift } from '@/lib/orders/gifts';
import { listRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import { approveRefund, refuseRefund } from '@/lib/orders/refunds/refund-requests';
import type { Actor } from '@/lib/permissions';
import {
  buyGift,
  changeGiftAs,
  gift,
  listNoteKinds,
  openGiftAs,
  readFirstPaymentCard,
  readGiftToken,
} from '@/tests/support/gifts';
import { readProblemKey, readProblemStatus } from '@/tests/support/problems';
import {
  askForRefund,
  buildDecision,
  buy,
  createAdministrator,
  createBuyer,
  createWorld,
  openCourses,
  pollUntil,
  readOrderState,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';

const shop = startShopOfFile();
let giver: Actor;
let friend: Actor;
let admin: Actor;

beforeEach(async () => {
  giver = await createWorld(shop);
  friend = await createBuyer();
  admin = await createAdministrator();
});

describe('opening a gift', () => {
  it('the recipient opens it by the link and gets the course; the giver sees when, and can no longer get a refund [N11]', async () => {
    const { orderId } = await buyGift(shop, giver);
    const token = await readGiftToken();
    expect(await findGift({ actor: null, token })).toMatchObject({
      giver: 'منى عادل',
      card: gift.card,
      refusal: null,
      isMine: false,
      courses: [{ slug: 'course-a', isOwned: false }],
    });
    expect(await readProblemStatus(openGiftAs(null, token))).toBe(401);
    expect(await openGiftAs(friend, token)).toEqual({ courseSlugs: ['course-a'] });
    expect([await openCourses(friend.userId), await openCourses(giver.userId)]).toEqual([['course-a'], []]);
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: 'gift-opened', isMine: true });
    expect(await openGiftAs(friend, token)).toEqual({ courseSlugs: ['course-a'] });
    expect(await readProblemKey(openGiftAs(giver, token))).toBe('gift-opened');
    expect((await readFirstPaymentCard(giver))?.gift?.openedAt).not.toBeNull();
    expect((await listRefundEligibility(giver, new Date())).get(orderId)).toMatchObject({ refusedBy: 'refund-opened' });
    expect(await readProblemKey(askForRefund(giver, orderId))).toBe('refund-opened');
    expect(await requireOrder(admin, orderId, new Date())).toMatchObject({
      purpose: 'gift',
      access: 'open',
      gift: { mails: 1, openedBy: { userId: friend.userId } },
    });
    expect(await listNoteKinds(orderId)).toEqual(expect.arrayContaining(['gift-sent', 'gift-opened', 'granted']));
    expect(await listPaidWithoutAccess()).toEqual([]);
    await (await db()).enrolment.deleteMany({ where: { userId: friend.userId } });
    expect(await listPaidWithoutAccess()).toMatchObject([{ orderId }]);
    await grantOrder(admin, { orderId, reason: 'a mistake', now: new Date() });
    expect(await openCourses(friend.userId)).toEqual(['course-a']);
  });

  it('only one of a hundred concurrent learners opens it [N11]', async () => {
    await buyGift(shop, giver);
    const token = await readGiftToken();
    const people = await Promise.all(Array.from({ length: 100 }, () => createBuyer()));
    const ends = await Promise.all(people.map((person) => readProblemKey(openGiftAs(person, token))));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['done', 'gift-opened']));
    expect(await (await db()).enrolment.count({ where: { revokedAt: null } })).toBe(1);
  });

  it('an owner of the course leaves the gift unopened for another learner, and gets the missing courses of a bundle [N11]', async () => {
    await stockBundle();
    await buy(shop, friend);
    await buyGift(shop, giver);
    const token = await readGiftToken();
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: 'gift-owned' });
    expect(await readProblemKey(openGiftAs(friend, token))).toBe('gift-owned');
    expect((await readFirstPaymentCard(giver))?.gift?.openedAt).toBeNull();
    await openGiftAs(await createBuyer(), token);
    await buyGift(shop, giver, { productKey: 'product-z-both' });
    await openGiftAs(friend, await readGiftToken());
    expect(await openCourses(friend.userId)).toEqual(['course-a', 'course-b']);
    expect(await (await db()).enrolment.count({ where: { userId: friend.userId, source: 'purchase' } })).toBe(2);
  });

  it('the giver can open it; an invented link opens nothing [N11]', async () => {
    await buyGift(shop, giver);
    expect(await readProblemStatus(openGiftAs(friend, 'made-up'))).toBe(404);
    expect(await findGift({ actor: friend, token: '' })).toBeNull();
    await openGiftAs(giver, await readGiftToken());
    expect(await openCourses(giver.userId)).toEqual(['course-a']);
  });
});

describe('refunding a gift', () => {
  it('the giver can get a refund before it is opened; from the request on, the link opens nothing and says so [N11, P7]', async () => {
    const { orderId } = await buyGift(shop, giver);
    const token = await readGiftToken();
    expect((await listRefundEligibility(giver, new Date())).get(orderId)).toMatchObject({
      refusedBy: null,
      lessonsUsed: 0,
    });
    await askForRefund(giver, orderId);
    expect(await readProblemKey(openGiftAs(friend, token))).toBe('gift-refund-requested');
    await refuseRefund(buildDecision(admin, orderId));
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: null });
    await askForRefund(giver, orderId);
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'refunded' });
    expect(await findGift({ actor: friend, token })).toMatchObject({ refusal: 'gift-returned' });
    expect(await readProblemKey(openGiftAs(friend, token))).toBe('gift-returned');
    expect(await readProblemKey(changeGiftAs(giver, orderId))).toBe('gift-closed');
    expect((await readOrderState(orderId)).mails).toEqual(
      expect.arrayContaining(['refund-requested', 'refund-refused', 'refunded']),
    );
  });

  it('either it is opened or it is refunded, even if both happen at once [N11, P7]', async () => {
    const ends = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) {
      const { orderId } = await buyGift(shop, giver, { details: { recipientEmail: `turn${turn}@example.com` } });
      const token = await readGiftToken();
      const person = await createBuyer();
      const [opened, asked] = await Promise.all([
        readProblemKey(openGiftAs(person, token)),
        readProblemKey(askForRefund(giver, orderId)),
      ]);
      ends.add([opened, asked].join(', '));
      expect(await openCourses(person.userId)).toEqual(opened === 'done' ? ['course-a'] : []);
    }
    for (const end of ends) expect(['done, refund-opened', 'gift-refund-requested, done']).toContain(end);
  });

  it('one course of a bundle can be refunded; the gift then contains the other one [N11, P7]', async () => {
    await stockBundle();
    const { orderId } = await buyGift(shop, giver, { productKey: 'product-z-both' });
    const token = await readGiftToken();
    await askForRefund(giver, orderId, 'course-a');
    await approveRefund(buildDecision(admin, orderId));
    await pollUntil(
      () => readOrderState(orderId),
      ({ refunded }) => refunded > 0,
    );
    expect((await findGift({ actor: friend, token }))?.courses.map(({ slug }) => slug)).toEqual(['course-b']);
    await openGiftAs(friend, token);
    expect(await openCourses(friend.userId)).toEqual(['course-b']);
  });

  it('the recipient loses the course if Paymob refunds the gift after it was opened [N11, P5]', async () => {
    const { orderId } = await buyGift(shop, giver);
    await openGiftAs(friend, await readGiftToken());
    const { paidChargeId } = await (
      await db()
    ).order.findUniqueOrThrow({ where: { id: orderId }, select: { paidChargeId: true } });
    await shop.control(`transactions/${paidChargeId}/refund`, {});
    await waitForOrder(orderId, 'refunded');
    expect(await openCourses(friend.userId)).toEqual([]);
  });
});
