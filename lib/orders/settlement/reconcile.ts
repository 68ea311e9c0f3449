import pLimit from 'p-limit';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, type Prisma, transaction } from '@/lib/database/client';
import { tryEach } from '@/lib/database/try-each';
import { writeNote } from '@/lib/orders/order-notes';
import { lockOrder } from '@/lib/orders/order-row';
import { providerNames } from '@/lib/payments/providers';
import { attemptFields, type AttemptRow, inquireAttempt } from './inquire';

const batchSize = 50;
const concurrency = 4;

const shareOfPeriod = 0.8;

/** Safe to run in several processes and to kill at any moment (row P5). @returns the number of queried attempts */
export async function reconcilePayments({ now, stopping }: { now: Date; stopping?: AbortSignal }): Promise<number> {
  const inquiredCount = await inquireDueAttempts(now, stopping);
  // Run this last: if an order cannot be expired, payments have already been looked up.
  await expireAbandonedOrders(now, stopping);
  return inquiredCount;
}

async function inquireDueAttempts(now: Date, stopping: AbortSignal | undefined): Promise<number> {
  const endAt = performance.now() + config().reconcileEverySeconds * shareOfPeriod * 1000;
  for (let inquired = 0; ;) {
    const dueAttempts = await listDueAttempts(now);
    inquired += await inquireAll(dueAttempts, now, stopping);
    if (dueAttempts.length < batchSize || performance.now() > endAt || stopping?.aborted) return inquired;
  }
}

const dueCondition = (now: Date) =>
  ({
    nextInquiryAt: { lte: now },
    order: { provider: { in: providerNames() } },
  }) satisfies Prisma.PaymentAttemptWhereInput;

export async function hasInquiriesDue(now: Date): Promise<boolean> {
  const client = await db();
  return (
    (await client.paymentAttempt.findFirst({ where: dueCondition(now), select: { id: true } })) !== null ||
    hasAbandonedOrders(now)
  );
}

type DueAttempt = AttemptRow & { nextInquiryAt: Date | null };

async function listDueAttempts(now: Date): Promise<DueAttempt[]> {
  const client = await db();
  return client.paymentAttempt.findMany({
    where: dueCondition(now),
    orderBy: { nextInquiryAt: 'asc' },
    take: batchSize,
    select: { ...attemptFields, nextInquiryAt: true },
  });
}

async function inquireAll(due: readonly DueAttempt[], now: Date, stopping: AbortSignal | undefined): Promise<number> {
  const limit = pLimit(concurrency);
  try {
    const results = await limit.map(due, async ({ nextInquiryAt, ...attempt }) => {
      if (stopping?.aborted || !(await claimAttempt(attempt.id, nextInquiryAt, now))) return false;
      await inquireAttempt(attempt, { source: 'inquiry', now });
      return true;
    });
    return results.filter(Boolean).length;
  } finally {
    // Drop waiting inquiries after a failure: they must not run without the job's lease.
    limit.clearQueue();
  }
}

/** Returns false if another process claimed the attempt. If this process dies, another retries after two runs. */
async function claimAttempt(id: string, expectedInquiryAt: Date | null, now: Date): Promise<boolean> {
  const client = await db();
  const claimed = await client.paymentAttempt.updateMany({
    where: { id, nextInquiryAt: expectedInquiryAt },
    data: { nextInquiryAt: addSeconds(now, 2 * config().reconcileEverySeconds) },
  });
  return claimed.count === 1;
}

const maxExpiredPerRun = 100;

/** Orders that no inquiry will end: the service was killed before it opened a page, or every page is closed. */
const abandonedCondition = (now: Date) =>
  ({
    status: 'pending',
    expiresAt: { lte: now },
    attempts: { none: { status: { not: 'closed' } } },
  }) satisfies Prisma.OrderWhereInput;

async function hasAbandonedOrders(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.order.findFirst({ where: abandonedCondition(now), select: { id: true } })) !== null;
}

async function expireAbandonedOrders(now: Date, stopping?: AbortSignal): Promise<void> {
  const client = await db();
  const abandoned = await client.order.findMany({
    where: abandonedCondition(now),
    take: maxExpiredPerRun,
    select: { id: true },
  });
  await tryEach(
    abandoned,
    ({ id }) =>
      transaction(async (tx) => {
        await lockOrder(tx, id);
        const expired = await tx.order.updateMany({
          where: { ...abandonedCondition(now), id },
          data: { status: 'expired' },
        });
        if (expired.count > 0) await writeNote(tx, { orderId: id, kind: 'expired', now });
      }),
    stopping,
  );
}
