import 'server-only';
import { addSeconds } from '@/lib/clock';
import type { AppliedCoupon } from '@/lib/checkout/coupons/apply-coupon';
import type { Billing } from '@/lib/checkout/orders/billing';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import { checkoutSeconds } from '@/lib/checkout/settlement/inquiry-schedule';
import { config } from '@/lib/config/config';
import { lineText } from '@/lib/courses/catalogue/course';
import type { Prisma, Tx } from '@/lib/database/client';
import { assertRoom } from '@/lib/database/rate-limit';
import type { Language } from '@/lib/language';
import type { PaymentProvider } from '@/lib/payments/provider';
import { requireProviderFor } from '@/lib/payments/providers';
import type { Basket } from './basket';
import { refuseSettled } from './refuse-settled';

export interface Asked {
  readonly userId: string;
  readonly basket: Basket;
  readonly coupon: AppliedCoupon | null;
  readonly price: OrderPrice;
  readonly billing: Billing;
  readonly lang: Language;
  readonly now: Date;
}

export interface LiveOrder {
  readonly orderId: string;
  /** The open payment page; null when there is none. */
  readonly url: string | null;
  readonly triedBefore: boolean;
  readonly provider: PaymentProvider;
}

/** A page about to close is not worth sending somebody to. */
const worthReusingSeconds = 120;

/** The order of the same things at the same price and refund terms that still waits for its payment, or a new one; in the buyer's lock. @throws Problem 503 `payment-off` · 409 as `changeWhilePending`, `too-many-stored` after too many orders that were never paid */
export async function liveOrder(tx: Tx, asked: Asked): Promise<LiveOrder> {
  const provider = requireProviderFor(asked.price.totalPiastres);
  const { billing, lang, now } = asked;
  const alike = await tx.order.findMany({
    where: sameOrder(asked, provider),
    orderBy: { createdAt: 'desc' },
    select: {
      id: true, attempts: { orderBy: { createdAt: 'desc' }, select: { checkoutUrl: true, status: true, createdAt: true } }, _count: { select: { lines: true } },
    },
  });
  // Seats are lines of the same course.
  const live = alike.find(({ _count }) => _count.lines === asked.basket.items.length);
  if (!live) return { orderId: await newOrder(tx, asked, provider), url: null, triedBefore: false, provider };
  // A kiosk bill lengthens an attempt by days, its page by nothing.
  const openedAfter = addSeconds(now, worthReusingSeconds - checkoutSeconds);
  const open = live.attempts.find((attempt) => attempt.status === 'open' && attempt.checkoutUrl !== null && attempt.createdAt > openedAfter);
  if (!(await changeWhilePending(tx, live.id, { billing, lang }, asked.basket))) {
    return { orderId: await newOrder(tx, asked, provider), url: null, triedBefore: false, provider };
  }
  const { purchaseFor } = asked.basket;
  if (purchaseFor.kind === 'gift') await tx.gift.updateMany({ where: { orderId: live.id }, data: purchaseFor.gift });
  return { orderId: live.id, url: open?.checkoutUrl ?? null, triedBefore: live.attempts.length > 0, provider };
}

/**
 * What was typed changes an order only while it waits for its payment: what was paid stays as it was paid (row P13).
 * @returns false for an order that ended since it was looked at
 * @throws Problem 409 `course-owned`, `order-paid`, `payment-in-review` for one that was paid since
 */
async function changeWhilePending(tx: Tx, id: string, data: { billing: Billing; lang: Language }, basket: Basket): Promise<boolean> {
  const changed = await tx.order.updateMany({ where: { id, status: 'pending' }, data });
  if (changed.count > 0) return true;
  const { status } = await tx.order.findUniqueOrThrow({ where: { id }, select: { status: true } });
  refuseSettled(status, basket);
  return false;
}

/** The buyer's open orders for a product. Call it before `lockBuyer`: settlement locks the order first, then the buyer. */
export async function lockPendingOrders(tx: Tx, userId: string, productKey: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Order" WHERE "userId" = ${userId} AND "productKey" = ${productKey} AND status = 'pending' ORDER BY id FOR UPDATE`;
}

const refundTerms = ({ isReduced, isRefundable }: OrderPrice) => ({ atSale: isReduced, refundableOnSale: isReduced && isRefundable });

/** A gift to somebody else is another order; a changed card or date is not. */
function sameOrder({ userId, basket: { product, purchaseFor, items }, coupon, price, now }: Asked, provider: PaymentProvider): Prisma.OrderWhereInput {
  const lines = [...new Map(items.map(({ courseSlug, quantity }) => [courseSlug, { courseSlug, quantity }])).values()];
  return {
    userId, purpose: purchaseFor.kind, productKey: product.key, status: 'pending', provider: provider.name, amountPiastres: price.totalPiastres, taxPiastres: price.taxPiastres,
    ...refundTerms(price), couponId: coupon?.id ?? null, expiresAt: { gt: addSeconds(now, worthReusingSeconds) },
    ...(purchaseFor.kind === 'gift' ? { gift: { recipientEmail: purchaseFor.gift.recipientEmail } } : {}),
    lines: { every: { OR: lines } }, AND: lines.map((line) => ({ lines: { some: line } })),
  };
}

/** How many seats is said wherever the order is named: in mails, exports and administration. */
const descriptionOf = ({ product, purchaseFor }: Basket, lang: Language): string =>
  (purchaseFor.kind === 'seats' ? `${product.description[lang]} × ${purchaseFor.count}` : product.description[lang]);

async function newOrder(tx: Tx, { userId, basket, coupon, price, billing, lang, now }: Asked, provider: PaymentProvider): Promise<string> {
  const { product, purchaseFor, items } = basket;
  assertRoom('checkout-user', await tx.order.count({ where: { userId, paidAt: null } }));
  const order = await tx.order.create({
    data: {
      userId, purpose: purchaseFor.kind, productKey: product.key, courseSlug: product.courseSlug, description: descriptionOf(basket, lang),
      amountPiastres: price.totalPiastres, discountPiastres: price.discountPiastres, taxPiastres: price.taxPiastres, taxPercent: config().taxPercent,
      currency: product.currency, couponId: coupon?.id ?? null, ...refundTerms(price),
      provider: provider.name, lang, billing, createdAt: now, expiresAt: addSeconds(now, checkoutSeconds),
      ...(purchaseFor.kind === 'gift' ? { gift: { create: purchaseFor.gift } } : {}),
    },
    select: { id: true },
  });
  await tx.orderLine.createMany({
    data: items.map(({ courseSlug, quantity }, position) => {
      const { listPiastres = 0, discountPiastres = 0, taxPiastres = 0, totalPiastres = 0 } = price.lines[position] ?? {};
      const { description } = lineText(product, courseSlug);
      const descriptions = { ...description };
      return { orderId: order.id, position, productKey: product.key, courseSlug, description: description[lang], descriptions, quantity, listPiastres, discountPiastres, taxPiastres, totalPiastres };
    }),
  });
  const detail = { site: config().siteUrl, ...(coupon ? { coupon: coupon.code } : {}) };
  await writeNote(tx, { orderId: order.id, kind: 'asked', actorId: userId, detail, now });
  return order.id;
}
