import type { OrderStatus, PaymentEventSource } from '@/generated/prisma/enums';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, type Prisma, transaction } from '@/lib/database/client';
import { log } from '@/lib/log';
import { writeNote } from '@/lib/orders/order-notes';
import { lockOrder } from '@/lib/orders/order-row';
import { isProviderError, type PaymentProvider } from '@/lib/payments/provider';
import { findProvider } from '@/lib/payments/providers';
import { settlePayment } from './settle';

export interface Inquiry {
  readonly source: PaymentEventSource;
  readonly now: Date;
}

/** `withClosed`: also asks about closed payment pages, whose payments may have been refunded since. */
export interface OrderInquiry extends Inquiry {
  readonly withClosed?: boolean;
}

export const attemptFields = {
  id: true,
  orderId: true,
  status: true,
  reference: true,
  paymentId: true,
  inquiries: true,
  failures: true,
  createdAt: true,
  expiresAt: true,
  checkoutUrl: true,
  order: { select: { provider: true, currency: true } },
} as const satisfies Prisma.PaymentAttemptSelect;

export type AttemptRow = Prisma.PaymentAttemptGetPayload<{ select: typeof attemptFields }>;

const maxAttempts = 10;
const maxKnownCharges = 10;

/** Settles every charge of the order. Provider errors are only logged, because a later run asks again. */
export async function inquireOrder(
  orderId: string,
  { withClosed = false, ...inquiry }: OrderInquiry,
): Promise<OrderStatus> {
  const client = await db();
  const openCondition = { status: { not: 'closed' } } satisfies Prisma.PaymentAttemptWhereInput;
  const attempts = await client.paymentAttempt.findMany({
    where: { orderId, OR: withClosed ? [openCondition, { paymentId: { not: null } }] : [openCondition] },
    orderBy: { createdAt: 'desc' },
    take: maxAttempts,
    select: attemptFields,
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
    const charges =
      paymentId === null
        ? []
        : await provider.listCharges({ paymentId, currency, knownIds: await listKnownIds(paymentId) });
    for (const charge of charges) await settlePayment({ source, charge, now });
    await planNextInquiry(attempt, now);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    log.warn(
      { orderId: attempt.orderId, error: error.message, failure: error.failure },
      'A payment could not be queried',
    );
    if (error.failure === 'unauthorised') await flagIfPaid(provider, attempt, now);
    await planRetry(attempt, now);
  }
}

async function recoverPaymentId(provider: PaymentProvider, attempt: AttemptRow): Promise<string | null> {
  const paymentId = await provider.findPaymentId(attempt.reference);
  if (paymentId === null) return null;
  const client = await db();
  await client.paymentAttempt.update({
    where: { id: attempt.id },
    data: { paymentId, status: 'open' },
    select: { id: true },
  });
  return paymentId;
}

async function listKnownIds(paymentId: string): Promise<string[]> {
  const client = await db();
  const events = await client.paymentEvent.findMany({
    where: { paymentId, parentChargeId: null, chargeId: { not: null } },
    distinct: ['chargeId'],
    orderBy: { id: 'desc' },
    take: maxKnownCharges,
    select: { chargeId: true },
  });
  return events.flatMap(({ chargeId }) => chargeId ?? []);
}

/** Some accounts may not query charges. Their payment page still says if it is paid, which is enough for a flag. */
async function flagIfPaid(provider: PaymentProvider, { orderId, checkoutUrl }: AttemptRow, now: Date): Promise<void> {
  if (checkoutUrl === null || !(await isReportedPaid(provider, checkoutUrl))) return;
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const flagged = await tx.order.updateMany({
      where: { id: orderId, paidChargeId: null, needsReview: null },
      data: { needsReview: 'paid-unconfirmed' },
    });
    if (flagged.count > 0) await writeNote(tx, { orderId, kind: 'review', detail: { why: 'paid-unconfirmed' }, now });
  });
}

async function isReportedPaid(provider: PaymentProvider, checkoutUrl: string): Promise<boolean> {
  try {
    return await provider.isPaid(checkoutUrl);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    log.warn(
      { error: error.message },
      'The payment page could not be read; treating the order as unpaid until the next check',
    );
    return false;
  }
}

async function planNextInquiry(attempt: AttemptRow, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const { expiresAt, order } = await tx.paymentAttempt.findUniqueOrThrow({
      where: { id: attempt.id },
      select: {
        expiresAt: true,
        order: { select: { status: true, amountPiastres: true, paidChargeId: true, receivedChargeId: true } },
      },
    });
    const isSettled = order.paidChargeId !== null || order.receivedChargeId !== null;
    const isRefundable = isSettled && order.status !== 'refunded' && order.amountPiastres > 0;
    const next = nextInquiryAt({ ...attempt, expiresAt, isSettled, isRefundable }, now);
    await tx.paymentAttempt.update({
      where: { id: attempt.id },
      data: {
        inquiries: { increment: 1 },
        failures: 0,
        lastInquiryAt: now,
        nextInquiryAt: next,
        ...(next === null || now >= pageClosesAt({ expiresAt })
          ? { status: 'closed' as const, checkoutUrl: null }
          : {}),
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
      failures: { increment: 1 },
      lastInquiryAt: now,
      nextInquiryAt: nextRetryAt(attempt.failures, now),
      ...(attempt.status === 'closed' ? { status: 'open' as const } : {}),
    },
    select: { id: true },
  });
}

export const checkoutSeconds = 3600;

/** Gaps between two inquiries about one attempt, in runs of the reconcile job (60 s each by default). */
const inquiryGaps = [2, 2, 3, 4] as const;
const slowInquiryGap = 60;
/** Continue for this many runs after the page closes: a payment started in its last minute ends later. */
const lateRuns = 10;

export const firstInquiryAt = (now: Date): Date => addSeconds(now, inquiryGaps[0] * config().reconcileEverySeconds);

/** Days after the page closes on which to look for unreported refunds: 30 by the policy, plus 7 to send the money. */
const refundDays = [1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 37] as const;

interface AttemptSchedule {
  inquiries: number;
  createdAt: Date;
  expiresAt: Date;
  isSettled: boolean;
  isRefundable: boolean;
}

const pageClosesAt = ({ expiresAt }: Pick<AttemptSchedule, 'expiresAt'>): Date =>
  addSeconds(expiresAt, slowInquiryGap * config().reconcileEverySeconds);

/**
 * While the page is open, a lost notification must be found within minutes. A kiosk bill is queried hourly. A paid
 * attempt is queried an hour after its end, since a second charge may be unreported, and then on `refundDays`.
 */
export function nextInquiryAt(attempt: AttemptSchedule, now: Date, jitter = Math.random()): Date | null {
  const every = config().reconcileEverySeconds;
  const closesAt = pageClosesAt(attempt);
  if (now >= closesAt) return attempt.isRefundable ? nextRefundInquiry(closesAt, now) : null;
  if (attempt.isSettled) return closesAt;
  const isYoung = now < addSeconds(attempt.createdAt, checkoutSeconds + lateRuns * every);
  const gap = isYoung ? (inquiryGaps[Math.min(attempt.inquiries, inquiryGaps.length - 1)] ?? 4) : slowInquiryGap;
  const next = addSeconds(now, gap * every * (1 + jitter * 0.1));
  return next < closesAt ? next : closesAt;
}

function nextRefundInquiry(last: Date, now: Date): Date | null {
  return refundDays.map((days) => addSeconds(last, days * 86_400)).find((at) => at > now) ?? null;
}

/** Waits 1, 2, 4, 8, then 10 runs after consecutive failures (R10), because the buyer may have paid. */
export function nextRetryAt(failures: number, now: Date, jitter = Math.random()): Date {
  const runs = Math.min(2 ** Math.min(failures, lateRuns), lateRuns);
  return addSeconds(now, runs * config().reconcileEverySeconds * (1 + jitter * 0.1));
}
