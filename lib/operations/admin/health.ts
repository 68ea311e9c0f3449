import { type LastBackup, readLastBackup } from '@/lib/backup/backup';
import { dayMs, minuteMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { db, openDatabase } from '@/lib/database/client';
import { countOrdersByStatus } from '@/lib/orders/order-counts';
import { paymentMode } from '@/lib/payments/providers';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { readFreeBytes } from '@/lib/process/data-dir';
import { serverStats } from '@/lib/process/shared-state';

export interface Health {
  version: string;
  commit: string | null;
  database: 'pglite' | 'postgresql';
  migrations: { applied: number; last: string | null; failed: number };
  lastBackup: LastBackup | null;
  paymentMode: 'test' | 'live' | 'off';
  freeMebibytes: number | null;
  pages: { cached: number; hits: number; renders: number };
  figures: OperationFigures;
  warnings: HealthWarning[];
}

const healthWarnings = ['backup', 'migrations', 'mail', 'review', 'space', 'jobs'] as const;
type HealthWarning = (typeof healthWarnings)[number];

export async function readHealth(actor: MaybeActor, now: Date): Promise<Health> {
  assertAdmin(actor);
  const { kind } = await openDatabase();
  const { pages, hits, renders } = serverStats;
  const [migrations, lastBackup, freeMebibytes, figures] = await Promise.all([
    readMigrations(),
    readLastBackup(),
    readFreeMebibytes(),
    readFigures(now),
  ]);
  const warnings = findWarnings({ migrations, lastBackup, freeMebibytes, figures }, now);
  return {
    ...version(),
    database: kind,
    migrations,
    lastBackup,
    paymentMode: paymentMode(),
    freeMebibytes,
    pages: { cached: pages, hits, renders },
    figures,
    warnings,
  };
}

function findWarnings(
  {
    migrations,
    lastBackup,
    freeMebibytes,
    figures,
  }: Pick<Health, 'migrations' | 'lastBackup' | 'freeMebibytes' | 'figures'>,
  now: Date,
): HealthWarning[] {
  const found: Record<HealthWarning, boolean> = {
    backup: !lastBackup || now.getTime() - lastBackup.at.getTime() > backupOldAfterMs,
    migrations: migrations.failed > 0,
    mail: figures.outbox.oldestSeconds * 1000 > mailStuckAfterMs,
    review: figures.ordersForReview > 0,
    space: freeMebibytes !== null && freeMebibytes < lowSpaceMebibytes,
    jobs: figures.jobs.some(({ lastError }) => Boolean(lastError)),
  };
  return healthWarnings.filter((name) => found[name]);
}

async function readMigrations(): Promise<Health['migrations']> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ name: string; ended: boolean }>>`
    SELECT migration_name::text AS name, finished_at IS NOT NULL AS ended FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`;
  const endedRows = rows.filter((row) => row.ended);
  return { applied: endedRows.length, last: endedRows.at(-1)?.name ?? null, failed: rows.length - endedRows.length };
}

async function readFreeMebibytes(): Promise<number | null> {
  return readFreeBytes(config().dataDir).then(
    (bytes) => Math.floor(bytes / (1024 * 1024)),
    () => null,
  );
}

export interface OperationFigures {
  outbox: { waiting: number; oldestSeconds: number; failing: number };
  orders: Record<string, number>;
  lastCallback: { at: Date; ageSeconds: number; result: string } | null;
  paymentsWithoutCallback: number;
  refundsOpen: number;
  ordersForReview: number;
  jobs: Array<{ name: string; lastRunSeconds: number | null; lastError: string | null }>;
}

export async function readFigures(now: Date): Promise<OperationFigures> {
  const client = await db();
  const [outbox, failing, oldest, orders, callback, refundsOpen, ordersForReview, jobs] = await Promise.all([
    client.outbox.count({ where: { doneAt: null, newsletterId: null } }),
    client.outbox.count({ where: { doneAt: null, newsletterId: null, attempts: { gt: 0 } } }),
    client.outbox.findFirst({
      where: { doneAt: null, newsletterId: null },
      orderBy: { id: 'asc' },
      select: { createdAt: true },
    }),
    countOrdersByStatus(client),
    client.paymentEvent.findFirst({
      where: { source: 'callback' },
      orderBy: { id: 'desc' },
      select: { receivedAt: true, result: true },
    }),
    client.refundRequest.count({ where: { status: { in: ['requested', 'approved', 'sending', 'failed'] } } }),
    client.order.count({ where: { needsReview: { not: null } } }),
    client.jobLease.findMany({ select: { name: true, lastRunAt: true, lastError: true }, orderBy: { name: 'asc' } }),
  ]);
  const paymentsWithoutCallback = await countPaymentsWithoutCallback(callback?.receivedAt ?? null, now);
  return {
    outbox: { waiting: outbox, oldestSeconds: oldest ? secondsSince(oldest.createdAt, now) : 0, failing },
    orders,
    lastCallback: callback && {
      at: callback.receivedAt,
      ageSeconds: secondsSince(callback.receivedAt, now),
      result: callback.result,
    },
    paymentsWithoutCallback,
    refundsOpen,
    ordersForReview,
    jobs: jobs.map(({ lastRunAt, ...job }) => ({
      ...job,
      lastRunSeconds: lastRunAt ? secondsSince(lastRunAt, now) : null,
    })),
  };
}

/** Gives each callback a minute to arrive. Without callbacks, payments are found up to five minutes late. */
export async function countPaymentsWithoutCallback(lastCallbackAt: Date | null, now: Date): Promise<number> {
  const client = await db();
  return client.paymentEvent.count({
    where: {
      source: { in: ['inquiry', 'return'] },
      type: { not: 'FREE' },
      reason: 'paid',
      receivedAt: {
        gt: new Date(Math.max(now.getTime() - monthMs, lastCallbackAt?.getTime() ?? 0)),
        lt: new Date(now.getTime() - minuteMs),
      },
    },
  });
}

const monthMs = 30 * 24 * 60 * minuteMs;

const secondsSince = (time: Date, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000));

export const backupOldAfterMs = 2 * dayMs;
export const mailStuckAfterMs = 15 * minuteMs;
export const lowSpaceMebibytes = 1024;
