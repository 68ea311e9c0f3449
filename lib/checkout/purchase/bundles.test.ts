import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { requireOrder } from '@/lib/admin/orders/order-details';
import { listOrders } from '@/lib/admin/orders/order-list';
import { listMyPaymentCards } from '@/lib/checkout/orders/my-payments';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { findReceipt } from '@/lib/checkout/receipts/find-receipt';
import { approveRefund } from '@/lib/checkout/refunds/decide-refund';
import { refundByHand } from '@/lib/checkout/refunds/refund-by-hand';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { requestRefund } from '@/lib/checkout/refunds/request-refund';
import { runRefunds } from '@/lib/checkout/refunds/run-refunds';
import { findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { findCourseAccess, openLessonFirst } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { buyGift } from '@/lib/testing/gifts';
import { exportOf } from '@/lib/testing/personal-export';
import { buySeats } from '@/lib/testing/seats';
import { billing, buy, inMinutes, newAdministrator, newBuyer, newWorld, openCourses, pay, settled, shopOfThisFile, standing, stockBundle, until } from '@/lib/testing/shop';
import { findOffer } from './offer';
import { ownsProduct, viewProduct, viewProducts } from './products';
import { startCheckout } from './start-checkout';

const shop = shopOfThisFile();
const bundle = 'product-z-both';
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await newWorld(shop);
  await stockBundle();
  admin = await newAdministrator();
});

const ask = (productKey = bundle) => startCheckout({ actor, productKey, purchaseFor: { kind: 'self' }, billing, address: 'x', lang: 'ar', now: new Date() });
const offer = async () => findOffer({ actor, productKey: bundle, purchaseFor: { kind: 'self' }, coupon: '', address: 'x', now: new Date() });
const linesOf = async (orderId: string) =>
  (await db()).orderLine.findMany({ where: { orderId }, orderBy: { position: 'asc' }, select: { courseSlug: true, productKey: true, totalPiastres: true } });
const open = (courseSlug: string, count: number) => Promise.all(Array.from({ length: count }, (_, at) =>
  openLessonFirst({ actor, courseSlug, lesson: { file: `0${at + 1}.mp4`, freePreview: false }, now: new Date() })));
const wantBack = (orderId: string, courseName?: string) => requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', courseName, now: new Date() });
const decision = (orderId: string) => ({ actor: admin, orderId, reason: 'by the policy', now: new Date() });
const accessTo = async (courseSlug: string) => (await findCourseAccess({ actor, courseSlug })).state;
const returned = async () => {
  const transactions = (await shop.control('transactions')) as unknown as Array<{ is_refund: boolean; success: boolean; amount_cents: number }>;
  return transactions.filter((one) => one.is_refund && one.success).map((one) => one.amount_cents);
};

describe('buying a bundle', () => {
  it('N11 O6 lists mark orders of bundles, gifts and teams, and administration finds them', async () => {
    const [together, given, team, alone] = [await buy(shop, actor, { productKey: bundle }), (await buyGift(shop, actor)).orderId, await buySeats(shop, actor, 2, 'product-b'), await buy(shop, await newBuyer())];
    const found = async (status?: 'bundle' | 'gift' | 'seats') => (await listOrders(admin, { status, page: 1 })).rows.map(({ orderId }) => orderId);
    expect([await found('bundle'), await found('gift'), await found('seats'), (await found()).length]).toEqual([[together], [given], [team], 4]);
    const kinds = (rows: ReadonlyArray<{ orderId: string; purpose: string; isBundle: boolean }>) => Object.fromEntries(rows.map(({ orderId, purpose, isBundle }) => [orderId, [purpose, isBundle]]));
    const own = { [together]: ['self', true], [given]: ['gift', false], [team]: ['seats', false] };
    expect(kinds(await listMyPaymentCards(actor))).toEqual(own);
    expect(kinds((await listOrders(admin, { page: 1 })).rows)).toEqual({ ...own, [alone]: ['self', false] });
  });

  it('N11 S6 is one product of several courses, beside those that are sold alone', async () => {
    expect((await viewProducts('ar')).map(({ key }) => key)).toEqual(['product-a', 'product-b', 'product-sale', bundle]);
    expect(await viewProduct(bundle, 'ar')).toMatchObject({ amount: 111_920, courseName: 'course-a', courseNames: ['course-a', 'course-b'] });
    expect(await viewProduct('product-a', 'ar')).not.toHaveProperty('courseNames');
    expect((await findProductOfCourse('course-b'))?.key).toBe('product-b');
  });

  it('N11 P6 opens every course by one payment, with a line a course, one receipt, and nothing missing', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
    expect(await linesOf(orderId)).toEqual([
      { courseSlug: 'course-a', productKey: bundle, totalPiastres: 103_920 }, { courseSlug: 'course-b', productKey: bundle, totalPiastres: 8000 },
    ]);
    expect((await standing(orderId)).mails).toEqual(['receipt']);
    expect((await findReceipt(actor, orderId))?.items).toHaveLength(2);
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect(await ownsProduct({ actor, userId: actor.userId, product: { productKey: bundle } })).toBe(true);
    await expect(ask()).rejects.toMatchObject({ status: 409, key: 'course-owned' });
  });

  it('N11 names what is owned, leaves it out, and takes its part off the price', async () => {
    expect(await offer()).toMatchObject({ kind: 'buy', owned: [], price: { totalPiastres: 111_920 }, lessons: 13 });
    await buy(shop, actor);
    expect(await offer()).toMatchObject({ kind: 'buy', owned: ['course-a'], price: { totalPiastres: 8000 }, lessons: 6 });
    expect(await ownsProduct({ actor, userId: actor.userId, product: { productKey: bundle } })).toBe(false);
    const orderId = await buy(shop, actor, { productKey: bundle });
    expect(await linesOf(orderId)).toEqual([{ courseSlug: 'course-b', productKey: bundle, totalPiastres: 8000 }]);
    expect(await offer()).toMatchObject({ kind: 'owned' });
  });

  it('N11 an order that waits is not used again once it is for something else', async () => {
    const first = await ask();
    expect((await ask()).orderId).toBe(first.orderId);
    await buy(shop, actor, { productKey: 'product-b' });
    expect((await ask()).orderId).not.toBe(first.orderId);
  });

  it('N11 P5 a course that was bought otherwise meanwhile goes back by itself, the others are opened', async () => {
    const { orderId, url } = await ask();
    await buy(shop, actor, { productKey: 'product-b' });
    await pay(shop, url);
    await settled(orderId);
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
    await runRefunds({ now: inMinutes(1) });
    expect(await until(() => standing(orderId), ({ refunded }) => refunded > 0)).toMatchObject({ status: 'paid', refunded: 8000, needsReview: null });
    expect(await returned()).toEqual([8000]);
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
    expect((await standing(orderId)).mails).toEqual(['receipt', 'receipt', 'double-purchase', 'refunded']);
  });

  it('N11 a failed order can be tried again while a course of it is missing', async () => {
    const { orderId, url } = await ask();
    await pay(shop, url, 'declined');
    await settled(orderId, 'failed');
    await buy(shop, actor);
    expect((await listMyPaymentCards(actor)).find((payment) => payment.orderId === orderId)).toMatchObject({ canRetry: true });
  });
});

describe('a refund of a bundle', () => {
  it('N11 P7 unused, all of it goes back', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    await wantBack(orderId);
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'refunded' });
    expect(await openCourses(actor.userId)).toEqual([]);
    expect(await returned()).toEqual([111_920]);
  });

  it('N11 P7 the part of a used course is refused, the other one goes back: only its lessons close, and only it ends', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    await open('course-a', 4);
    await open('course-b', 1);
    expect((await listRefundStandings(actor, new Date())).get(orderId)).toMatchObject({
      refusedBy: null, parts: [{ courseSlug: 'course-a', refusedBy: 'refund-lessons' }, { courseSlug: 'course-b', refusedBy: null, amountPiastres: 8000 }],
    });
    await expect(wantBack(orderId, 'course-a')).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
    await wantBack(orderId);
    expect([await accessTo('course-a'), await accessTo('course-b')]).toEqual(['open', 'refund-requested']);
    expect(await approveRefund(decision(orderId))).toEqual({ status: 'paid' });
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 8000, needsReview: null });
    expect(await openCourses(actor.userId)).toEqual(['course-a']);
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect((await requireOrder(admin, orderId, new Date())).refunds).toMatchObject([{ status: 'done', amount: 8000, standing: { refusedBy: null, parts: [{ courseSlug: 'course-b', lessonsUsed: 1 }] } }]);
    await expect(wantBack(orderId)).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
  });

  it('N11 P7 course by course, each is sent once, with a credit note of its own', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    await wantBack(orderId, 'course-b');
    expect(await exportOf(actor, actor.userId, new Date())).toMatchObject({
      orders: [{ lines: [{ courseSlug: 'course-a' }, { courseSlug: 'course-b' }] }], refundRequests: [{ lines: [{ amountPiastres: 8000, line: { courseSlug: 'course-b' } }] }],
    });
    await approveRefund(decision(orderId));
    expect((await listRefundStandings(actor, new Date())).get(orderId)).toMatchObject({ parts: [{ courseSlug: 'course-a' }] });
    await wantBack(orderId);
    // The answer of the second one is lost: its look-up must not find the first one.
    await shop.control('faults', { op: 'refund', drop: 'after', times: 1 });
    await approveRefund(decision(orderId));
    await runRefunds({ now: inMinutes(10) });
    expect(await until(() => standing(orderId), ({ status }) => status === 'refunded')).toMatchObject({ refunded: 111_920 });
    expect(await returned()).toEqual([8000, 103_920]);
    expect((await findReceipt(actor, orderId))?.creditNotes.map(({ label, amountPiastres, items }) => [label, amountPiastres, items.map(({ text }) => text.ar)]))
      .toEqual([['CN-000001', 8000, ['B']], ['CN-000002', 103_920, ['A']]]);
    expect(await openCourses(actor.userId)).toEqual([]);
  });

  it('N11 P7 a part that was transferred by hand ends that part only', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle, scenario: 'kiosk-paid' });
    await wantBack(orderId, 'course-b');
    await approveRefund(decision(orderId));
    await refundByHand(decision(orderId));
    expect(await standing(orderId)).toMatchObject({ status: 'paid', refunded: 8000 });
    expect(await openCourses(actor.userId)).toEqual(['course-a']);
  });
});
