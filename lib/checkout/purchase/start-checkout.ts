import 'server-only';
import { z } from 'zod';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { billingSchema, type Billing } from '@/lib/checkout/orders/billing';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer } from '@/lib/checkout/orders/order-row';
import { inquireOrder } from '@/lib/checkout/settlement/inquire';
import { checkoutSeconds } from '@/lib/checkout/settlement/inquiry-schedule';
import { config } from '@/lib/config/config';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import type { Product } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { transaction, type Tx } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import type { Language } from '@/lib/language';
import type { PaymentProvider } from '@/lib/payments/provider';
import { requireProviderFor } from '@/lib/payments/providers';
import { notFound, Problem } from '@/lib/problem';
import { openAttempt } from './open-attempt';

/** What the client sends for price and items is not even read (row P3). */
export const paymentRequestSchema = z.object({ productKey: z.string('required').min(1, 'required').max(100), billing_data: billingSchema });

export interface CheckoutRequest {
  readonly actor: MaybeActor;
  readonly productKey: string;
  readonly billing: Billing;
  readonly lang: Language;
  readonly now: Date;
}

/** `url`: the provider's page; of a free order our own page of that order, which is paid by then. */
export interface Checkout { readonly orderId: string; readonly url: string }

/** A page about to close is not worth sending somebody to. */
const worthReusingSeconds = 120;

const running = new Map<string, Promise<Checkout>>();

/**
 * Asks for a purchase (rows P2, P3): one live order a buyer and product, its price from the database. The order is committed
 * before the provider is called, so a notification that overtakes the answer finds it.
 * @throws Problem 401, 403 · 404 unknown product · 409 `course-owned` · 429 · 502 `payment-refused` · 503 `payment-off`, `payment-down`
 */
export async function startCheckout({ actor, ...request }: CheckoutRequest): Promise<Checkout> {
  assertLearner(actor);
  const key = `${actor.userId}\n${request.productKey}`;
  const present = running.get(key);
  if (present) return present;
  const started = start({ ...request, actor }).finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

type Request = CheckoutRequest & { readonly actor: Actor };

async function start(request: Request): Promise<Checkout> {
  const { actor, productKey, billing, lang, now } = request;
  const product = await findProduct(productKey);
  if (!product?.active) throw notFound('unknown-product');
  const { amountPiastres, courseSlug } = product;
  if (await isEnrolled({ userId: actor.userId, courseSlug })) throw new Problem(409, 'course-owned');
  const provider = requireProviderFor(amountPiastres);
  await takeLimit('checkout-user', actor.userId, now);
  const { orderId, url: openUrl, triedBefore } = await transaction((tx) => liveOrder(tx, request, product, provider));
  // Somebody may have paid on an attempt whose answer was lost: then there is nothing to start.
  if (openUrl === null && triedBefore && (await inquireOrder(orderId, { source: 'inquiry', now })) === 'paid') throw new Problem(409, 'course-owned');
  const url = openUrl ?? (await openAttempt({ provider, orderId, product, billing, amountPiastres, lang, now }));
  if (provider.settlesAtOnce) await inquireOrder(orderId, { source: 'inquiry', now });
  return { orderId, url };
}

interface LiveOrder { orderId: string; url: string | null; triedBefore: boolean }

async function liveOrder(tx: Tx, request: Request, product: Product, provider: PaymentProvider): Promise<LiveOrder> {
  const { actor, billing, lang, now } = request;
  await lockBuyer(tx, actor.userId);
  const live = await tx.order.findFirst({
    where: {
      userId: actor.userId, productKey: product.key, status: 'pending', provider: provider.name, amountPiastres: product.amountPiastres,
      expiresAt: { gt: addSeconds(now, worthReusingSeconds) },
    },
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      attempts: { orderBy: { createdAt: 'desc' }, select: { checkoutUrl: true, status: true, expiresAt: true } },
    },
  });
  if (!live) return { orderId: await newOrder(tx, request, product, provider), url: null, triedBefore: false };
  const open = live.attempts.find((attempt) => attempt.status === 'open' && attempt.checkoutUrl !== null && attempt.expiresAt > now);
  await tx.order.update({ where: { id: live.id }, data: { billing, lang }, select: { id: true } });
  return { orderId: live.id, url: open?.checkoutUrl ?? null, triedBefore: live.attempts.length > 0 };
}

async function newOrder(tx: Tx, { actor, billing, lang, now }: Request, product: Product, provider: PaymentProvider): Promise<string> {
  // In the buyer's lock: a free order that was settled since the first look is not asked for again.
  if (await isEnrolled({ userId: actor.userId, courseSlug: product.courseSlug }, tx)) throw new Problem(409, 'course-owned');
  const order = await tx.order.create({
    data: {
      userId: actor.userId, productKey: product.key, courseSlug: product.courseSlug, description: product.description[lang],
      amountPiastres: product.amountPiastres, currency: product.currency, atSale: product.regularPiastres !== null,
      refundableOnSale: product.refundableOnSale, provider: provider.name, lang, billing, createdAt: now, expiresAt: addSeconds(now, checkoutSeconds),
    },
    select: { id: true },
  });
  await writeNote(tx, { orderId: order.id, kind: 'asked', actorId: actor.userId, detail: { site: config().siteUrl }, now });
  return order.id;
}
