import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import type { Billing } from '@/lib/orders/billing';
import type { PurchaseFor } from '@/lib/orders/checkout/basket';
import { findOffer } from '@/lib/orders/checkout/offer';
import { startCheckout } from '@/lib/orders/checkout/start-checkout';
import { requestRefund } from '@/lib/orders/refunds/refund-requests';
import { receiveNotification } from '@/lib/orders/settlement/notification';
import type { Actor } from '@/lib/permissions';
import { type PaymobMock, startPaymobMock } from '@/mocks/paymob/server';
import { resetDatabase } from './database';
import { readProblemStatus } from './problems';

export const billing: Billing = {
  first_name: 'منى',
  last_name: 'عادل',
  phone_number: '01000000000',
  email: 'mona@example.com',
};

export interface Shop {
  mock: PaymobMock;
  answers: number[];
  control: (path: string, body?: unknown) => Promise<Record<string, unknown>>;
  /** Resets the mock and waits for notifications in flight. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a shop before the file's first test and closes it after the last. */
export function startShopOfFile(): Shop {
  const shop = {} as Shop;
  beforeAll(async () => void Object.assign(shop, await openShop()));
  afterAll(() => shop.close());
  return shop;
}

async function openShop(): Promise<Shop> {
  const answers: number[] = [];
  const running = new Set<Promise<unknown>>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const query = new URL(request.url ?? '/', 'http://x').searchParams;
    const received = receiveNotification({ body: text, query, header: () => null, now: new Date() });
    const whole = received.then(({ confirmed }) => confirmed).catch(() => undefined);
    running.add(whole);
    const status = await readProblemStatus(received);
    void whole.then(() => running.delete(whole));
    answers.push(status);
    response.writeHead(status).end();
  };
  const site = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const mock = await startPaymobMock({ port: 0, siteUrl });
  Object.assign(process.env, mock.env, { SITE_URL: siteUrl, LIMIT_SCALE: '1000' });
  resetConfig();
  const control: Shop['control'] = async (path, body) => {
    const response = await fetch(`${mock.url}/_mock/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-mock-token': mock.controlToken, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const restart = async () => {
    await control('reset', {});
    await Promise.all(running);
    answers.length = 0;
  };
  return { mock, answers, control, restart, close: () => closeAll(mock, site) };
}

async function closeAll(mock: PaymobMock, site: Server): Promise<void> {
  await mock.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
}

/** Adds a course of six paid lessons and a free one, with a product at full price and another at a sale price. */
async function stockShop(): Promise<void> {
  const client = await db();
  await client.course.create({ data: { slug: 'course-a', text: {} }, select: { slug: true } });
  const chapter = await client.chapter.create({
    data: { courseSlug: 'course-a', position: 0, title: inEachLanguage(() => 'one') },
    select: { id: true },
  });
  await client.lesson.createMany({
    data: Array.from({ length: 7 }, (_, position) => ({
      courseSlug: 'course-a',
      chapterId: chapter.id,
      position,
      file: `0${position}.mp4`,
      path: `course-a\\0${position}.mp4`,
      name: inEachLanguage(() => `lesson ${position}`),
      freePreview: position === 0,
    })),
  });
  await client.product.createMany({
    data: [
      {
        key: 'product-a',
        courseSlug: 'course-a',
        name: inEachLanguage(() => 'Course A'),
        description: inEachLanguage(() => 'All of A'),
        amountPiastres: 129900,
      },
      {
        key: 'product-sale',
        courseSlug: 'course-a',
        name: inEachLanguage(() => 'Course A'),
        description: inEachLanguage(() => 'All of A'),
        amountPiastres: 129900,
        saleAmountPiastres: 99900,
      },
    ],
  });
}

/** Adds a course of six lessons at 100 pounds and a bundle: 1299 + 100 pounds alone, 1119.20 together. */
export async function stockBundle(): Promise<void> {
  const client = await db();
  await client.course.update({
    where: { slug: 'course-a' },
    data: { text: { ar: { title: 'A' } } },
    select: { slug: true },
  });
  await client.course.create({ data: { slug: 'course-b', text: { ar: { title: 'B' } } }, select: { slug: true } });
  const chapter = await client.chapter.create({
    data: { courseSlug: 'course-b', position: 0, title: inEachLanguage(() => 'one') },
    select: { id: true },
  });
  await client.lesson.createMany({
    data: Array.from({ length: 6 }, (_, position) => ({
      courseSlug: 'course-b',
      chapterId: chapter.id,
      position,
      file: `0${position}.mp4`,
      path: `course-b\\0${position}.mp4`,
      name: inEachLanguage(() => `lesson ${position}`),
    })),
  });
  const texts = { name: inEachLanguage(() => 'Course B'), description: inEachLanguage(() => 'All of B') };
  await client.product.create({
    data: { key: 'product-b', courseSlug: 'course-b', ...texts, amountPiastres: 10_000 },
    select: { key: true },
  });
  await client.product.create({
    data: {
      key: 'product-z-both',
      courseSlug: 'course-a',
      name: inEachLanguage(() => 'Both'),
      description: inEachLanguage(() => 'A and B'),
      amountPiastres: 111_920,
      bundled: { create: ['course-a', 'course-b'].map((courseSlug, position) => ({ courseSlug, position })) },
    },
    select: { key: true },
  });
}

export const openCourses = async (userId: string): Promise<string[]> =>
  (await listEnrolments(userId)).map(({ courseSlug }) => courseSlug).sort();

export async function createBuyer(): Promise<Actor> {
  const client = await db();
  const { id } = await client.user.create({ data: { name: 'منى', role: 'learner' }, select: { id: true } });
  return {
    userId: id,
    role: 'learner',
    sessionId: 's',
    name: 'منى',
    email: 'mona@example.com',
    lang: 'ar',
    signedInAt: new Date(),
    totpEnrolled: false,
    totpAt: null,
  };
}

export const createAdministrator = async (): Promise<Actor> => ({
  ...(await createBuyer()),
  role: 'admin',
  totpEnrolled: true,
  totpAt: new Date(),
});

/** Asks to refund the order, or one course of it, as its buyer. */
export const askForRefund = (actor: Actor, orderId: string, courseName?: string) =>
  requestRefund({ actor, userId: actor.userId, orderId, reason: 'not for me', courseName, now: new Date() });

export const buildDecision = (actor: Actor, orderId: string) => ({
  actor,
  orderId,
  reason: 'by the policy',
  now: new Date(),
});

export async function readOrderState(orderId: string) {
  const client = await db();
  const order = await client.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { status: true, needsReview: true, refundedPiastres: true, userId: true, courseSlug: true },
  });
  const enrolments = await client.enrolment.count({
    where: { userId: order.userId ?? '', courseSlug: order.courseSlug, revokedAt: null },
  });
  const mails = await client.outbox.findMany({ orderBy: { id: 'asc' }, select: { key: true } });
  return {
    status: order.status,
    needsReview: order.needsReview,
    refunded: order.refundedPiastres,
    enrolments,
    mails: mails.map(({ key }) => key.split(':')[0]),
  };
}

/** Polls for at most five seconds. */
export const pollUntil = <Value>(look: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> =>
  vi.waitFor(
    async () => {
      const value = await look();
      if (!isDone(value)) throw new Error(`timed out, last value: ${JSON.stringify(value)}`);
      return value;
    },
    { timeout: 5000 },
  );

export async function createWorld(shop: Shop): Promise<Actor> {
  await shop.restart();
  await resetDatabase();
  await stockShop();
  return createBuyer();
}

export const readSecret = (url: string): string => new URL(url).searchParams.get('clientSecret') ?? '';
export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
export const waitForOrder = (orderId: string, status = 'paid') =>
  pollUntil(
    () => readOrderState(orderId),
    (one) => one.status === status,
  );

export const pay = (
  shop: Shop,
  url: string,
  scenario = 'paid',
  charged: { amount_cents?: number; currency?: string } = {},
) => shop.control(`intentions/${readSecret(url)}/complete`, { scenario, ...charged });

export const findOfferFor = (actor: Actor, more: Partial<Parameters<typeof findOffer>[0]> = {}) =>
  findOffer({
    actor,
    productKey: 'product-a',
    purchaseFor: { kind: 'self' },
    coupon: '',
    ip: 'x',
    now: new Date(),
    ...more,
  });

export type CheckoutInput = Parameters<typeof startCheckout>[0];

/** Buys product A for the actor from an Arabic page, unless `more` says otherwise. */
export const checkOut = (actor: Actor, more: Partial<CheckoutInput> = {}) =>
  startCheckout({
    actor,
    productKey: 'product-a',
    purchaseFor: { kind: 'self' },
    billing,
    ip: 'x',
    lang: 'ar',
    now: new Date(),
    ...more,
  });

/** Amounts in piastres of the refunds that the mock made. */
export async function listRefundAmounts(shop: Shop): Promise<number[]> {
  const transactions = (await shop.control('transactions')) as unknown as Array<{
    is_refund: boolean;
    success: boolean;
    amount_cents: number;
  }>;
  return transactions.filter((one) => one.is_refund && one.success).map((one) => one.amount_cents);
}

export async function buy(
  shop: Shop,
  actor: Actor,
  { scenario = 'paid', productKey = 'product-a', purchaseFor = { kind: 'self' } as PurchaseFor } = {},
): Promise<string> {
  const { url, orderId } = await checkOut(actor, { productKey, purchaseFor });
  await pay(shop, url, scenario);
  await waitForOrder(orderId);
  return orderId;
}

export async function startOrder(actor: Actor) {
  const { orderId, url } = await checkOut(actor);
  const attempt = await (
    await db()
  ).paymentAttempt.findFirstOrThrow({ where: { orderId, status: 'open' }, select: { paymentId: true } });
  return { actor, orderId, paymobOrder: Number(attempt.paymentId), secret: readSecret(url) };
}

export const startOrderInNewShop = async (shop: Shop) => startOrder(await createWorld(shop));
