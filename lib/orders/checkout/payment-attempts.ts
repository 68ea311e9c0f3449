import { randomBytes } from 'node:crypto';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { orderLineText } from '@/lib/courses/catalogue/course';
import { db, isUniqueViolation, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { assertBelowStorageLimit } from '@/lib/database/rate-limit';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import type { Billing } from '@/lib/orders/billing';
import type { AppliedCoupon } from '@/lib/orders/coupons';
import { writeNote } from '@/lib/orders/order-notes';
import type { OrderPrice } from '@/lib/orders/pricing';
import { checkoutSeconds, firstInquiryAt, inquireOrder } from '@/lib/orders/settlement/inquire';
import {
  isProviderError,
  type NewCheckout,
  type OpenCheckout,
  type PaymentProvider,
  ProviderError,
} from '@/lib/payments/provider';
import { requireProviderFor } from '@/lib/payments/providers';
import { Problem, unavailable } from '@/lib/problem';
import { truncate } from '@/lib/text';
import { assertNotSettled, type Basket } from './basket';

export interface LiveOrderInput {
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
  readonly url: string | null;
  readonly wasTriedBefore: boolean;
  readonly provider: PaymentProvider;
}

const minReuseSeconds = 120;

/** The buyer must be locked. @throws Problem 503 `payment-off` · 409 `too-many-stored`, and as `assertNotSettled` */
export async function findOrCreateLiveOrder(tx: Tx, input: LiveOrderInput): Promise<LiveOrder> {
  const provider = requireProviderFor(input.price.totalPiastres);
  const { billing, lang, now } = input;
  const similarOrders = await tx.order.findMany({
    where: sameOrderCondition(input, provider),
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      attempts: { orderBy: { createdAt: 'desc' }, select: { checkoutUrl: true, status: true, createdAt: true } },
      _count: { select: { lines: true } },
    },
  });
  // Seats are lines of the same course, so the filter above cannot count them.
  const live = similarOrders.find(({ _count }) => _count.lines === input.basket.items.length);
  if (!live) return { orderId: await createOrder(tx, input, provider), url: null, wasTriedBefore: false, provider };
  // A kiosk bill extends its attempt by days, but not its payment page.
  const openedAfter = addSeconds(now, minReuseSeconds - checkoutSeconds);
  const usableAttempt = live.attempts.find(
    (attempt) => attempt.status === 'open' && attempt.checkoutUrl !== null && attempt.createdAt > openedAfter,
  );
  if (!(await updateIfPending(tx, live.id, { billing, lang }, input.basket))) {
    return { orderId: await createOrder(tx, input, provider), url: null, wasTriedBefore: false, provider };
  }
  const { purchaseFor } = input.basket;
  if (purchaseFor.kind === 'gift') await tx.gift.updateMany({ where: { orderId: live.id }, data: purchaseFor.gift });
  return {
    orderId: live.id,
    url: usableAttempt?.checkoutUrl ?? null,
    wasTriedBefore: live.attempts.length > 0,
    provider,
  };
}

/** Never changes a paid order (row P13). @returns false if the order has ended since it was read */
async function updateIfPending(
  tx: Tx,
  id: string,
  data: { billing: Billing; lang: Language },
  basket: Basket,
): Promise<boolean> {
  const changed = await tx.order.updateMany({ where: { id, status: 'pending' }, data });
  if (changed.count > 0) return true;
  const { status } = await tx.order.findUniqueOrThrow({ where: { id }, select: { status: true } });
  assertNotSettled(status, basket);
  return false;
}

/** Locks the buyer's open orders for a product. Call it before `lockBuyer`: settlement locks the order first. */
export async function lockPendingOrders(tx: Tx, userId: string, productKey: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Order" WHERE "userId" = ${userId} AND "productKey" = ${productKey} AND status = 'pending' ORDER BY id FOR UPDATE`;
}

const refundTerms = ({ isReduced, isRefundable }: OrderPrice) => ({
  atSale: isReduced,
  refundableOnSale: isReduced && isRefundable,
});

/** A gift to another recipient is another order. A gift with a changed card or date is the same order. */
function sameOrderCondition(
  { userId, basket: { product, purchaseFor, items }, coupon, price, now }: LiveOrderInput,
  provider: PaymentProvider,
): Prisma.OrderWhereInput {
  const lines = [...new Map(items.map(({ courseSlug, quantity }) => [courseSlug, { courseSlug, quantity }])).values()];
  return {
    userId,
    purpose: purchaseFor.kind,
    productKey: product.key,
    status: 'pending',
    provider: provider.name,
    amountPiastres: price.totalPiastres,
    taxPiastres: price.taxPiastres,
    ...refundTerms(price),
    couponId: coupon?.id ?? null,
    expiresAt: { gt: addSeconds(now, minReuseSeconds) },
    ...(purchaseFor.kind === 'gift' ? { gift: { recipientEmail: purchaseFor.gift.recipientEmail } } : {}),
    lines: { every: { OR: lines } },
    AND: lines.map((line) => ({ lines: { some: line } })),
  };
}

const descriptionOf = ({ product, purchaseFor }: Basket, lang: Language): string =>
  purchaseFor.kind === 'seats' ? `${product.description[lang]} × ${purchaseFor.count}` : product.description[lang];

async function createOrder(
  tx: Tx,
  { userId, basket, coupon, price, billing, lang, now }: LiveOrderInput,
  provider: PaymentProvider,
): Promise<string> {
  const { product, purchaseFor, items } = basket;
  assertBelowStorageLimit('checkout-user', await tx.order.count({ where: { userId, paidAt: null } }));
  const order = await tx.order.create({
    data: {
      userId,
      purpose: purchaseFor.kind,
      productKey: product.key,
      courseSlug: product.courseSlug,
      description: descriptionOf(basket, lang),
      amountPiastres: price.totalPiastres,
      discountPiastres: price.discountPiastres,
      taxPiastres: price.taxPiastres,
      taxPercent: config().taxPercent,
      currency: product.currency,
      couponId: coupon?.id ?? null,
      ...refundTerms(price),
      provider: provider.name,
      lang,
      billing,
      createdAt: now,
      expiresAt: addSeconds(now, checkoutSeconds),
      ...(purchaseFor.kind === 'gift' ? { gift: { create: purchaseFor.gift } } : {}),
    },
    select: { id: true },
  });
  await tx.orderLine.createMany({
    data: items.map(({ courseSlug, quantity }, position) => {
      const {
        listPiastres = 0,
        discountPiastres = 0,
        taxPiastres = 0,
        totalPiastres = 0,
      } = price.lines[position] ?? {};
      const { description } = orderLineText(product, courseSlug);
      const descriptions = { ...description };
      return {
        orderId: order.id,
        position,
        productKey: product.key,
        courseSlug,
        description: description[lang],
        descriptions,
        quantity,
        listPiastres,
        discountPiastres,
        taxPiastres,
        totalPiastres,
      };
    }),
  });
  const detail = { site: config().siteUrl, ...(coupon ? { coupon: coupon.code } : {}) };
  await writeNote(tx, { orderId: order.id, kind: 'asked', actorId: userId, detail, now });
  return order.id;
}

interface AttemptRequest {
  readonly provider: PaymentProvider;
  readonly orderId: string;
  readonly basket: Basket;
  readonly price: OrderPrice;
  readonly billing: Billing;
  readonly lang: Language;
  readonly now: Date;
}

/**
 * Stores each attempt before calling the provider (R08). Retries a broken connection: the buyer never saw that page.
 * @throws Problem 409 as `assertNotSettled` · 502 `payment-refused` · 503 `payment-down`; nothing was charged
 */
export async function openAttempt(request: AttemptRequest): Promise<string> {
  const first = await tryAttempt(request);
  if (typeof first === 'string') return first;
  if (first.failure !== 'unreachable') throw toProblem(first);
  assertNotSettled(await inquireOrder(request.orderId, { source: 'inquiry', now: request.now }), request.basket);
  const second = await tryAttempt(request);
  if (typeof second === 'string') return second;
  throw toProblem(second);
}

const toProblem = ({ failure }: ProviderError): Problem =>
  failure === 'refused' || failure === 'unauthorised'
    ? new Problem(502, 'payment-refused')
    : unavailable('payment-down', 10);

async function tryAttempt(request: AttemptRequest): Promise<string | ProviderError> {
  const attempt = await createAttempt(request);
  try {
    const checkout = await request.provider.openCheckout(toCheckout(request, attempt.reference));
    await storeCheckout(request, attempt.id, checkout);
    return checkout.url;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    await markAttemptFailed(request, attempt.id, error.message);
    log.error(
      { orderId: request.orderId, reference: attempt.reference, error: error.message, failure: error.failure },
      'Checkout failed',
    );
    return error;
  }
}

async function createAttempt({ orderId, now }: AttemptRequest): Promise<{ id: string; reference: string }> {
  const reference = `pay_${randomBytes(12).toString('hex')}`;
  const client = await db();
  const { id } = await client.paymentAttempt.create({
    data: {
      orderId,
      reference,
      createdAt: now,
      expiresAt: addSeconds(now, checkoutSeconds),
      nextInquiryAt: firstInquiryAt(now),
    },
    select: { id: true },
  });
  return { id, reference };
}

const toCheckout = (
  { orderId, basket: { product, items }, price, billing, lang }: AttemptRequest,
  reference: string,
): NewCheckout => ({
  reference,
  orderId,
  lang,
  amountPiastres: price.totalPiastres,
  currency: product.currency,
  lines: items.map(({ courseSlug }, index) => {
    const { name, description } = orderLineText(product, courseSlug);
    return { name: name.en, description: description.en, totalPiastres: price.lines[index]?.totalPiastres ?? 0 };
  }),
  buyer: {
    firstName: billing.first_name,
    lastName: billing.last_name,
    email: billing.email,
    phone: billing.phone_number,
  },
  expiresInSeconds: checkoutSeconds,
});

async function storeCheckout(
  { orderId, now }: AttemptRequest,
  attemptId: string,
  checkout: OpenCheckout,
): Promise<void> {
  const { checkoutId, paymentId, url } = checkout;
  const earlyEvents = await rejectSharedPaymentId(
    paymentId,
    transaction(async (tx) => {
      await tx.paymentAttempt.update({
        where: { id: attemptId },
        data: { checkoutId, paymentId, checkoutUrl: url, status: 'open' },
        select: { id: true },
      });
      await writeNote(tx, { orderId, kind: 'attempt', detail: { paymentId }, now });
      return tx.paymentEvent.count({ where: { paymentId, orderId: null } });
    }),
  );
  if (earlyEvents > 0) await inquireOrder(orderId, { source: 'inquiry', now });
}

/** Two attempts must not share a payment id, because charges are matched to attempts by this id. */
async function rejectSharedPaymentId<Value>(paymentId: string, storing: Promise<Value>): Promise<Value> {
  try {
    return await storing;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ProviderError('unavailable', `the provider returned the payment id ${paymentId} twice`);
    throw error;
  }
}

async function markAttemptFailed({ orderId, now }: AttemptRequest, attemptId: string, error: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { status: 'failed', error: truncate(error, 500) },
      select: { id: true },
    });
    await writeNote(tx, { orderId, kind: 'attempt-failed', detail: { error: truncate(error, 200) }, now });
  });
}
