import { z, ZodError } from 'zod';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import { Prisma, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit, tryConsumeLimit } from '@/lib/database/rate-limit';
import { runSerially } from '@/lib/database/run-serially';
import type { Language } from '@/lib/language';
import { type Billing, billingSchema } from '@/lib/orders/billing';
import {
  type AppliedCoupon,
  applyCoupon,
  createCouponProblem,
  enforceCouponLimits,
  findCouponId,
  lockCoupon,
  typedCouponCode,
} from '@/lib/orders/coupons';
import { giftSchema } from '@/lib/orders/gift-details';
import { lockBuyer } from '@/lib/orders/order-row';
import { isOfferedFor, maxOrderPiastres, priceItems } from '@/lib/orders/pricing';
import { seatCount } from '@/lib/orders/seats/seats';
import { inquireOrder } from '@/lib/orders/settlement/inquire';
import { type Actor, assertLearner, type MaybeActor } from '@/lib/permissions';
import { InvalidInput, notFound, Problem, tooMany } from '@/lib/problem';
import { unlessEmpty } from '@/lib/schemas';
import {
  assertNotSettled,
  type Basket,
  type BasketInput,
  fillBasket,
  findOrderInReview,
  freePurchaseRefusal,
  isSoldFor,
  type PurchaseFor,
} from './basket';
import { findOrCreateLiveOrder, lockPendingOrders, openAttempt } from './payment-attempts';

/** Ignores prices and items that the client sends (row P3). A total only says which price the buyer saw. */
export const paymentRequestSchema = z
  .object({
    productKey: z.string('required').min(1, 'required').max(100),
    billing_data: billingSchema,
    coupon: typedCouponCode.optional(),
    gift: giftSchema.optional(),
    seats: unlessEmpty(seatCount),
    shownPiastres: unlessEmpty(z.coerce.number().int()),
  })
  .refine(({ gift, seats }) => gift === undefined || seats === undefined, {
    path: ['seats'],
    message: 'seats_or_gift',
  });

export interface CheckoutRequest {
  readonly actor: MaybeActor;
  readonly productKey: string;
  readonly purchaseFor: PurchaseFor;
  readonly billing: Billing;
  readonly coupon?: string | undefined;
  /** The total on the page that the buyer sent, if known. */
  readonly shownPiastres?: number | undefined;
  readonly ip: string;
  readonly lang: Language;
  readonly messageLang?: Language;
  readonly now: Date;
}

/** `url`: the provider's payment page, or our own order page for a free order, which is already paid. */
export interface Checkout {
  readonly orderId: string;
  readonly url: string;
}

const runningCheckouts = new Map<string, Promise<Checkout>>();

/**
 * Commits the order and its coupon use before calling the provider, so that an early notification finds the order
 * (rows P2, P3, N10).
 * @throws Problem 401, 403, 404, 429 · 409 as `assertNotSettled`, `price-changed` · 422 why the coupon does not apply,
 * `seats-one-course`, `gift-free`, `seats-free` · 502, 503 as `openAttempt`
 */
export async function startCheckout({ actor, ...request }: CheckoutRequest): Promise<Checkout> {
  assertLearner(actor);
  const key = JSON.stringify([
    actor.userId,
    request.productKey,
    request.coupon,
    request.purchaseFor,
    request.shownPiastres,
  ]);
  const running = runningCheckouts.get(key);
  if (running) return running;
  const started = runCheckout({ ...request, actor }).finally(() => runningCheckouts.delete(key));
  runningCheckouts.set(key, started);
  return started;
}

type BuyerRequest = CheckoutRequest & { readonly actor: Actor };

async function runCheckout(request: BuyerRequest): Promise<Checkout> {
  const { actor, billing, lang, now } = request;
  const basketInput = await findBasketInput(request);
  // Refuse owners before they use up a limit or try a code.
  await requireBasket(basketInput);
  await consumeLimit('checkout-user', actor.userId, now);
  const couponId = request.coupon ? await requireCouponId(request, request.coupon) : null;
  const reserveOrder = () =>
    transaction(async (tx) => {
      await lockPendingOrders(tx, actor.userId, request.productKey);
      await lockBuyer(tx, actor.userId);
      await lockProduct(tx, basketInput.product);
      // Check again while holding the buyer's lock: another order may have been settled since.
      const basket = await requireBasket(basketInput, tx);
      if ((await findOrderInReview(tx, actor.userId, basket)) !== null) throw new Problem(409, 'payment-in-review');
      const coupon = couponId === null ? null : await takeCoupon(tx, request, basket, couponId);
      const price = priceItems(basket.items, coupon);
      const free = freePurchaseRefusal(basket.purchaseFor, price);
      if (free) throw new Problem(422, free);
      if (price.listPiastres > maxOrderPiastres) throw tooExpensiveProblem(basket);
      if (request.shownPiastres !== undefined && request.shownPiastres !== price.totalPiastres)
        throw new Problem(409, 'price-changed');
      const live = await findOrCreateLiveOrder(tx, { userId: actor.userId, basket, coupon, price, billing, lang, now });
      if (coupon) {
        if (
          !live.wasTriedBefore &&
          coupon.isLimited &&
          !(await tryConsumeLimit(tx, 'coupon-hold-address', request.ip, now))
        )
          throw tooMany(3600);
        await assertCouponLimits(tx, request, { couponId: coupon.id, orderId: live.orderId });
      }
      return { basket, price, ...live };
    });
  const {
    orderId,
    url: openUrl,
    wasTriedBefore,
    basket,
    price,
    provider,
  } = await (couponId === null ? reserveOrder() : runSerially(couponId, reserveOrder));
  // The buyer may have paid in an earlier attempt whose result never reached us.
  if (openUrl === null && wasTriedBefore)
    assertNotSettled(await inquireOrder(orderId, { source: 'inquiry', now }), basket);
  const url = openUrl ?? (await openAttempt({ provider, orderId, basket, price, billing, lang, now }));
  if (provider.isSettledAtOnce) await inquireOrder(orderId, { source: 'inquiry', now });
  return { orderId, url };
}

function tooExpensiveProblem({ items }: Basket): InvalidInput {
  const most = String(Math.floor(maxOrderPiastres / Math.max(1, ...items.map(({ listPiastres }) => listPiastres))));
  return new InvalidInput(
    new ZodError([
      { code: 'custom', path: ['seats'], message: 'seats_too_expensive', params: { most }, input: items.length },
    ]),
  );
}

async function findBasketInput({ actor, productKey, purchaseFor }: BuyerRequest): Promise<BasketInput> {
  const product = await findProduct(productKey);
  if (!product?.active) throw notFound('unknown-product');
  if (!(await isOfferedFor(purchaseFor.kind))) throw notFound();
  if (!isSoldFor(product, purchaseFor)) throw new Problem(422, 'seats-one-course');
  return { product, userId: actor.userId, purchaseFor };
}

/** Keeps product and courses from being deleted until the order protects them. @throws Problem 404 `unknown-product` */
async function lockProduct(tx: Tx, product: Product): Promise<void> {
  const slugs = courseSlugsOf(product);
  const courses = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 FROM "Course" WHERE slug IN (${Prisma.join(slugs)}) ORDER BY slug FOR KEY SHARE`;
  const products = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "Product" WHERE key = ${product.key} FOR KEY SHARE`;
  if (courses.length < slugs.length || products.length === 0) throw notFound('unknown-product');
}

async function requireBasket(input: BasketInput, tx?: Tx): Promise<Basket> {
  const basket = await fillBasket(input, tx);
  if (basket.items.length === 0) throw new Problem(409, 'course-owned');
  return basket;
}

async function requireCouponId(
  { actor, ip, lang, messageLang = lang, now }: BuyerRequest,
  code: string,
): Promise<string> {
  const id = await findCouponId({ code, userId: actor.userId, ip, now });
  if (id === null) throw await createCouponProblem('coupon-unknown', messageLang);
  return id;
}

async function takeCoupon(
  tx: Tx,
  { actor, lang, messageLang = lang, now }: BuyerRequest,
  { product, purchaseFor, items }: Basket,
  couponId: string,
): Promise<AppliedCoupon> {
  await lockCoupon(tx, couponId);
  const applied = await applyCoupon(tx, {
    couponId,
    userId: actor.userId,
    productKey: product.key,
    purpose: purchaseFor.kind,
    items,
    now,
  });
  if (!applied.ok) throw await createCouponProblem(applied.code, messageLang);
  return applied.value;
}

async function assertCouponLimits(
  tx: Tx,
  { actor, productKey, lang, messageLang = lang, now }: BuyerRequest,
  order: { couponId: string; orderId: string },
): Promise<void> {
  if (await enforceCouponLimits(tx, { ...order, userId: actor.userId, productKey, now })) return;
  throw await createCouponProblem('coupon-used-by-you', messageLang);
}
