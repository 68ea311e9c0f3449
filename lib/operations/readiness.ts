import { access, constants } from 'node:fs/promises';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { lifecycle } from '@/lib/process/shared-state';

export type ServicePart = 'database' | 'migrations' | 'storage' | 'stopping';

const timeoutMs = 2000;

let running: Promise<ServicePart | null> | null = null;

/** Allows two seconds for each part (R04). Concurrent callers share one answer. */
export const checkReadiness = (): Promise<ServicePart | null> =>
  (running ??= findFailingPart().finally(() => (running = null)));

async function findFailingPart(): Promise<ServicePart | null> {
  if (lifecycle.stopping) return 'stopping';
  if (!(await orFalseAfterTimeout(isStorageWritable()))) return 'storage';
  if (!(await orFalseAfterTimeout(isDatabaseAnswering()))) return 'database';
  return (await orFalseAfterTimeout(areMigrationsApplied())) ? null : 'migrations';
}

async function isStorageWritable(): Promise<boolean> {
  await access(config().dataDir, constants.W_OK);
  return true;
}

async function isDatabaseAnswering(): Promise<boolean> {
  const client = await db();
  await client.$queryRaw`SELECT 1`;
  return true;
}

async function areMigrationsApplied(): Promise<boolean> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ ended: number; open: number }>>`
    SELECT count(finished_at)::int AS ended, count(*) FILTER (WHERE finished_at IS NULL AND rolled_back_at IS NULL)::int AS open
    FROM "_prisma_migrations"`;
  return rows[0] !== undefined && rows[0].ended > 0 && rows[0].open === 0;
}

async function orFalseAfterTimeout(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
  return Promise.race([check.catch(() => false), late]).finally(() => clearTimeout(timer));
}
