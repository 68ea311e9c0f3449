import { cairoDayOf } from '@/lib/clock';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import type { Product } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import { type Billing, readBilling } from '@/lib/orders/billing';
import {
  type AppliedCoupon,
  applyCoupon,
  type CouponRefusal,
  findCouponId,
  foldCouponCode,
} from '@/lib/orders/coupons';
import type { GiftForm } from '@/lib/orders/gift-details';
import { isOfferedFor, type OrderPrice, priceItems } from '@/lib/orders/pricing';
import { providerFor } from '@/lib/payments/providers';
import { type Actor, assertLearner } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import { fail, type Result } from '@/lib/result';
import { type Basket, fillBasket, findOrderInReview, freePurchaseRefusal, isSoldFor, type OfferFor } from './basket';

type OfferRefusal = CouponRefusal | 'too-many-requests';

export interface TriedCoupon {
  readonly typed: string;
  readonly code: string;
  readonly refusal: OfferRefusal | null;
}

interface ProductForSale {
  readonly kind: 'buy';
  readonly product: Product;
  readonly owned: readonly string[];
  readonly price: OrderPrice;
  readonly coupon: TriedCoupon | null;
  readonly lessons: number;
  readonly billing: Partial<Billing>;
  /** For a gift: the details of the giver's last unpaid gift of this product. */
  readonly gift: Partial<GiftForm>;
}

export type Offer =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'owned'; readonly product: Product }
  | { readonly kind: 'off'; readonly product: Product }
  | { readonly kind: 'in-review'; readonly product: Product; readonly orderId: string }
  | { readonly kind: 'gift-free' | 'seats-free'; readonly product: Product }
  | ProductForSale;

export interface OfferQuery {
  readonly actor: Actor;
  readonly productKey: string;
  readonly purchaseFor: OfferFor;
  readonly coupon: string;
  readonly ip: string;
  readonly now: Date;
}

/** Prices a product for the payment page, with or without a coupon (rows P1, N10). Reserves nothing. */
export async function findOffer({
  actor,
  productKey,
  purchaseFor,
  coupon: typed,
  ip,
  now,
}: OfferQuery): Promise<Offer> {
  assertLearner(actor);
  const product = await findProduct(productKey);
  if (!product?.active || !isSoldFor(product, purchaseFor) || !(await isOfferedFor(purchaseFor.kind)))
    return { kind: 'unknown' };
  const basket = await fillBasket({ product, userId: actor.userId, purchaseFor });
  if (basket.items.length === 0) return { kind: 'owned', product };
  const inReview = await findOrderInReview(await db(), actor.userId, basket);
  if (inReview !== null) return { kind: 'in-review', product, orderId: inReview };
  const code = foldCouponCode(typed);
  const tried = code === '' ? null : await tryCoupon({ code, userId: actor.userId, ip, now }, basket);
  const price = priceItems(basket.items, tried?.ok ? tried.value : null);
  const free = freePurchaseRefusal(purchaseFor, price);
  if (free) return { kind: free, product };
  if (!providerFor(price.totalPiastres)) return { kind: 'off', product };
  const client = await db();
  const lessons = await client.lesson.count({
    where: { courseSlug: { in: basket.items.map(({ courseSlug }) => courseSlug) } },
  });
  const coupon = tried && { typed, code, refusal: tried.ok ? null : tried.code };
  return {
    kind: 'buy',
    product,
    owned: basket.owned,
    price,
    coupon,
    lessons,
    billing: await findBilling(actor),
    gift: purchaseFor.kind === 'gift' ? await findUnpaidGift(actor, productKey) : {},
  };
}

async function tryCoupon(
  input: Parameters<typeof findCouponId>[0],
  { product, purchaseFor, items }: Pick<Basket<OfferFor>, 'product' | 'purchaseFor' | 'items'>,
): Promise<Result<AppliedCoupon, OfferRefusal>> {
  try {
    const couponId = await findCouponId(input);
    if (couponId === null) return fail('coupon-unknown');
    return await applyCoupon(await db(), {
      couponId,
      userId: input.userId,
      productKey: product.key,
      purpose: purchaseFor.kind,
      items,
      now: input.now,
    });
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return fail('too-many-requests');
    throw error;
  }
}

async function findUnpaidGift({ userId }: Actor, productKey: string): Promise<Partial<GiftForm>> {
  const client = await db();
  const gift = await client.gift.findFirst({
    where: { order: { userId, productKey, paidAt: null } },
    orderBy: { order: { createdAt: 'desc' } },
    select: { recipientEmail: true, recipientName: true, card: true, sendAt: true },
  });
  if (!gift) return {};
  return {
    recipient_email: gift.recipientEmail,
    recipient_name: gift.recipientName,
    card: gift.card,
    send_on: gift.sendAt ? cairoDayOf(gift.sendAt) : '',
  };
}

async function findBilling(actor: Actor): Promise<Partial<Billing>> {
  const client = await db();
  const last = await client.order.findFirst({
    where: { userId: actor.userId },
    orderBy: { createdAt: 'desc' },
    select: { billing: true },
  });
  const billing = last && readBilling(last.billing);
  if (billing) return billing;
  const user = await client.user.findUnique({
    where: { id: actor.userId },
    select: { name: true, phone: true, email: true },
  });
  const [first = '', ...rest] = (user?.name ?? actor.name).trim().split(/\s+/);
  return {
    first_name: first,
    last_name: rest.join(' '),
    phone_number: (user?.phone ?? '').replace(/\D/g, ''),
    email: user?.email ?? actor.email ?? '',
  };
}
