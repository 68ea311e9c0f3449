import 'server-only';
import { access, constants } from 'node:fs/promises';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { lifecycle } from '@/lib/process/lifecycle';

export type Part = 'database' | 'migrations' | 'storage' | 'stopping';

const timeoutMs = 2000;

let running: Promise<Part | null> | null = null;

/** The first part that is not ready, or null; within two seconds each (R04). Whoever asks at once shares one answer, since nobody counts who asks. */
export const failingPart = (): Promise<Part | null> => (running ??= findFailingPart().finally(() => (running = null)));

async function findFailingPart(): Promise<Part | null> {
  if (lifecycle.stopping) return 'stopping';
  if (!(await withTimeout(storageWrites()))) return 'storage';
  if (!(await withTimeout(databaseAnswers()))) return 'database';
  return (await withTimeout(migrationsApplied())) ? null : 'migrations';
}

async function storageWrites(): Promise<boolean> {
  await access(config().dataDir, constants.W_OK);
  return true;
}

async function databaseAnswers(): Promise<boolean> {
  const client = await db();
  await client.$queryRaw`SELECT 1`;
  return true;
}

/** Migrations are applied at start; this finds an unfinished one. */
async function migrationsApplied(): Promise<boolean> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ ended: number; open: number }>>`
    SELECT count(finished_at)::int AS ended, count(*) FILTER (WHERE finished_at IS NULL AND rolled_back_at IS NULL)::int AS open
    FROM "_prisma_migrations"`;
  return rows[0] !== undefined && rows[0].ended > 0 && rows[0].open === 0;
}

async function withTimeout(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
  return Promise.race([check.catch(() => false), late]).finally(() => clearTimeout(timer));
}
