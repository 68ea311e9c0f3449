import 'server-only';
import { mkdirSync } from 'node:fs';
import { config } from '@/lib/config';
import { syncCatalogue } from '@/lib/courses/sync';
import { closeDatabase, openDatabase } from '@/lib/db';
import { frontReady, onStop } from '@/lib/http/front';
import { log } from '@/lib/log';
import { applyMigrations } from '@/prisma/migrate';
import { startJobs, stopJobs } from './start-jobs';

/** Any 64-bit number that only this program uses; processes that start together migrate one after the other. */
const migrationLock = 7_402_611_953;

/** Start of the service: folders, database, migrations, then the front lets requests in. A failure ends the process. */
export async function start(): Promise<void> {
  try {
    mkdirSync(config().dataDir, { recursive: true });
    await migrate();
    onStop(closeDatabase);
    await syncCatalogue();
    await startJobs();
    onStop(stopJobs);
    frontReady();
    log.info({ site: config().siteUrl, project: config().siteProject }, 'ready');
  } catch (error) {
    log.fatal({ err: error }, 'The service could not start');
    process.stderr.write(`The service could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function migrate(): Promise<void> {
  const database = await openDatabase();
  const applied = database.kind === 'pglite' ? await applyMigrations(database.factory) : await migrateAlone(database.factory);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
}

async function migrateAlone(factory: Parameters<typeof applyMigrations>[0]): Promise<string[]> {
  const database = await openDatabase();
  return database.unhurried().$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', '0', true)`;
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${migrationLock})`;
      return applyMigrations(factory);
    },
    { maxWait: 60_000, timeout: 300_000 },
  );
}
