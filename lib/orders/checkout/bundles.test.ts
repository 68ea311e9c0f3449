import { beforeEach, describe, expect, it } from 'vitest';
import { findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { findCourseAccess, recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { listOrders, listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { listMyPaymentCards } from '@/lib/orders/list-payments';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { listRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import { approveRefund, refundByHand } from '@/lib/orders/refunds/refund-requests';
import { runRefunds } from '@/lib/orders/refunds/run-refunds';
import type { Actor } from '@/lib/permissions';
import { buyGift } from '@/tests/support/gifts';
import { exportOf } from '@/tests/support/personal-export';
import { buySeats } from '@/tests/support/seats';
import {
  askForRefund,
  buildDecision,
  buy,
  checkOut,
  createAdministrator,
  createBuyer,
  createWorld,
  findOfferFor,
  inMinutes,
  listRefundAmounts,
  openCourses,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  stockBundle,
  waitForOrder,
} from '@/tests/support/shop';
import { listProductViews, ownsProduct, readProductView } from './products';

const shop = startShopOfFile();
const bundle = 'product-z-both';
let actor: Actor;
let admin: Actor;

beforeEach(async () => {
  actor = await createWorld(shop);
  await stockBundle();
  admin = await createAdministrator();
});

const ask = (productKey = bundle) => checkOut(actor, { productKey });
const offer = async () => findOfferFor(actor, { productKey: bundle });
const listLines = async (orderId: string) =>
  (await db()).orderLine.findMany({
    where: { orderId },
    orderBy: { position: 'asc' },
    select: { courseSlug: true, productKey: true, totalPiastres: true },
  });
const open = (courseSlug: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      recordFirstOpening({
        actor,
        courseSlug,
        lesson: { file: `0${index + 1}.mp4`, freePreview: false },
        now: new Date(),
      }),
    ),
  );
const readAccess = async (courseSlug: string) => (await findCourseAccess({ actor, courseSlug })).state;

describe('buying a bundle', () => {
  it('payments and the admin list mark orders of bundles, gifts and teams, and an admin can filter by them [N11, O6]', async () => {
    const [together, given, team, alone] = [
      await buy(shop, actor, { productKey: bundle }),
      (await buyGift(shop, actor)).orderId,
      await buySeats(shop, actor, 2, 'product-b'),
      await buy(shop, await createBuyer()),
    ];
    const findOrders = async (status?: 'bundle' | 'gift' | 'seats') =>
      (await listOrders(admin, { status, page: 1 })).rows.map(({ orderId }) => orderId);
    expect([
      await findOrders('bundle'),
      await findOrders('gift'),
      await findOrders('seats'),
      (await findOrders()).length,
    ]).toEqual([[together], [given], [team], 4]);
    const pickKinds = (rows: ReadonlyArray<{ orderId: string; purpose: string; isBundle: boolean }>) =>
      Object.fromEntries(rows.map(({ orderId, purpose, isBundle }) => [orderId, [purpose, isBundle]]));
    const own = { [together]: ['self', true], [given]: ['gift', false], [team]: ['seats', false] };
    expect(pickKinds(await listMyPaymentCards(actor))).toEqual(own);
    expect(pickKinds((await listOrders(admin, { page: 1 })).rows)).toEqual({ ...own, [alone]: ['self', false] });
  });

  it('is one product of several courses, listed beside the separate products [N11, S6]', async () => {
    expect((await listProductViews('ar')).map(({ key }) => key)).toEqual([
      'product-a',
      'product-b',
      'product-sale',
      bundle,
    ]);
    expect(await readProductView(bundle, 'ar')).toMatchObject({
      amount: 111_920,
      courseName: 'course-a',
      courseNames: ['course-a', 'course-b'],
    });
    expect(await readProductView('product-a', 'ar')).not.toHaveProperty('courseNames');
    expect((await findProductOfCourse('course-b'))?.key).toBe('product-b');
  });

  it('opens every course with one payment, with a line for each course and one receipt [N11, P6]', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
    expect(await listLines(orderId)).toEqual([
      { courseSlug: 'course-a', productKey: bundle, totalPiastres: 103_920 },
      { courseSlug: 'course-b', productKey: bundle, totalPiastres: 8000 },
    ]);
    expect((await readOrderState(orderId)).mails).toEqual(['receipt']);
    expect((await findReceipt(actor, orderId))?.items).toHaveLength(2);
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect(await ownsProduct({ actor, userId: actor.userId, product: { productKey: bundle } })).toBe(true);
    await expect(ask()).rejects.toMatchObject({ status: 409, key: 'course-owned' });
  });

  it('names courses that the buyer owns, leaves them out and deducts their share of the price [N11]', async () => {
    expect(await offer()).toMatchObject({ kind: 'buy', owned: [], price: { totalPiastres: 111_920 }, lessons: 13 });
    await buy(shop, actor);
    expect(await offer()).toMatchObject({
      kind: 'buy',
      owned: ['course-a'],
      price: { totalPiastres: 8000 },
      lessons: 6,
    });
    expect(await ownsProduct({ actor, userId: actor.userId, product: { productKey: bundle } })).toBe(false);
    const orderId = await buy(shop, actor, { productKey: bundle });
    expect(await listLines(orderId)).toEqual([{ courseSlug: 'course-b', productKey: bundle, totalPiastres: 8000 }]);
    expect(await offer()).toMatchObject({ kind: 'owned' });
  });

  it('charges the owner of the other courses for a course that is not sold separately [N11]', async () => {
    await buy(shop, actor);
    await (await db()).product.update({ where: { key: 'product-b' }, data: { active: false }, select: { key: true } });
    expect(await offer()).toMatchObject({ kind: 'buy', owned: ['course-a'], price: { totalPiastres: 55_960 } });
    const orderId = await buy(shop, actor, { productKey: bundle });
    expect(await listLines(orderId)).toEqual([{ courseSlug: 'course-b', productKey: bundle, totalPiastres: 55_960 }]);
  });

  it('creates a new order if the open one no longer matches the missing courses [N11]', async () => {
    const first = await ask();
    expect((await ask()).orderId).toBe(first.orderId);
    await buy(shop, actor, { productKey: 'product-b' });
    expect((await ask()).orderId).not.toBe(first.orderId);
  });

  it('refunds a course automatically if the buyer bought it separately before paying, and opens the others [N11, P5]', async () => {
    const { orderId, url } = await ask();
    await buy(shop, actor, { productKey: 'product-b' });
    await pay(shop, url);
    await waitForOrder(orderId);
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
    await runRefunds({ now: inMinutes(1) });
    expect(
      await pollUntil(
        () => readOrderState(orderId),
        ({ refunded }) => refunded > 0,
      ),
    ).toMatchObject({ status: 'paid', refunded: 8000, needsReview: null });
    expect(await listRefundAmounts(shop)).toEqual([8000]);
    expect(await openCourses(actor.userId)).toEqual(['course-a', 'course-b']);
    expect((await readOrderState(orderId)).mails).toEqual(['receipt', 'receipt', 'double-purchase', 'refunded']);
  });

  it('a failed order can be retried while the buyer lacks one of its courses [N11]', async () => {
    const { orderId, url } = await ask();
    await pay(shop, url, 'declined');
    await waitForOrder(orderId, 'failed');
    await buy(shop, actor);
    expect((await listMyPaymentCards(actor)).find((payment) => payment.orderId === orderId)).toMatchObject({
      canRetry: true,
    });
  });
});

describe('a refund of a bundle', () => {
  it('refunds the whole bundle if it is unused [N11, P7]', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    await askForRefund(actor, orderId);
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'refunded' });
    expect(await openCourses(actor.userId)).toEqual([]);
    expect(await listRefundAmounts(shop)).toEqual([111_920]);
  });

  it('refuses the refund of a used course and refunds the other one, closing only its lessons [N11, P7]', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    await open('course-a', 4);
    await open('course-b', 1);
    expect((await listRefundEligibility(actor, new Date())).get(orderId)).toMatchObject({
      refusedBy: null,
      parts: [
        { courseSlug: 'course-a', refusedBy: 'refund-lessons' },
        { courseSlug: 'course-b', refusedBy: null, amountPiastres: 8000 },
      ],
    });
    await expect(askForRefund(actor, orderId, 'course-a')).rejects.toMatchObject({
      status: 422,
      key: 'refund-lessons',
    });
    await askForRefund(actor, orderId);
    expect([await readAccess('course-a'), await readAccess('course-b')]).toEqual(['open', 'refund-requested']);
    expect(await approveRefund(buildDecision(admin, orderId))).toEqual({ status: 'paid' });
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', refunded: 8000, needsReview: null });
    expect(await openCourses(actor.userId)).toEqual(['course-a']);
    expect(await listPaidWithoutAccess()).toEqual([]);
    expect((await requireOrder(admin, orderId, new Date())).refunds).toMatchObject([
      {
        status: 'done',
        amount: 8000,
        standing: { refusedBy: null, parts: [{ courseSlug: 'course-b', lessonsUsed: 1 }] },
      },
    ]);
    await expect(askForRefund(actor, orderId)).rejects.toMatchObject({ status: 422, key: 'refund-lessons' });
  });

  it('refunds course by course, each sent once and with its own credit note [N11, P7]', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle });
    await askForRefund(actor, orderId, 'course-b');
    expect(await exportOf(actor, actor.userId, new Date())).toMatchObject({
      orders: [{ lines: [{ courseSlug: 'course-a' }, { courseSlug: 'course-b' }] }],
      refundRequests: [{ lines: [{ amountPiastres: 8000, line: { courseSlug: 'course-b' } }] }],
    });
    await approveRefund(buildDecision(admin, orderId));
    expect((await listRefundEligibility(actor, new Date())).get(orderId)).toMatchObject({
      parts: [{ courseSlug: 'course-a' }],
    });
    await askForRefund(actor, orderId);
    // Lose the answer of the second refund: its look-up must not find the first one.
    await shop.control('faults', { op: 'refund', drop: 'after', times: 1 });
    await approveRefund(buildDecision(admin, orderId));
    await runRefunds({ now: inMinutes(10) });
    expect(
      await pollUntil(
        () => readOrderState(orderId),
        ({ status }) => status === 'refunded',
      ),
    ).toMatchObject({ refunded: 111_920 });
    expect(await listRefundAmounts(shop)).toEqual([8000, 103_920]);
    expect(
      (await findReceipt(actor, orderId))?.creditNotes.map(({ label, amountPiastres, items }) => [
        label,
        amountPiastres,
        items.map(({ text }) => text.ar),
      ]),
    ).toEqual([
      ['CN-000001', 8000, ['B']],
      ['CN-000002', 103_920, ['A']],
    ]);
    expect(await openCourses(actor.userId)).toEqual([]);
  });

  it('a manual refund of one course ends access to that course only [N11, P7]', async () => {
    const orderId = await buy(shop, actor, { productKey: bundle, scenario: 'kiosk-paid' });
    await askForRefund(actor, orderId, 'course-b');
    await approveRefund(buildDecision(admin, orderId));
    await refundByHand(buildDecision(admin, orderId));
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', refunded: 8000 });
    expect(await openCourses(actor.userId)).toEqual(['course-a']);
  });
});
