import 'server-only';
import type { OrderStatus, PaymentEventSource } from '@/generated/prisma/enums';
import { db, transaction } from '@/lib/database/client';
import { log } from '@/lib/log';
import type { PaymobClient } from '@/lib/paymob/client';
import { isPaymobError, PaymobApiError } from '@/lib/paymob/errors';
import { flagWhenPaid } from './flag-when-paid';
import { gateway } from './gateway';
import { knownTransactions } from './known-transactions';
import { lockOrder } from './order-lock';
import { nextInquiryAt, retryAt } from './schedule';
import { settlePayment } from './settle';
import { writeNote } from './timeline';

export interface Asking { readonly source: PaymentEventSource; readonly now: Date }

export const askedAttemptFields = {
  id: true, orderId: true, specialReference: true, intentionOrderId: true, inquiries: true, failures: true, createdAt: true, expiresAt: true,
} as const;

export interface AskedAttempt {
  id: string; orderId: string; specialReference: string; intentionOrderId: bigint | null; inquiries: number; failures: number; createdAt: Date;
  expiresAt: Date;
}

/** Asks Paymob about an order and settles every answer; Paymob's troubles are logged and asked again later. */
export async function askAboutOrder(orderId: string, asking: Asking): Promise<OrderStatus> {
  const client = await db();
  const attempts = await client.paymentAttempt.findMany({
    where: { orderId, status: { not: 'closed' } }, orderBy: { createdAt: 'desc' }, take: 5, select: askedAttemptFields,
  });
  for (const attempt of attempts) await askAboutAttempt(attempt, asking);
  const order = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
  return order.status;
}

export async function askAboutAttempt(attempt: AskedAttempt, asking: Asking): Promise<void> {
  const paymob = gateway();
  if (!paymob) return;
  try {
    const paymobOrderId = await orderIdAtPaymob(paymob, attempt);
    const transactions = paymobOrderId === null ? [] : await knownTransactions(paymob, paymobOrderId);
    for (const known of transactions) await settlePayment({ source: asking.source, transaction: known, now: asking.now });
    await planNext(attempt, asking.now);
  } catch (error) {
    if (!isPaymobError(error)) throw error;
    log.warn({ orderId: attempt.orderId, error: error.message, kind: error.name }, 'inquiry failed');
    if (error instanceof PaymobApiError && error.status === 401) await flagWhenPaid(paymob, attempt, asking.now);
    await planRetry(attempt, asking.now);
  }
}

/** An attempt whose answer was lost is found by our own reference, which only Paymob's authenticated answer can confirm. */
async function orderIdAtPaymob(paymob: PaymobClient, attempt: AskedAttempt): Promise<number | null> {
  if (attempt.intentionOrderId !== null) return Number(attempt.intentionOrderId);
  const found = await paymob.inquireByReference(attempt.specialReference);
  if (!found || found.merchantOrderId !== attempt.specialReference) return null;
  const client = await db();
  await client.paymentAttempt.update({
    where: { id: attempt.id }, data: { intentionOrderId: BigInt(found.orderId), status: 'open' }, select: { id: true },
  });
  return found.orderId;
}

async function planNext(attempt: AskedAttempt, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const { expiresAt, order } = await tx.paymentAttempt.findUniqueOrThrow({
      where: { id: attempt.id }, select: { expiresAt: true, order: { select: { paidTransactionId: true } } },
    });
    const next = nextInquiryAt({ ...attempt, expiresAt, isSettled: order.paidTransactionId !== null }, now);
    await tx.paymentAttempt.update({
      where: { id: attempt.id },
      data: {
        inquiries: { increment: 1 }, failures: 0, lastInquiryAt: now, nextInquiryAt: next,
        ...(next === null ? { status: 'closed' as const, checkoutUrl: null } : {}),
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

async function planRetry(attempt: AskedAttempt, now: Date): Promise<void> {
  const client = await db();
  await client.paymentAttempt.update({
    where: { id: attempt.id },
    data: { failures: { increment: 1 }, lastInquiryAt: now, nextInquiryAt: retryAt(attempt.failures, now) },
    select: { id: true },
  });
}
