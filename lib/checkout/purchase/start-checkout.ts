import 'server-only';
import { z } from 'zod';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import { billingSchema, type Billing } from '@/lib/checkout/orders/billing';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockBuyer } from '@/lib/checkout/orders/order-row';
import { applyCoupon, lockCoupon, type AppliedCoupon } from '@/lib/checkout/coupons/apply-coupon';
import { typedCouponCode } from '@/lib/checkout/coupons/coupon-code';
import { couponProblem } from '@/lib/checkout/coupons/coupon-problem';
import { findCouponId } from '@/lib/checkout/coupons/find-coupon';
import { inTurn } from '@/lib/checkout/coupons/in-turn';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import { priceProduct } from '@/lib/checkout/pricing/price-product';
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
export const paymentRequestSchema = z.object({
  productKey: z.string('required').min(1, 'required').max(100), billing_data: billingSchema, coupon: typedCouponCode.optional(),
});

export interface CheckoutRequest {
  readonly actor: MaybeActor;
  readonly productKey: string;
  readonly billing: Billing;
  /** A folded code (row N10). */
  readonly coupon?: string | undefined;
  /** Where the request comes from: for the limit on guessing codes. */
  readonly address: string;
  readonly lang: Language;
  readonly now: Date;
}

/** `url`: the provider's page; of a free order our own page of that order, which is paid by then. */
export interface Checkout { readonly orderId: string; readonly url: string }

/** A page about to close is not worth sending somebody to. */
const worthReusingSeconds = 120;

const running = new Map<string, Promise<Checkout>>();

/**
 * Asks for a purchase (rows P2, P3, N10): one live order a buyer, product and coupon, its price from the database. The order,
 * which is the use of its coupon, is committed before the provider is called, so a notification that overtakes the answer finds it.
 * @throws Problem 401, 403 · 404 unknown product · 409 `course-owned` · 422 why the coupon does not apply · 429 · 502 `payment-refused` ·
 * 503 `payment-off`, `payment-down`
 */
export async function startCheckout({ actor, ...request }: CheckoutRequest): Promise<Checkout> {
  assertLearner(actor);
  const key = `${actor.userId}\n${request.productKey}\n${request.coupon ?? ''}`;
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
  if (await isEnrolled({ userId: actor.userId, courseSlug: product.courseSlug })) throw new Problem(409, 'course-owned');
  await takeLimit('checkout-user', actor.userId, now);
  const couponId = request.coupon ? await requireCouponId(request, request.coupon) : null;
  const open = () => transaction(async (tx) => {
    await lockBuyer(tx, actor.userId);
    const coupon = couponId === null ? null : await takeCoupon(tx, request, product, couponId);
    return liveOrder(tx, request, { product, coupon, price: priceProduct(product, coupon) });
  });
  const { orderId, url: openUrl, triedBefore, price, provider } = await (couponId === null ? open() : inTurn(couponId, open));
  // Somebody may have paid on an attempt whose answer was lost: then there is nothing to start.
  if (openUrl === null && triedBefore && (await inquireOrder(orderId, { source: 'inquiry', now })) === 'paid') throw new Problem(409, 'course-owned');
  const url = openUrl ?? (await openAttempt({ provider, orderId, product, price, billing, lang, now }));
  if (provider.settlesAtOnce) await inquireOrder(orderId, { source: 'inquiry', now });
  return { orderId, url };
}

async function requireCouponId({ actor, address, lang, now }: Request, code: string): Promise<string> {
  const id = await findCouponId({ code, userId: actor.userId, address, now });
  if (id === null) throw await couponProblem('coupon-unknown', lang);
  return id;
}

async function takeCoupon(tx: Tx, { actor, lang, now }: Request, product: Product, couponId: string): Promise<AppliedCoupon> {
  await lockCoupon(tx, couponId);
  const applied = await applyCoupon(tx, { couponId, userId: actor.userId, product, now });
  if (!applied.ok) throw await couponProblem(applied.code, lang);
  return applied.value;
}

interface Wanted { readonly product: Product; readonly coupon: AppliedCoupon | null; readonly price: OrderPrice }
interface LiveOrder { orderId: string; url: string | null; triedBefore: boolean; price: OrderPrice; provider: PaymentProvider }

/** In the buyer's lock. @throws Problem 503 `payment-off` */
async function liveOrder(tx: Tx, request: Request, wanted: Wanted): Promise<LiveOrder> {
  const { actor, billing, lang, now } = request;
  const { product, coupon, price } = wanted;
  const provider = requireProviderFor(price.totalPiastres);
  const live = await tx.order.findFirst({
    where: {
      userId: actor.userId, productKey: product.key, status: 'pending', provider: provider.name, amountPiastres: price.totalPiastres,
      couponId: coupon?.id ?? null, expiresAt: { gt: addSeconds(now, worthReusingSeconds) },
    },
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      attempts: { orderBy: { createdAt: 'desc' }, select: { checkoutUrl: true, status: true, expiresAt: true } },
    },
  });
  if (!live) return { orderId: await newOrder(tx, request, wanted, provider), url: null, triedBefore: false, price, provider };
  const open = live.attempts.find((attempt) => attempt.status === 'open' && attempt.checkoutUrl !== null && attempt.expiresAt > now);
  await tx.order.update({ where: { id: live.id }, data: { billing, lang }, select: { id: true } });
  return { orderId: live.id, url: open?.checkoutUrl ?? null, triedBefore: live.attempts.length > 0, price, provider };
}

async function newOrder(tx: Tx, { actor, billing, lang, now }: Request, { product, coupon, price }: Wanted, provider: PaymentProvider): Promise<string> {
  // In the buyer's lock: a free order that was settled since the first look is not asked for again.
  if (await isEnrolled({ userId: actor.userId, courseSlug: product.courseSlug }, tx)) throw new Problem(409, 'course-owned');
  const what = { productKey: product.key, courseSlug: product.courseSlug, description: product.description[lang] };
  const order = await tx.order.create({
    data: {
      ...what, userId: actor.userId, amountPiastres: price.totalPiastres, discountPiastres: price.discountPiastres, taxPiastres: price.taxPiastres,
      currency: product.currency, couponId: coupon?.id ?? null, atSale: price.isReduced, refundableOnSale: price.isReduced && price.isRefundable,
      provider: provider.name, lang, billing, createdAt: now, expiresAt: addSeconds(now, checkoutSeconds),
    },
    select: { id: true },
  });
  await tx.orderLine.createMany({
    data: price.lines.map(({ listPiastres, discountPiastres, taxPiastres, totalPiastres }, position) => (
      { orderId: order.id, position, ...what, listPiastres, discountPiastres, taxPiastres, totalPiastres })),
  });
  const detail = { site: config().siteUrl, ...(coupon ? { coupon: coupon.code } : {}) };
  await writeNote(tx, { orderId: order.id, kind: 'asked', actorId: actor.userId, detail, now });
  return order.id;
}
