import 'server-only';
import pLimit from 'p-limit';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, type Prisma } from '@/lib/database/client';
import { providerNames } from '@/lib/payments/providers';
import { expireAbandonedOrders, hasAbandonedOrders } from './expire-orders';
import { attemptFields, inquireAttempt, type AttemptRow } from './inquire';

const batchSize = 50;
const concurrency = 4;

/** A run takes no further batch when the next run is nearly due. */
const shareOfPeriod = 0.8;

/**
 * The job that finds lost notifications: asks about every attempt whose time has come (row P5), until there is none left.
 * Safe to run in several processes and to kill at any moment.
 * @returns the number of attempts asked about
 */
export async function reconcilePayments({ now, stopping }: { now: Date; stopping?: AbortSignal }): Promise<number> {
  const asked = await inquireDue(now, stopping);
  // Last: an order that cannot be ended must not keep payments from being found.
  await expireAbandonedOrders(now, stopping);
  return asked;
}

async function inquireDue(now: Date, stopping: AbortSignal | undefined): Promise<number> {
  const endAt = performance.now() + config().reconcileEverySeconds * shareOfPeriod * 1000;
  for (let asked = 0; ; ) {
    const due = await listDue(now);
    asked += await inquireAll(due, now, stopping);
    if (due.length < batchSize || performance.now() > endAt || stopping?.aborted) return asked;
  }
}

/** Also of closed pages, whose payments may have been given back since. */
const isDue = (now: Date) =>
  ({ nextInquiryAt: { lte: now }, order: { provider: { in: providerNames() } } }) satisfies Prisma.PaymentAttemptWhereInput;

export async function hasPaymentsToAskAbout(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.paymentAttempt.findFirst({ where: isDue(now), select: { id: true } })) !== null || hasAbandonedOrders(now);
}

type DueAttempt = AttemptRow & { nextInquiryAt: Date | null };

async function listDue(now: Date): Promise<DueAttempt[]> {
  const client = await db();
  return client.paymentAttempt.findMany({
    where: isDue(now), orderBy: { nextInquiryAt: 'asc' }, take: batchSize, select: { ...attemptFields, nextInquiryAt: true },
  });
}

async function inquireAll(due: readonly DueAttempt[], now: Date, stopping: AbortSignal | undefined): Promise<number> {
  const limit = pLimit(concurrency);
  try {
    const asked = await limit.map(due, async ({ nextInquiryAt, ...attempt }) => {
      if (stopping?.aborted || !(await claim(attempt.id, nextInquiryAt, now))) return false;
      await inquireAttempt(attempt, { source: 'inquiry', now });
      return true;
    });
    return asked.filter(Boolean).length;
  } finally {
    // After a failure nothing goes on without the job's lease.
    limit.clearQueue();
  }
}

/** Another process may have taken it meanwhile; a process that dies on the way leaves it due again two runs later. */
async function claim(id: string, seen: Date | null, now: Date): Promise<boolean> {
  const client = await db();
  const claimed = await client.paymentAttempt.updateMany({
    where: { id, nextInquiryAt: seen },
    data: { nextInquiryAt: addSeconds(now, 2 * config().reconcileEverySeconds) },
  });
  return claimed.count === 1;
}
