import { beforeEach, describe, expect, it } from 'vitest';
import {
  countLessonAccess,
  findCourseAccess,
  isLessonOpen,
  listOpenedLessons,
  recordFirstOpening,
} from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { grantOrder, revokeOrder } from '@/lib/orders/admin/order-actions';
import { reconcilePayments } from '@/lib/orders/settlement/reconcile';
import type { Actor } from '@/lib/permissions';
import {
  buildDecision,
  buy,
  checkOut,
  createAdministrator,
  createBuyer,
  createWorld,
  inMinutes,
  listRefundAmounts,
  pollUntil,
  readOrderState,
  readSecret,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import { approveRefund, refundByHand, refuseRefund, requestRefund } from './refund-requests';
import { runRefunds } from './run-refunds';

const shop = startShopOfFile();
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  admin = await createAdministrator();
});

const buyProduct = (scenario = 'paid', productKey = 'product-a', buyer = actor) =>
  buy(shop, buyer, { scenario, productKey });

const ask = (orderId: string, more: { now?: Date; actor?: Actor } = {}) =>
  requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', now: new Date(), ...more });
const open = (...files: string[]) =>
  Promise.all(
    files.map((file) =>
      recordFirstOpening({ actor, courseSlug: 'course-a', lesson: { file, freePreview: false }, now: new Date() }),
    ),
  );
const isOpen = async (file: string) =>
  isLessonOpen(await findCourseAccess({ actor, courseSlug: 'course-a' }), { file, freePreview: file === '00.mp4' });
const countOpened = async () =>
  (await countLessonAccess(await db(), { userId: actor.userId, courseSlug: 'course-a' })).accessed;
const requestOf = async (orderId: string) =>
  (await db()).refundRequest.findFirstOrThrow({
    where: { orderId },
    orderBy: { requestedAt: 'desc' },
    select: { status: true, attempts: true, creditNoteNumber: true, lastError: true, kind: true },
  });
const openBeforeAsking = (orderId: string) => {
  const lesson = open('04.mp4');
  return [ask(orderId), lesson];
};
const requestIdOf = async (orderId: string) =>
  (await (await db()).refundRequest.findFirstOrThrow({ where: { orderId }, select: { id: true } })).id;
const readLastAudit = async () =>
  (await db()).audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, detail: true } });
const countRefunds = async () => (await listRefundAmounts(shop)).length;

describe('a course that is bought again after a refund', () => {
  it('counts only lessons opened since the second purchase, even if the buyer had opened them before [P7]', async () => {
    const first = await buyProduct();
    await open('01.mp4', '02.mp4', '03.mp4');
    expect(await countOpened()).toBe(3);
    await ask(first);
    await approveRefund(buildDecision(admin, first));
    const second = await buyProduct();
    expect(await countOpened()).toBe(0);
    await open('01.mp4');
    expect([
      await countOpened(),
      (await listOpenedLessons({ userId: actor.userId, courseSlug: 'course-a' })).map(({ lesson }) => lesson),
    ]).toEqual([1, ['01.mp4']]);
    await ask(second);
    expect([await isOpen('01.mp4'), await isOpen('02.mp4')]).toEqual([true, false]);
    expect(await approveRefund(buildDecision(admin, second))).toEqual({ status: 'refunded' });
  });

  it('keeps the count when an admin revokes access and grants it again [P7]', async () => {
    const orderId = await buyProduct();
    await open('01.mp4', '02.mp4');
    await revokeOrder(admin, { orderId, reason: 'a check', now: new Date() });
    await grantOrder(admin, { orderId, reason: 'a check', now: new Date() });
    expect(await countOpened()).toBe(2);
  });
});

describe('a refund within the policy', () => {
  it('is requested, approved, sent once and confirmed by Paymob; access ends, with mail and credit note [P7]', async () => {
    const orderId = await buyProduct();
    const before = await countRefunds();
    await ask(orderId);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refund_requested', enrolments: 1 });
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'refunded' });
    expect(await readOrderState(orderId)).toEqual({
      status: 'refunded',
      needsReview: null,
      refunded: 129900,
      enrolments: 0,
      mails: ['receipt', 'refund-requested', 'refunded'],
    });
    expect(await requestOf(orderId)).toMatchObject({ status: 'done', attempts: 1, creditNoteNumber: 1 });
    await runRefunds({ now: inMinutes(60) });
    await reconcilePayments({ now: inMinutes(10) });
    expect(await countRefunds()).toBe(before + 1);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', enrolments: 0 });
  });

  it('a second request changes nothing; a refusal restores the order and mails the reason to the buyer [P7]', async () => {
    const orderId = await buyProduct();
    await ask(orderId);
    await ask(orderId);
    expect(await (await db()).refundRequest.count()).toBe(1);
    expect(await refuseRefund(buildDecision(admin, orderId))).toEqual({ status: 'paid' });
    expect(await readOrderState(orderId)).toMatchObject({
      enrolments: 1,
      mails: ['receipt', 'refund-requested', 'refund-refused'],
    });
    await expect(approveRefund(buildDecision(admin, orderId))).rejects.toMatchObject({ status: 409 });
  });

  it('names the rule that refuses a request [P7]', async () => {
    const orderId = await buyProduct('paid', 'product-sale');
    await expect(ask(orderId)).rejects.toMatchObject({ status: 422, key: 'refund-sale' });
    const client = await db();
    await client.order.update({ where: { id: orderId }, data: { refundableOnSale: true }, select: { id: true } });
    for (const lesson of ['01.mp4', '02.mp4', '03.mp4', '04.mp4']) {
      await open(lesson);
    }
    await expect(ask(orderId)).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
    await expect(ask(orderId, { now: inMinutes(31 * 24 * 60) })).rejects.toMatchObject({
      status: 422,
      key: 'refund-window',
    });
  });

  it('only the buyer requests it, and only an admin with a fresh sign-in decides [P7]', async () => {
    const orderId = await buyProduct();
    await expect(ask(orderId, { actor: await createBuyer() })).rejects.toMatchObject({ status: 403 });
    await ask(orderId);
    await expect(approveRefund({ ...buildDecision(admin, orderId), actor })).rejects.toMatchObject({
      status: 403,
      key: 'forbidden',
    });
    const stale = { ...admin, signedInAt: inMinutes(-20), totpAt: inMinutes(-20) };
    await expect(approveRefund({ ...buildDecision(admin, orderId), actor: stale })).rejects.toMatchObject({
      status: 403,
      key: 'step-up',
    });
  });
});

describe('lessons during a refund request', () => {
  it('a request closes unopened lessons, and a refusal opens them again [P7]', async () => {
    const orderId = await buyProduct();
    await open('01.mp4', '02.mp4');
    await ask(orderId);
    expect(await Promise.all(['00.mp4', '01.mp4', '02.mp4', '03.mp4'].map(isOpen))).toEqual([true, true, true, false]);
    await expect(open('03.mp4')).rejects.toMatchObject({ status: 403, key: 'refund-requested' });
    await open('01.mp4');
    expect(await countOpened()).toBe(2);
    await refuseRefund(buildDecision(admin, orderId));
    await open('03.mp4');
    expect(await isOpen('04.mp4')).toBe(true);
  });

  it('a request for an order that did not open the course closes no lesson [P7]', async () => {
    const orderId = await buyProduct();
    const client = await db();
    await client.enrolment.updateMany({ where: { orderId }, data: { orderId: null, source: 'admin' } });
    await ask(orderId);
    expect(await isOpen('05.mp4')).toBe(true);
  });

  it('approval checks the policy again, with the days at the time of the request and the lessons opened until now [P7]', async () => {
    const orderId = await buyProduct();
    const client = await db();
    await ask(orderId);
    const before = await requestIdOf(orderId);
    await client.order.update({
      where: { id: orderId },
      data: { paidAt: inMinutes(-29 * 24 * 60) },
      select: { id: true },
    });
    await client.lessonAccess.createMany({
      data: ['01', '02', '03', '04'].map((name) => ({
        userId: actor.userId,
        courseSlug: 'course-a',
        lesson: `${name}.mp4`,
      })),
    });
    const later = { ...admin, totpAt: inMinutes(5 * 24 * 60) };
    const late = { ...buildDecision(admin, orderId), actor: later, now: inMinutes(5 * 24 * 60) };
    await expect(approveRefund(late)).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
    expect(await requestOf(orderId)).toMatchObject({ status: 'requested' });
    await client.lessonAccess.deleteMany({ where: { lesson: '04.mp4' } });
    expect(await approveRefund(late)).toEqual({ status: 'refunded' });
    expect(await requestIdOf(orderId)).toBe(before);
    expect(await readLastAudit()).toMatchObject({ action: 'order.refund-approved', detail: { lessonsOpened: 3 } });
  });

  it('an approval against the policy needs an override, which the audit log and the timeline record [P7, O9]', async () => {
    const orderId = await buyProduct();
    await ask(orderId);
    const client = await db();
    await client.order.update({ where: { id: orderId }, data: { atSale: true }, select: { id: true } });
    await expect(approveRefund(buildDecision(admin, orderId))).rejects.toMatchObject({
      status: 422,
      key: 'refund-sale',
    });
    expect(await approveRefund({ ...buildDecision(admin, orderId), override: true })).toEqual({ status: 'refunded' });
    const detail = { reason: 'by the policy', lessonsOpened: 0, against: 'refund-sale' };
    expect(await readLastAudit()).toMatchObject({ action: 'order.refund-approved', detail });
    expect(
      await client.orderNote.findFirst({ where: { orderId, kind: 'refund-approved' }, select: { detail: true } }),
    ).toEqual({ detail });
  });

  it('a lesson opened at the moment of the request is either counted or stays closed [X30, P7]', async () => {
    const orderId = await buyProduct();
    await open('01.mp4', '02.mp4', '03.mp4');
    const client = await db();
    for (let round = 0; round < 8; round += 1) {
      const [asked, fourth] = await Promise.allSettled(
        round % 2 ? [ask(orderId), open('04.mp4')] : openBeforeAsking(orderId),
      );
      const { status } = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
      expect([await countOpened(), asked!.status, fourth!.status]).toEqual(
        status === 'paid' ? [4, 'rejected', 'fulfilled'] : [3, 'fulfilled', 'rejected'],
      );
      await client.lessonAccess.deleteMany({ where: { lesson: '04.mp4' } });
      if (status !== 'paid') await refuseRefund(buildDecision(admin, orderId));
    }
  });

  it('concurrent requests create one request and one mail [X30, P7]', async () => {
    const orderId = await buyProduct();
    await Promise.all(Array.from({ length: 6 }, () => ask(orderId)));
    expect(await (await db()).refundRequest.count()).toBe(1);
    expect((await readOrderState(orderId)).mails).toEqual(['receipt', 'refund-requested']);
  });

  it('concurrent approval and refusal result in one decision [X30, P7]', async () => {
    const orderId = await buyProduct();
    await ask(orderId);
    const decided = await Promise.allSettled([
      approveRefund(buildDecision(admin, orderId)),
      refuseRefund(buildDecision(admin, orderId)),
      approveRefund(buildDecision(admin, orderId)),
    ]);
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('Paymob errors', () => {
  it.each([
    ['an answer lost after the work', { op: 'refund', drop: 'after', times: 1 }],
    ['an answer lost before the work', { op: 'refund', drop: 'before', times: 1 }],
    ['an outage', { op: 'refund', status: 503, times: 1 }],
    ['a page instead of an answer', { op: 'refund', html: true, times: 1 }],
    ['a refund that is pending first', { op: 'refund', outcome: 'pending', settleMs: 1, times: 1 }],
  ])('%s results in exactly one refund [P7]', async (_name, fault) => {
    const orderId = await buyProduct();
    const before = await countRefunds();
    await ask(orderId);
    await shop.control('faults', fault);
    await approveRefund(buildDecision(admin, orderId));
    await shop.control('clock/advance', { ms: 5000 });
    await runRefunds({ now: inMinutes(5) });
    await runRefunds({ now: inMinutes(15) });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'refunded', enrolments: 0 });
    expect(await countRefunds()).toBe(before + 1);
  });

  it('flags a refusal by Paymob for review, and an admin can retry it [P7]', async () => {
    const orderId = await buyProduct();
    await ask(orderId);
    await shop.control('faults', { op: 'refund', outcome: 'refused', times: 1 });
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'refund_requested' });
    expect(await readOrderState(orderId)).toMatchObject({ needsReview: 'refund-failed', enrolments: 1 });
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'refunded' });
    expect(await readOrderState(orderId)).toMatchObject({ needsReview: null, enrolments: 0 });
  });

  it('a kiosk payment is refunded manually [P7]', async () => {
    const orderId = await buyProduct('kiosk-paid');
    await ask(orderId);
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'refund_requested' });
    await refundByHand(buildDecision(admin, orderId));
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'refunded',
      needsReview: null,
      enrolments: 0,
      mails: ['receipt', 'refund-requested', 'refunded'],
    });
  });
});

describe('refunds without a request', () => {
  it('a second charge of one order is refunded, and access stays [P5]', async () => {
    const orderId = await buyProduct('double-charge');
    await pollUntil(
      () => readOrderState(orderId),
      (one) => one.needsReview === 'double-charge',
    );
    const before = await countRefunds();
    await runRefunds({ now: inMinutes(1) });
    expect(await readOrderState(orderId)).toMatchObject({
      status: 'paid',
      needsReview: null,
      enrolments: 1,
      refunded: 0,
    });
    expect(await countRefunds()).toBe(before + 1);
    expect(await requestOf(orderId)).toMatchObject({ status: 'done', kind: 'double_charge' });
  });

  it('the second of two paid orders for the same course is refunded, and access stays with the first [P5]', async () => {
    const first = await checkOut(actor);
    const second = await checkOut(actor, { productKey: 'product-sale' });
    for (const { url, orderId } of [first, second]) {
      await shop.control(`intentions/${readSecret(url)}/complete`, { scenario: 'paid' });
      await waitForOrder(orderId);
    }
    await runRefunds({ now: inMinutes(1) });
    expect(await readOrderState(first.orderId)).toMatchObject({ status: 'paid', enrolments: 1 });
    expect(await readOrderState(second.orderId)).toMatchObject({ status: 'refunded', needsReview: null });
  });

  it('a refund made in Paymob’s dashboard ends access and gets a credit note [P7]', async () => {
    const orderId = await buyProduct('refunded-later');
    await shop.control('clock/advance', { ms: 5000 });
    await waitForOrder(orderId, 'refunded');
    expect(await readOrderState(orderId)).toMatchObject({
      enrolments: 0,
      refunded: 129900,
      mails: ['receipt', 'refunded'],
    });
    expect(await requestOf(orderId)).toMatchObject({ status: 'done', creditNoteNumber: 1 });
  });
});
