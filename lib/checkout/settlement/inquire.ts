import 'server-only';
import type { OrderStatus, PaymentEventSource } from '@/generated/prisma/enums';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { lockOrder } from '@/lib/checkout/orders/order-row';
import { db, transaction, type Prisma } from '@/lib/database/client';
import { log } from '@/lib/log';
import { isProviderError, type PaymentProvider } from '@/lib/payments/provider';
import { findProvider } from '@/lib/payments/providers';
import { nextInquiryAt, pageClosesAt, retryAt } from './inquiry-schedule';
import { settlePayment } from './settle';

export interface Inquiry { readonly source: PaymentEventSource; readonly now: Date }

/** `withClosed`: also about pages that nobody can pay on any more, whose payments may have been given back since. */
export interface OrderInquiry extends Inquiry { readonly withClosed?: boolean }

export const attemptFields = {
  id: true, orderId: true, status: true, reference: true, paymentId: true, inquiries: true, failures: true, createdAt: true, expiresAt: true, checkoutUrl: true,
  order: { select: { provider: true, currency: true } },
} as const satisfies Prisma.PaymentAttemptSelect;

export type AttemptRow = Prisma.PaymentAttemptGetPayload<{ select: typeof attemptFields }>;

const maxAttempts = 10;
const maxKnownCharges = 10;

/** Asks the provider about an order and settles every answer; its troubles are logged, and it is asked again later. */
export async function inquireOrder(orderId: string, { withClosed = false, ...inquiry }: OrderInquiry): Promise<OrderStatus> {
  const client = await db();
  const isOpen = { status: { not: 'closed' } } satisfies Prisma.PaymentAttemptWhereInput;
  const attempts = await client.paymentAttempt.findMany({
    where: { orderId, OR: withClosed ? [isOpen, { paymentId: { not: null } }] : [isOpen] },
    orderBy: { createdAt: 'desc' }, take: maxAttempts, select: attemptFields,
  });
  for (const attempt of attempts) await inquireAttempt(attempt, inquiry);
  const order = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
  return order.status;
}

export async function inquireAttempt(attempt: AttemptRow, { source, now }: Inquiry): Promise<void> {
  const provider = findProvider(attempt.order.provider);
  if (!provider) return;
  try {
    const paymentId = attempt.paymentId ?? (await recoverPaymentId(provider, attempt));
    const { currency } = attempt.order;
    const charges = paymentId === null ? [] : await provider.listCharges({ paymentId, currency, knownIds: await listKnownIds(paymentId) });
    for (const charge of charges) await settlePayment({ source, charge, now });
    await planNext(attempt, now);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    log.warn({ orderId: attempt.orderId, error: error.message, failure: error.failure }, 'inquiry failed');
    if (error.failure === 'unauthorised') await flagWhenPaid(provider, attempt, now);
    await planRetry(attempt, now);
  }
}

/** An attempt whose answer was lost is found by our own reference. */
async function recoverPaymentId(provider: PaymentProvider, attempt: AttemptRow): Promise<string | null> {
  const paymentId = await provider.findPaymentId(attempt.reference);
  if (paymentId === null) return null;
  const client = await db();
  await client.paymentAttempt.update({ where: { id: attempt.id }, data: { paymentId, status: 'open' }, select: { id: true } });
  return paymentId;
}

async function listKnownIds(paymentId: string): Promise<string[]> {
  const client = await db();
  const events = await client.paymentEvent.findMany({
    where: { paymentId, parentChargeId: null, chargeId: { not: null } },
    distinct: ['chargeId'], orderBy: { id: 'desc' }, take: maxKnownCharges, select: { chargeId: true },
  });
  return events.flatMap(({ chargeId }) => chargeId ?? []);
}

/** Some accounts may not ask about charges at all. The page itself says whether it is paid: enough to call a person. */
async function flagWhenPaid(provider: PaymentProvider, { orderId, checkoutUrl }: AttemptRow, now: Date): Promise<void> {
  if (checkoutUrl === null || !(await saysPaid(provider, checkoutUrl))) return;
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const flagged = await tx.order.updateMany({ where: { id: orderId, paidChargeId: null, needsReview: null }, data: { needsReview: 'paid-unconfirmed' } });
    if (flagged.count > 0) await writeNote(tx, { orderId, kind: 'review', detail: { why: 'paid-unconfirmed' }, now });
  });
}

async function saysPaid(provider: PaymentProvider, checkoutUrl: string): Promise<boolean> {
  try {
    return await provider.isPaid(checkoutUrl);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    log.warn({ error: error.message }, 'the payment page could not be read');
    return false;
  }
}

async function planNext(attempt: AttemptRow, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const { expiresAt, order } = await tx.paymentAttempt.findUniqueOrThrow({
      where: { id: attempt.id }, select: { expiresAt: true, order: { select: { status: true, amountPiastres: true, paidChargeId: true, receivedChargeId: true } } },
    });
    const isSettled = order.paidChargeId !== null || order.receivedChargeId !== null;
    const isRefundable = isSettled && order.status !== 'refunded' && order.amountPiastres > 0;
    const next = nextInquiryAt({ ...attempt, expiresAt, isSettled, isRefundable }, now);
    await tx.paymentAttempt.update({
      where: { id: attempt.id },
      data: {
        inquiries: { increment: 1 }, failures: 0, lastInquiryAt: now, nextInquiryAt: next,
        ...(next === null || now >= pageClosesAt({ expiresAt }) ? { status: 'closed' as const, checkoutUrl: null } : {}),
      },
      select: { id: true },
    });
    const expired = await tx.order.updateMany({
      where: { id: attempt.orderId, status: 'pending', expiresAt: { lte: now } },
      data: { status: 'expired' },
    });
    if (expired.count > 0) await writeNote(tx, { orderId: attempt.orderId, kind: 'expired', now });
  });
}

async function planRetry(attempt: AttemptRow, now: Date): Promise<void> {
  const client = await db();
  await client.paymentAttempt.update({
    where: { id: attempt.id },
    data: {
      failures: { increment: 1 }, lastInquiryAt: now, nextInquiryAt: retryAt(attempt.failures, now),
      ...(attempt.status === 'closed' ? { status: 'open' as const } : {}),
    },
    select: { id: true },
  });
}
