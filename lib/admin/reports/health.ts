import 'server-only';
import { paidProvider } from '@/lib/payments/providers';
import { statfs } from 'node:fs/promises';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { readLastBackup, type LastBackup } from '@/lib/backup/last-backup';
import { config } from '@/lib/config/config';
import { db, openDatabase } from '@/lib/database/client';
import { serverStats } from '@/lib/process/stats';
import { version } from '@/lib/config/version';
import { readFigures, type Figures } from './figures';
import { backupOldAfterMs, littleSpaceMebibytes, mailStuckAfterMs } from './limits';

export interface Health {
  version: string;
  commit: string | null;
  database: 'pglite' | 'postgresql';
  migrations: { applied: number; last: string | null; failed: number };
  lastBackup: LastBackup | null;
  paymentMode: 'test' | 'live' | 'off';
  freeMebibytes: number | null;
  pages: { cached: number; hits: number; renders: number };
  figures: Figures;
  worries: Worry[];
}

const worryNames = ['backup', 'migrations', 'mail', 'review', 'space', 'jobs'] as const;
export type Worry = (typeof worryNames)[number];

/** One look at whether all is well (row O9). @throws Problem 401, 403 */
export async function readHealth(actor: MaybeActor, now: Date): Promise<Health> {
  assertAdmin(actor);
  const { kind } = await openDatabase();
  const { pages, hits, renders } = serverStats;
  const [migrations, lastBackup, freeMebibytes, figures] = await Promise.all([readMigrations(), readLastBackup(), readFree(), readFigures(now)]);
  const worries = worriesOf({ migrations, lastBackup, freeMebibytes, figures }, now);
  return { ...version(), database: kind, migrations, lastBackup, paymentMode: paidProvider()?.mode ?? 'off', freeMebibytes, pages: { cached: pages, hits, renders }, figures, worries };
}

function worriesOf({ migrations, lastBackup, freeMebibytes, figures }: Pick<Health, 'migrations' | 'lastBackup' | 'freeMebibytes' | 'figures'>, now: Date): Worry[] {
  const found: Record<Worry, boolean> = {
    backup: !lastBackup || now.getTime() - lastBackup.at.getTime() > backupOldAfterMs,
    migrations: migrations.failed > 0,
    mail: figures.outbox.oldestSeconds * 1000 > mailStuckAfterMs,
    review: figures.ordersForReview > 0,
    space: freeMebibytes !== null && freeMebibytes < littleSpaceMebibytes,
    jobs: figures.jobs.some(({ lastError }) => Boolean(lastError)),
  };
  return worryNames.filter((name) => found[name]);
}

async function readMigrations(): Promise<Health['migrations']> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ name: string; ended: boolean }>>`
    SELECT migration_name::text AS name, finished_at IS NOT NULL AS ended FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`;
  const ended = rows.filter((row) => row.ended);
  return { applied: ended.length, last: ended.at(-1)?.name ?? null, failed: rows.length - ended.length };
}

async function readFree(): Promise<number | null> {
  return statfs(config().dataDir).then(({ bavail, bsize }) => Math.floor((bavail * bsize) / (1024 * 1024)), () => null);
}
