import 'server-only';
import { randomBytes } from 'node:crypto';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import type { Product } from '@/lib/courses/course';
import { db, isUniqueViolation, transaction } from '@/lib/database/client';
import { internationalLanguage } from '@/lib/language';
import { log } from '@/lib/log';
import { isPaymobError, PaymobApiError, PaymobNetworkError, PaymobProtocolError, type PaymobError } from '@/lib/paymob/errors';
import type { Intention } from '@/lib/paymob/intention';
import { Problem, unavailable } from '@/lib/problem';
import { requireGateway } from './gateway';
import { askAboutOrder } from './inquire';
import { checkoutSeconds, firstInquiryAt } from './schedule';
import { internationalPhone, type Billing } from './schema';
import { writeNote } from './timeline';

export interface OpenAttempt {
  readonly orderId: string;
  readonly product: Product;
  readonly billing: Billing;
  readonly amountPiastres: number;
  readonly now: Date;
}

/**
 * One intention at Paymob under a reference of its own. The row is committed first (fault R08). A line that broke, as an
 * idle one may at any time, gets a second attempt: nobody has seen the first one's page, so it cannot be paid.
 * @returns the hosted page's address
 * @throws Problem 502 `payment-refused` or 503 `payment-down`; nothing was charged, the order stays
 */
export async function openAttempt(open: OpenAttempt): Promise<string> {
  const first = await tryAttempt(open);
  if (typeof first === 'string') return first;
  if (!(first instanceof PaymobNetworkError)) throw problemOf(first);
  if ((await askAboutOrder(open.orderId, { source: 'inquiry', now: open.now })) === 'paid') throw new Problem(409, 'course-owned');
  const second = await tryAttempt(open);
  if (typeof second === 'string') return second;
  throw problemOf(second);
}

const problemOf = (error: PaymobError): Problem =>
  error instanceof PaymobApiError && !error.isTemporary ? new Problem(502, 'payment-refused') : unavailable('payment-down', 10);

async function tryAttempt(open: OpenAttempt): Promise<string | PaymobError> {
  const attempt = await newAttempt(open);
  try {
    const intention = await requireGateway().createIntention(intentionOf(open, attempt.reference));
    return await keepIntention(open, attempt.id, intention);
  } catch (error) {
    if (!isPaymobError(error)) throw error;
    await markFailed(open, attempt.id, error.message);
    log.error({ orderId: open.orderId, reference: attempt.reference, error: error.message, kind: error.name }, 'intention failed');
    return error;
  }
}

async function newAttempt({ orderId, now }: OpenAttempt): Promise<{ id: string; reference: string }> {
  const reference = `pay_${randomBytes(12).toString('hex')}`;
  const client = await db();
  const { id } = await client.paymentAttempt.create({
    data: {
      orderId, specialReference: reference, createdAt: now, expiresAt: addSeconds(now, checkoutSeconds), nextInquiryAt: firstInquiryAt(now),
    },
    select: { id: true },
  });
  return { id, reference };
}

function intentionOf({ product, billing, amountPiastres }: OpenAttempt, reference: string) {
  const { siteUrl, paymob } = config();
  return {
    amountCents: amountPiastres,
    currency: product.currency,
    integrationIds: paymob?.integrationIds ?? [],
    items: [{ name: product.name[internationalLanguage].slice(0, 50), amountCents: amountPiastres, description: product.description[internationalLanguage].slice(0, 255) }],
    billing: { firstName: billing.first_name, lastName: billing.last_name, email: billing.email, phone: internationalPhone(billing.phone_number) },
    reference,
    expiresInSeconds: checkoutSeconds,
    notificationUrl: `${siteUrl}/api/payment/callback`,
    redirectionUrl: `${siteUrl}/api/payment/return`,
  };
}

async function keepIntention({ orderId, now }: OpenAttempt, attemptId: string, intention: Intention): Promise<string> {
  const url = requireGateway().checkoutUrl(intention.clientSecret);
  const intentionOrderId = BigInt(intention.orderId);
  const overtaken = await firstHeardOf(intention.orderId, transaction(async (tx) => {
    await tx.paymentAttempt.update({
      where: { id: attemptId },
      data: { intentionId: intention.id, intentionOrderId, checkoutUrl: url, status: 'open' },
      select: { id: true },
    });
    await writeNote(tx, { orderId, kind: 'attempt', detail: { paymobOrderId: intention.orderId }, now });
    return tx.paymentEvent.count({ where: { paymobOrderId: intentionOrderId, orderId: null } });
  }));
  if (overtaken > 0) await askAboutOrder(orderId, { source: 'inquiry', now });
  return url;
}

/** Two attempts may not share the number that payments are told apart by. */
async function firstHeardOf<Value>(paymobOrderId: number, kept: Promise<Value>): Promise<Value> {
  try {
    return await kept;
  } catch (error) {
    if (isUniqueViolation(error)) throw new PaymobProtocolError(`Paymob gave order ${paymobOrderId} a second time`);
    throw error;
  }
}

async function markFailed({ orderId, now }: OpenAttempt, attemptId: string, error: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.paymentAttempt.update({ where: { id: attemptId }, data: { status: 'failed', error: error.slice(0, 500) }, select: { id: true } });
    await writeNote(tx, { orderId, kind: 'attempt-failed', detail: { error: error.slice(0, 200) }, now });
  });
}
