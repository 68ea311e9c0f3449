import 'server-only';
import { z, ZodError } from 'zod';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { giftSchema } from '@/lib/checkout/gifts/gift-details';
import { billingSchema, type Billing } from '@/lib/checkout/orders/billing';
import { lockBuyer } from '@/lib/checkout/orders/order-row';
import { isOfferedFor } from '@/lib/checkout/orders/still-sold';
import { applyCoupon, lockCoupon, type AppliedCoupon } from '@/lib/checkout/coupons/apply-coupon';
import { typedCouponCode, findCouponId, couponProblem } from '@/lib/checkout/coupons/find-coupon';
import { enforceLimits } from '@/lib/checkout/coupons/use-limits';
import { inTurn } from '@/lib/database/in-turn';
import { mostPiastres } from '@/lib/checkout/pricing/price-order';
import { priceItems } from '@/lib/checkout/pricing/price-product';
import { seatCount } from '@/lib/checkout/seats/seat-count';
import { inquireOrder } from '@/lib/checkout/settlement/inquire';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { transaction, type Tx } from '@/lib/database/client';
import { takeLimit, tryLimit } from '@/lib/database/rate-limit';
import type { Language } from '@/lib/language';
import { InvalidInput, notFound, Problem, tooMany } from '@/lib/problem';
import { unlessEmpty } from '@/lib/schemas';
import { basketOf, freeForOthers, isSoldFor, type Basket, type Wanted } from './basket';
import { findInReview } from './in-review';
import { liveOrder, lockPendingOrders } from './live-order';
import { openAttempt } from './open-attempt';
import type { PurchaseFor } from './purchase-for';
import { refuseSettled } from './refuse-settled';

/** What the client sends for price and items is not even read (row P3). */
export const paymentRequestSchema = z.object({
  productKey: z.string('required').min(1, 'required').max(100), billing_data: billingSchema, coupon: typedCouponCode.optional(),
  /** For somebody else (row N11). */
  gift: giftSchema.optional(),
  /** How many seats for a team; of one course (row N11). */
  seats: unlessEmpty(seatCount),
}).refine(({ gift, seats }) => gift === undefined || seats === undefined, { path: ['seats'], message: 'seats_or_gift' });

export interface CheckoutRequest {
  readonly actor: MaybeActor;
  readonly productKey: string;
  readonly purchaseFor: PurchaseFor;
  readonly billing: Billing;
  /** A folded code (row N10). */
  readonly coupon?: string | undefined;
  /** Where the request comes from: for the limit on guessing codes. */
  readonly address: string;
  /** Of the order, its pages and mails. */
  readonly lang: Language;
  /** Of what is refused. Absent: `lang`. */
  readonly messageLang?: Language;
  readonly now: Date;
}

/** `url`: the provider's page; of a free order our own page of that order, which is paid by then. */
export interface Checkout { readonly orderId: string; readonly url: string }

const running = new Map<string, Promise<Checkout>>();

/**
 * Asks for a purchase (rows P2, P3, N10): one live order a buyer, product and coupon, its price from the database. The order,
 * which is the use of its coupon, is committed before the provider is called, so a notification that overtakes the answer finds it.
 * @throws Problem 401, 403 · 404 unknown product, gifts or seats switched off · 409 `course-owned`, `order-paid`, `payment-in-review` · 422 why the coupon does not apply, `seats-one-course`, `gift-free`, `seats-free` · 429 · 502 `payment-refused` ·
 * 503 `payment-off`, `payment-down`
 */
export async function startCheckout({ actor, ...request }: CheckoutRequest): Promise<Checkout> {
  assertLearner(actor);
  const key = JSON.stringify([actor.userId, request.productKey, request.coupon, request.purchaseFor]);
  const present = running.get(key);
  if (present) return present;
  const started = start({ ...request, actor }).finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

type Request = CheckoutRequest & { readonly actor: Actor };

async function start(request: Request): Promise<Checkout> {
  const { actor, billing, lang, now } = request;
  const wanted = await findWanted(request);
  // Nobody needs a limit or a code for what they have.
  await requireBasket(wanted);
  await takeLimit('checkout-user', actor.userId, now);
  const couponId = request.coupon ? await requireCouponId(request, request.coupon) : null;
  const open = () => transaction(async (tx) => {
    await lockPendingOrders(tx, actor.userId, request.productKey);
    await lockBuyer(tx, actor.userId);
    // In the buyer's lock: what was settled since the first look is not asked for again.
    const basket = await requireBasket(wanted, tx);
    if ((await findInReview(tx, actor.userId, basket)) !== null) throw new Problem(409, 'payment-in-review');
    const coupon = couponId === null ? null : await takeCoupon(tx, request, basket, couponId);
    const price = priceItems(basket.items, coupon);
    const free = freeForOthers(basket.purchaseFor, price);
    if (free) throw new Problem(422, free);
    if (price.listPiastres > mostPiastres) throw tooExpensive(basket);
    const live = await liveOrder(tx, { userId: actor.userId, basket, coupon, price, billing, lang, now });
    if (coupon) {
      if (!live.triedBefore && coupon.isLimited && !(await tryLimit(tx, 'coupon-hold-address', request.address, now))) throw tooMany(3600);
      await holdLimits(tx, request, { couponId: coupon.id, orderId: live.orderId });
    }
    return { basket, price, ...live };
  });
  const { orderId, url: openUrl, triedBefore, basket, price, provider } = await (couponId === null ? open() : inTurn(couponId, open));
  // Somebody may have paid on an attempt whose answer was lost: then there is nothing to start.
  if (openUrl === null && triedBefore) refuseSettled(await inquireOrder(orderId, { source: 'inquiry', now }), basket);
  const url = openUrl ?? (await openAttempt({ provider, orderId, basket, price, billing, lang, now }));
  if (provider.settlesAtOnce) await inquireOrder(orderId, { source: 'inquiry', now });
  return { orderId, url };
}

/** More than an order's columns hold: only many seats of an expensive course cost as much. */
function tooExpensive({ items }: Basket): InvalidInput {
  const most = String(Math.floor(mostPiastres / Math.max(1, ...items.map(({ listPiastres }) => listPiastres))));
  return new InvalidInput(new ZodError([{ code: 'custom', path: ['seats'], message: 'seats_too_expensive', params: { most }, input: items.length }]));
}

async function findWanted({ actor, productKey, purchaseFor }: Request): Promise<Wanted> {
  const product = await findProduct(productKey);
  if (!product?.active) throw notFound('unknown-product');
  if (!(await isOfferedFor(purchaseFor.kind))) throw notFound();
  if (!isSoldFor(product, purchaseFor)) throw new Problem(422, 'seats-one-course');
  return { product, userId: actor.userId, purchaseFor };
}

async function requireBasket(wanted: Wanted, tx?: Tx): Promise<Basket> {
  const basket = await basketOf(wanted, tx);
  if (basket.items.length === 0) throw new Problem(409, 'course-owned');
  return basket;
}

async function requireCouponId({ actor, address, lang, messageLang = lang, now }: Request, code: string): Promise<string> {
  const id = await findCouponId({ code, userId: actor.userId, address, now });
  if (id === null) throw await couponProblem('coupon-unknown', messageLang);
  return id;
}

async function takeCoupon(tx: Tx, { actor, lang, messageLang = lang, now }: Request, { product, purchaseFor, items }: Basket, couponId: string): Promise<AppliedCoupon> {
  await lockCoupon(tx, couponId);
  const applied = await applyCoupon(tx, { couponId, userId: actor.userId, productKey: product.key, purpose: purchaseFor.kind, items, now });
  if (!applied.ok) throw await couponProblem(applied.code, messageLang);
  return applied.value;
}

async function holdLimits(tx: Tx, { actor, productKey, lang, messageLang = lang, now }: Request, order: { couponId: string; orderId: string }): Promise<void> {
  if (await enforceLimits(tx, { ...order, userId: actor.userId, productKey, now })) return;
  throw await couponProblem('coupon-used-by-you', messageLang);
}
