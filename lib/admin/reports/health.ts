import 'server-only';
import { paidProvider } from '@/lib/payments/providers';
import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { config } from '@/lib/config/config';
import { db, openDatabase } from '@/lib/database/client';
import { serverStats } from '@/lib/process/stats';
import { version } from '@/lib/config/version';
import { readFigures, type Figures } from './figures';

export interface Health {
  version: string;
  commit: string | null;
  database: 'pglite' | 'postgresql';
  migrations: { applied: number; last: string | null; failed: number };
  lastBackup: { at: Date; file: string } | null;
  lastCallback: { at: Date; result: string } | null;
  paymentMode: 'test' | 'live' | 'off';
  freeMebibytes: number | null;
  pages: { cached: number; hits: number; renders: number };
  figures: Figures;
}

const backupFact = z.object({ at: z.coerce.date(), file: z.string() });

/** One look at whether all is well (row O9). @throws Problem 401, 403 */
export async function readHealth(actor: MaybeActor, now: Date): Promise<Health> {
  assertAdmin(actor);
  const { kind } = await openDatabase();
  const { pages, hits, renders } = serverStats;
  const [migrations, lastBackup, lastCallback, freeMebibytes, figures] = await Promise.all([readMigrations(), readLastBackup(), readLastCallback(), readFree(), readFigures(now)]);
  return { ...version(), database: kind, migrations, lastBackup, lastCallback, paymentMode: paidProvider()?.mode ?? 'off', freeMebibytes, pages: { cached: pages, hits, renders }, figures };
}

async function readMigrations(): Promise<Health['migrations']> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ name: string; ended: boolean }>>`
    SELECT migration_name::text AS name, finished_at IS NOT NULL AS ended FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`;
  const ended = rows.filter((row) => row.ended);
  return { applied: ended.length, last: ended.at(-1)?.name ?? null, failed: rows.length - ended.length };
}

async function readLastBackup(): Promise<Health['lastBackup']> {
  const client = await db();
  const fact = await client.fact.findUnique({ where: { name: 'last-backup' }, select: { value: true } });
  return backupFact.safeParse(fact?.value).data ?? null;
}

async function readLastCallback(): Promise<Health['lastCallback']> {
  const client = await db();
  const event = await client.paymentEvent.findFirst({ where: { source: 'callback' }, orderBy: { id: 'desc' }, select: { receivedAt: true, result: true } });
  return event ? { at: event.receivedAt, result: event.result } : null;
}

async function readFree(): Promise<number | null> {
  return statfs(config().dataDir).then(({ bavail, bsize }) => Math.floor((bavail * bsize) / (1024 * 1024)), () => null);
}
