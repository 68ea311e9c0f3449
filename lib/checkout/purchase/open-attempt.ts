import 'server-only';
import { randomBytes } from 'node:crypto';
import { addSeconds } from '@/lib/clock';
import type { Billing } from '@/lib/checkout/orders/billing';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import { inquireOrder } from '@/lib/checkout/settlement/inquire';
import { checkoutSeconds, firstInquiryAt } from '@/lib/checkout/settlement/inquiry-schedule';
import { lineText } from '@/lib/courses/catalogue/course';
import { db, isUniqueViolation, transaction } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { isProviderError, ProviderError, type NewCheckout, type OpenCheckout, type PaymentProvider } from '@/lib/payments/provider';
import { Problem, unavailable } from '@/lib/problem';
import { truncate } from '@/lib/truncate';
import type { Basket } from './basket';
import { refuseSettled } from './refuse-settled';

export interface AttemptRequest {
  readonly provider: PaymentProvider;
  readonly orderId: string;
  readonly basket: Basket;
  readonly price: OrderPrice;
  readonly billing: Billing;
  readonly lang: Language;
  readonly now: Date;
}

/**
 * One payment page under a reference of its own. The row is committed first (R08). A connection that broke, as an idle one
 * may at any time, gets a second attempt: nobody has seen the first one's page, so it cannot be paid.
 * @returns the page's address
 * @throws Problem 409 `course-owned`, `order-paid`, `payment-in-review` · 502 `payment-refused` or 503 `payment-down`; nothing was charged, the order stays
 */
export async function openAttempt(request: AttemptRequest): Promise<string> {
  const first = await tryAttempt(request);
  if (typeof first === 'string') return first;
  if (first.failure !== 'unreachable') throw problemOf(first);
  refuseSettled(await inquireOrder(request.orderId, { source: 'inquiry', now: request.now }), request.basket);
  const second = await tryAttempt(request);
  if (typeof second === 'string') return second;
  throw problemOf(second);
}

const problemOf = ({ failure }: ProviderError): Problem =>
  failure === 'refused' || failure === 'unauthorised' ? new Problem(502, 'payment-refused') : unavailable('payment-down', 10);

async function tryAttempt(request: AttemptRequest): Promise<string | ProviderError> {
  const attempt = await newAttempt(request);
  try {
    const checkout = await request.provider.openCheckout(checkoutOf(request, attempt.reference));
    await storeCheckout(request, attempt.id, checkout);
    return checkout.url;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    await markFailed(request, attempt.id, error.message);
    log.error({ orderId: request.orderId, reference: attempt.reference, error: error.message, failure: error.failure }, 'checkout failed');
    return error;
  }
}

async function newAttempt({ orderId, now }: AttemptRequest): Promise<{ id: string; reference: string }> {
  const reference = `pay_${randomBytes(12).toString('hex')}`;
  const client = await db();
  const { id } = await client.paymentAttempt.create({
    data: { orderId, reference, createdAt: now, expiresAt: addSeconds(now, checkoutSeconds), nextInquiryAt: firstInquiryAt(now) },
    select: { id: true },
  });
  return { id, reference };
}

const checkoutOf = ({ orderId, basket: { product, items }, price, billing, lang }: AttemptRequest, reference: string): NewCheckout => ({
  reference, orderId, lang,
  amountPiastres: price.totalPiastres,
  currency: product.currency,
  lines: items.map(({ courseSlug }, at) => {
    const { name, description } = lineText(product, courseSlug);
    return { name: name.en, description: description.en, totalPiastres: price.lines[at]?.totalPiastres ?? 0 };
  }),
  buyer: { firstName: billing.first_name, lastName: billing.last_name, email: billing.email, phone: billing.phone_number },
  expiresInSeconds: checkoutSeconds,
});

async function storeCheckout({ orderId, now }: AttemptRequest, attemptId: string, checkout: OpenCheckout): Promise<void> {
  const { checkoutId, paymentId, url } = checkout;
  const overtaken = await withOwnPaymentId(paymentId, transaction(async (tx) => {
    await tx.paymentAttempt.update({ where: { id: attemptId }, data: { checkoutId, paymentId, checkoutUrl: url, status: 'open' }, select: { id: true } });
    await writeNote(tx, { orderId, kind: 'attempt', detail: { paymentId }, now });
    return tx.paymentEvent.count({ where: { paymentId, orderId: null } });
  }));
  if (overtaken > 0) await inquireOrder(orderId, { source: 'inquiry', now });
}

/** Two attempts may not share the id by which charges find them. */
async function withOwnPaymentId<Value>(paymentId: string, storing: Promise<Value>): Promise<Value> {
  try {
    return await storing;
  } catch (error) {
    if (isUniqueViolation(error)) throw new ProviderError('unavailable', `the provider gave payment ${paymentId} a second time`);
    throw error;
  }
}

async function markFailed({ orderId, now }: AttemptRequest, attemptId: string, error: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.paymentAttempt.update({ where: { id: attemptId }, data: { status: 'failed', error: truncate(error, 500) }, select: { id: true } });
    await writeNote(tx, { orderId, kind: 'attempt-failed', detail: { error: truncate(error, 200) }, now });
  });
}
