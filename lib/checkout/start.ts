import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import type { Product } from '@/lib/courses/catalogue/course';
import { transaction, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { notFound, Problem } from '@/lib/problem';
import { takeLimit } from '@/lib/database/rate-limit';
import { openAttempt, type OpenAttempt } from './attempt';
import { requireGateway } from './gateway';
import { askAboutOrder } from './inquire';
import { lockBuyer } from './order-lock';
import { checkoutSeconds } from './schedule';
import type { Billing } from './schema';
import { writeNote } from './timeline';

export interface CheckoutRequest {
  readonly actor: Actor;
  readonly productKey: string;
  readonly billing: Billing;
  readonly lang: Language;
  readonly now: Date;
}

export interface Checkout { readonly orderId: string; readonly url: string }

/** A hosted page about to close is not worth sending somebody to. */
const worthReusingSeconds = 120;

const running = new Map<string, Promise<Checkout>>();

/**
 * Asks for a purchase (rows P2, P3): one live order a buyer and product, its price from the database.
 * The order is committed before Paymob is called, so a callback that overtakes the answer finds it.
 * @throws Problem 404 unknown product · 409 `course-owned` · 429 · 502 `payment-refused` · 503 `payment-off`, `payment-down`
 */
export function startCheckout(request: CheckoutRequest): Promise<Checkout> {
  const key = `${request.actor.userId}\n${request.productKey}`;
  const present = running.get(key);
  if (present) return present;
  const started = start(request).finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

async function start(request: CheckoutRequest): Promise<Checkout> {
  const { actor, productKey, now } = request;
  assertLearner(actor);
  const product = await findProduct(productKey);
  if (!product?.active || product.amountPiastres <= 0) throw notFound('unknown-product');
  if (await isEnrolled({ userId: actor.userId, courseSlug: product.courseSlug })) throw new Problem(409, 'course-owned');
  requireGateway();
  await takeLimit('checkout-user', actor.userId, now);
  const order = await transaction((tx) => liveOrder(tx, request, product));
  if (order.url !== null) return { orderId: order.id, url: order.url };
  if (order.triedBefore) await askBefore(order.id, now);
  const opened: OpenAttempt = { orderId: order.id, product, billing: request.billing, amountPiastres: product.amountPiastres, now };
  return { orderId: order.id, url: await openAttempt(opened) };
}

/** Somebody may have paid on an attempt whose answer we lost: then there is nothing to start. */
async function askBefore(orderId: string, now: Date): Promise<void> {
  const status = await askAboutOrder(orderId, { source: 'inquiry', now });
  if (status === 'paid') throw new Problem(409, 'course-owned');
}

interface LiveOrder { id: string; url: string | null; triedBefore: boolean }

async function liveOrder(tx: Tx, request: CheckoutRequest, product: Product): Promise<LiveOrder> {
  const { actor, now } = request;
  await lockBuyer(tx, actor.userId);
  const live = await tx.order.findFirst({
    where: {
      userId: actor.userId, productKey: product.key, status: 'pending', amountPiastres: product.amountPiastres,
      expiresAt: { gt: addSeconds(now, worthReusingSeconds) },
    },
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      attempts: { orderBy: { createdAt: 'desc' }, select: { checkoutUrl: true, status: true, expiresAt: true } },
    },
  });
  if (!live) return { id: await newOrder(tx, request, product), url: null, triedBefore: false };
  const open = live.attempts.find((attempt) => attempt.status === 'open' && attempt.checkoutUrl !== null && attempt.expiresAt > now);
  await tx.order.update({ where: { id: live.id }, data: { billing: request.billing, lang: request.lang }, select: { id: true } });
  return { id: live.id, url: open?.checkoutUrl ?? null, triedBefore: live.attempts.length > 0 };
}

async function newOrder(tx: Tx, { actor, billing, lang, now }: CheckoutRequest, product: Product): Promise<string> {
  const order = await tx.order.create({
    data: {
      userId: actor.userId, productKey: product.key, courseSlug: product.courseSlug, description: product.description[lang],
      amountPiastres: product.amountPiastres, currency: product.currency, atSale: product.regularPiastres !== null,
      refundableOnSale: product.refundableOnSale, lang, billing, createdAt: now, expiresAt: addSeconds(now, checkoutSeconds),
    },
    select: { id: true },
  });
  await writeNote(tx, { orderId: order.id, kind: 'asked', actorId: actor.userId, detail: { site: config().siteUrl }, now });
  return order.id;
}
