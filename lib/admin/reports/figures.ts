import 'server-only';
import { db } from '@/lib/database/client';

export interface Figures {
  outbox: { waiting: number; oldestSeconds: number; failing: number };
  orders: Record<string, number>;
  lastCallback: { at: Date; ageSeconds: number; result: string } | null;
  refundsOpen: number;
  ordersForReview: number;
  jobs: Array<{ name: string; lastRunSeconds: number | null; lastError: string | null }>;
}

/** How the running service does, in numbers: for /metrics and administration's health page. */
export async function readFigures(now: Date): Promise<Figures> {
  const client = await db();
  const [outbox, failing, oldest, statuses, callback, refundsOpen, ordersForReview, jobs] = await Promise.all([
    client.outbox.count({ where: { doneAt: null, newsletterId: null } }),
    client.outbox.count({ where: { doneAt: null, newsletterId: null, attempts: { gt: 0 } } }),
    client.outbox.findFirst({ where: { doneAt: null, newsletterId: null }, orderBy: { id: 'asc' }, select: { createdAt: true } }),
    client.order.groupBy({ by: ['status'], _count: { _all: true } }),
    client.paymentEvent.findFirst({ where: { source: 'callback' }, orderBy: { id: 'desc' }, select: { receivedAt: true, result: true } }),
    client.refundRequest.count({ where: { status: { in: ['requested', 'approved', 'sending', 'failed'] } } }),
    client.order.count({ where: { needsReview: { not: null } } }),
    client.jobLease.findMany({ select: { name: true, lastRunAt: true, lastError: true }, orderBy: { name: 'asc' } }),
  ]);
  return {
    outbox: { waiting: outbox, oldestSeconds: oldest ? secondsSince(oldest.createdAt, now) : 0, failing },
    orders: Object.fromEntries(statuses.map(({ status, _count }) => [status, _count._all])),
    lastCallback: callback && { at: callback.receivedAt, ageSeconds: secondsSince(callback.receivedAt, now), result: callback.result },
    refundsOpen,
    ordersForReview,
    jobs: jobs.map(({ lastRunAt, ...job }) => ({ ...job, lastRunSeconds: lastRunAt ? secondsSince(lastRunAt, now) : null })),
  };
}

const secondsSince = (time: Date, now: Date): number => Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000));
