import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { countLessonAccess, findCourseAccess, isLessonOpen, listOpenedLessons, openLessonFirst } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { billing, buy, inMinutes, newAdministrator, newBuyer, newWorld, secretOf, shopOfThisFile, standing, until } from '@/lib/testing/shop';
import { grantOrder, revokeOrder } from '@/lib/admin/orders/order-actions';
import { refundByHand } from './refund-by-hand';
import { approveRefund, refuseRefund } from './decide-refund';
import { requestRefund } from './request-refund';
import { reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { runRefunds } from './run-refunds';
import { startCheckout } from '@/lib/checkout/purchase/start-checkout';

const shop = shopOfThisFile();
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  admin = await newAdministrator();
});


const bought = (scenario = 'paid', productKey = 'product-a', buyer = actor) => buy(shop, buyer, { scenario, productKey });

const ask = (orderId: string, more: { now?: Date; actor?: Actor } = {}) =>
  requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', now: new Date(), ...more });
const open = (...files: string[]) =>
  Promise.all(files.map((file) => openLessonFirst({ actor, courseSlug: 'course-a', lesson: { file, freePreview: false }, now: new Date() })));
const isOpen = async (file: string) => isLessonOpen(await findCourseAccess({ actor, courseSlug: 'course-a' }), { file, freePreview: file === '00.mp4' });
const opened = async () => (await countLessonAccess(await db(), { userId: actor.userId, courseSlug: 'course-a' })).accessed;
const decision = (orderId: string) => ({ actor: admin, orderId, reason: 'by the policy', now: new Date() });
const requestOf = async (orderId: string) =>
  (await db()).refundRequest.findFirstOrThrow({
    where: { orderId }, orderBy: { requestedAt: 'desc' },
    select: { status: true, attempts: true, creditNoteNumber: true, lastError: true, doubleCharge: true },
  });
const inOtherOrder = (orderId: string) => {
  const lesson = open('04.mp4');
  return [ask(orderId), lesson];
};
const requestIdOf = async (orderId: string) => (await (await db()).refundRequest.findFirstOrThrow({ where: { orderId }, select: { id: true } })).id;
const lastAudit = async () => (await db()).audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, detail: true } });
const paymobKeeps = async () => {
  const transactions = (await shop.control('transactions')) as unknown as Array<{ is_refund: boolean; success: boolean }>;
  return transactions.filter((one) => one.is_refund && one.success).length;
};

describe('a course that is bought again after a refund', () => {
  it('counts the lessons of the second purchase alone, also those that were opened before [P7]', async () => {
    const first = await bought();
    await open('01.mp4', '02.mp4', '03.mp4');
    expect(await opened()).toBe(3);
    await ask(first);
    await approveRefund(decision(first));
    const second = await bought();
    expect(await opened()).toBe(0);
    await open('01.mp4');
    expect([await opened(), (await listOpenedLessons({ userId: actor.userId, courseSlug: 'course-a' })).map(({ lesson }) => lesson)]).toEqual([1, ['01.mp4']]);
    await ask(second);
    expect([await isOpen('01.mp4'), await isOpen('02.mp4')]).toEqual([true, false]);
    expect(await approveRefund(decision(second))).toEqual({ status: 'refunded' });
  });

  it('goes on counting where an administrator closed a course and opened it again [P7]', async () => {
    const orderId = await bought();
    await open('01.mp4', '02.mp4');
    await revokeOrder(admin, { orderId, reason: 'a check', now: new Date() });
    await grantOrder(admin, { orderId, reason: 'a check', now: new Date() });
    expect(await opened()).toBe(2);
  });
});

describe('a refund by the policy', () => {
  it('P7 asked, approved, sent once, confirmed by Paymob: access ends, with mail and credit note', async () => {
    const orderId = await bought();
    const before = await paymobKeeps();
    await ask(orderId);
    expect(await standing(orderId)).toMatchObject({ status: 'refund_requested', enrolments: 1 });
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'refunded' });
    expect(await standing(orderId)).toEqual({
      status: 'refunded', needsReview: null, refunded: 129900, enrolments: 0, mails: ['receipt', 'refund-requested', 'refunded'],
    });
    expect(await requestOf(orderId)).toMatchObject({ status: 'done', attempts: 1, creditNoteNumber: 1 });
    await runRefunds({ now: inMinutes(60) });
    await reconcilePayments({ now: inMinutes(10) });
    expect(await paymobKeeps()).toBe(before + 1);
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', enrolments: 0 });
  });

  it('P7 asking twice is one request; refused, the order is as before and the reason is mailed', async () => {
    const orderId = await bought();
    await ask(orderId);
    await ask(orderId);
    expect(await (await db()).refundRequest.count()).toBe(1);
    expect(await refuseRefund(decision(orderId))).toEqual({ status: 'paid' });
    expect(await standing(orderId)).toMatchObject({ enrolments: 1, mails: ['receipt', 'refund-requested', 'refund-refused'] });
    await expect(approveRefund(decision(orderId))).rejects.toMatchObject({ status: 409 });
  });

  it('P7 names the rule that refuses', async () => {
    const orderId = await bought('paid', 'product-sale');
    await expect(ask(orderId)).rejects.toMatchObject({ status: 422, key: 'refund-sale' });
    const client = await db();
    await client.order.update({ where: { id: orderId }, data: { refundableOnSale: true }, select: { id: true } });
    for (const lesson of ['01.mp4', '02.mp4', '03.mp4', '04.mp4']) {
      await open(lesson);
    }
    await expect(ask(orderId)).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
    await expect(ask(orderId, { now: inMinutes(31 * 24 * 60) })).rejects.toMatchObject({ status: 422, key: 'refund-window' });
  });

  it('P7 only the buyer asks, only an administrator with a recent proof decides', async () => {
    const orderId = await bought();
    await expect(ask(orderId, { actor: await newBuyer() })).rejects.toMatchObject({ status: 403 });
    await ask(orderId);
    await expect(approveRefund({ ...decision(orderId), actor })).rejects.toMatchObject({ status: 403, key: 'forbidden' });
    const stale = { ...admin, signedInAt: inMinutes(-20), totpAt: inMinutes(-20) };
    await expect(approveRefund({ ...decision(orderId), actor: stale })).rejects.toMatchObject({ status: 403, key: 'step-up' });
  });
});

describe('lessons while a refund is asked for', () => {
  it('P7 asking closes what was not opened; a refusal opens it again', async () => {
    const orderId = await bought();
    await open('01.mp4', '02.mp4');
    await ask(orderId);
    expect(await Promise.all(['00.mp4', '01.mp4', '02.mp4', '03.mp4'].map(isOpen))).toEqual([true, true, true, false]);
    await expect(open('03.mp4')).rejects.toMatchObject({ status: 403, key: 'refund-requested' });
    await open('01.mp4');
    expect(await opened()).toBe(2);
    await refuseRefund(decision(orderId));
    await open('03.mp4');
    expect(await isOpen('04.mp4')).toBe(true);
  });

  it('P7 the course stays whole when it was another order that opened it', async () => {
    const orderId = await bought();
    const client = await db();
    await client.enrolment.updateMany({ where: { orderId }, data: { orderId: null, source: 'admin' } });
    await ask(orderId);
    expect(await isOpen('05.mp4')).toBe(true);
  });

  it('P7 approval looks at the policy again: the days at the time of asking, the lessons until now', async () => {
    const orderId = await bought();
    const client = await db();
    await ask(orderId);
    const before = await requestIdOf(orderId);
    await client.order.update({ where: { id: orderId }, data: { paidAt: inMinutes(-29 * 24 * 60) }, select: { id: true } });
    await client.lessonAccess.createMany({ data: ['01', '02', '03', '04'].map((name) => ({ userId: actor.userId, courseSlug: 'course-a', lesson: `${name}.mp4` })) });
    const later = { ...admin, totpAt: inMinutes(5 * 24 * 60) };
    const late = { ...decision(orderId), actor: later, now: inMinutes(5 * 24 * 60) };
    await expect(approveRefund(late)).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
    expect(await requestOf(orderId)).toMatchObject({ status: 'requested' });
    await client.lessonAccess.deleteMany({ where: { lesson: '04.mp4' } });
    expect(await approveRefund(late)).toEqual({ status: 'refunded' });
    expect(await requestIdOf(orderId)).toBe(before);
    expect(await lastAudit()).toMatchObject({ action: 'order.refund-approved', detail: { lessonsOpened: 3 } });
  });

  it('P7 O9 against the policy only by an override, which the audit log and the timeline name', async () => {
    const orderId = await bought();
    await ask(orderId);
    const client = await db();
    await client.order.update({ where: { id: orderId }, data: { atSale: true }, select: { id: true } });
    await expect(approveRefund(decision(orderId))).rejects.toMatchObject({ status: 422, key: 'refund-sale' });
    expect(await approveRefund({ ...decision(orderId), override: true })).toEqual({ status: 'refunded' });
    const detail = { reason: 'by the policy', lessonsOpened: 0, against: 'refund-sale' };
    expect(await lastAudit()).toMatchObject({ action: 'order.refund-approved', detail });
    expect(await client.orderNote.findFirst({ where: { orderId, kind: 'refund-approved' }, select: { detail: true } })).toEqual({ detail });
  });

  it('X30 P7 a lesson opened at the moment of asking is either counted or stays closed', async () => {
    const orderId = await bought();
    await open('01.mp4', '02.mp4', '03.mp4');
    const client = await db();
    for (let round = 0; round < 8; round += 1) {
      const [asked, fourth] = await Promise.allSettled(round % 2 ? [ask(orderId), open('04.mp4')] : inOtherOrder(orderId));
      const { status } = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
      expect([await opened(), asked!.status, fourth!.status]).toEqual(status === 'paid' ? [4, 'rejected', 'fulfilled'] : [3, 'fulfilled', 'rejected']);
      await client.lessonAccess.deleteMany({ where: { lesson: '04.mp4' } });
      if (status !== 'paid') await refuseRefund(decision(orderId));
    }
  });

  it('X30 P7 many requests at once are one request and one mail', async () => {
    const orderId = await bought();
    await Promise.all(Array.from({ length: 6 }, () => ask(orderId)));
    expect(await (await db()).refundRequest.count()).toBe(1);
    expect((await standing(orderId)).mails).toEqual(['receipt', 'refund-requested']);
  });

  it('X30 P7 approved and refused at once is one decision', async () => {
    const orderId = await bought();
    await ask(orderId);
    const decided = await Promise.allSettled([approveRefund(decision(orderId)), refuseRefund(decision(orderId)), approveRefund(decision(orderId))]);
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('Paymob in trouble', () => {
  it.each([
    ['an answer lost after the work', { op: 'refund', drop: 'after', times: 1 }],
    ['an answer lost before the work', { op: 'refund', drop: 'before', times: 1 }],
    ['an outage', { op: 'refund', status: 503, times: 1 }],
    ['a page instead of an answer', { op: 'refund', html: true, times: 1 }],
    ['a refund that is pending first', { op: 'refund', outcome: 'pending', settleMs: 1, times: 1 }],
  ])('P7 %s ends in one refund', async (_name, fault) => {
    const orderId = await bought();
    const before = await paymobKeeps();
    await ask(orderId);
    await shop.control('faults', fault);
    await approveRefund(decision(orderId));
    await shop.control('clock/advance', { ms: 5000 });
    await runRefunds({ now: inMinutes(5) });
    await runRefunds({ now: inMinutes(15) });
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', enrolments: 0 });
    expect(await paymobKeeps()).toBe(before + 1);
  });

  it('P7 a refusal of Paymob is shown to a person and may be tried again', async () => {
    const orderId = await bought();
    await ask(orderId);
    await shop.control('faults', { op: 'refund', outcome: 'refused', times: 1 });
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'refund_requested' });
    expect(await standing(orderId)).toMatchObject({ needsReview: 'refund-failed', enrolments: 1 });
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'refunded' });
    expect(await standing(orderId)).toMatchObject({ needsReview: null, enrolments: 0 });
  });

  it('P7 a kiosk payment is paid back by hand', async () => {
    const orderId = await bought('kiosk-paid');
    await ask(orderId);
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'refund_requested' });
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'refunded', needsReview: null, enrolments: 0, mails: ['receipt', 'refund-requested', 'refunded'] });
  });
});

describe('money nobody owes us', () => {
  it('P5 a second charge of one order goes back, access stays', async () => {
    const orderId = await bought('double-charge');
    await until(() => standing(orderId), (one) => one.needsReview === 'double-charge');
    const before = await paymobKeeps();
    await runRefunds({ now: inMinutes(1) });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', needsReview: null, enrolments: 1, refunded: 0 });
    expect(await paymobKeeps()).toBe(before + 1);
    expect(await requestOf(orderId)).toMatchObject({ status: 'done', doubleCharge: true });
  });

  it('P5 the same course paid on two orders: the second goes back, access stays with the first', async () => {
    const first = await startCheckout({ actor, productKey: 'product-a', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date() });
    const second = await startCheckout({ actor, productKey: 'product-sale', purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date() });
    for (const { url, orderId } of [first, second]) {
      await shop.control(`intentions/${secretOf(url)}/complete`, { scenario: 'paid' });
      await until(() => standing(orderId), (one) => one.status === 'paid');
    }
    await runRefunds({ now: inMinutes(1) });
    expect(await standing(first.orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
    expect(await standing(second.orderId)).toMatchObject({ status: 'refunded', needsReview: null });
  });

  it('P7 a refund made at Paymob itself ends access and gets a credit note', async () => {
    const orderId = await bought('refunded-later');
    await shop.control('clock/advance', { ms: 5000 });
    await until(() => standing(orderId), (one) => one.status === 'refunded');
    expect(await standing(orderId)).toMatchObject({ enrolments: 0, refunded: 129900, mails: ['receipt', 'refunded'] });
    expect(await requestOf(orderId)).toMatchObject({ status: 'done', creditNoteNumber: 1 });
  });
});
