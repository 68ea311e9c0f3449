import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { startBroadcast } from '@/lib/cache/broadcast';
import { invalidateHere } from '@/lib/cache/invalidate';
import { cairoDayOf, now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { previewRoleOf } from '@/lib/content/admin/preview';
import { startContentOverlay } from '@/lib/content/content-overlay';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { closeDatabase, db, openDatabase } from '@/lib/database/client';
import { prepareDatabase } from '@/lib/database/prepare-database';
import { syncAttachments } from '@/lib/lessons/attachment-files';
import { log } from '@/lib/log';
import { commands } from '@/lib/operations/control/commands';
import { startControlSocket } from '@/lib/operations/control/server';
import { registerNotificationCheck } from '@/lib/orders/settlement/notification';
import { prepareDataDir } from '@/lib/process/data-dir';
import { processState } from '@/lib/process/process-state';
import { markReady, onStop, registerPreviewCheck, takeSearchVisits } from '@/lib/process/shared-state';
import { syncQuizzes } from '@/lib/quizzes/quiz';
import { allJobs } from './all-jobs';
import { endAllLeases } from './lease';
import { startScheduler } from './scheduler';

/** Ends the process if any step fails. */
export async function startService(): Promise<void> {
  try {
    prepareDataDir(config().dataDir);
    onStop(closeDatabase);
    const applied = await prepareDatabase();
    if (applied.length > 0) log.info({ applied }, 'Applied migrations');
    onStop(await startContentOverlay());
    await syncCatalogue();
    await syncQuizzes();
    await syncAttachments();
    await registerNotificationCheck();
    registerPreviewCheck((headers, token) => previewRoleOf(headers, token, now()));
    await startJobs();
    onStop(stopJobs);
    markReady();
    log.info({ site: config().siteUrl, project: config().siteProject }, 'Ready');
  } catch (error) {
    log.fatal({ err: error }, 'The service could not start');
    process.stderr.write(`The service could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    await closeDatabase().catch((failure: unknown) =>
      log.error({ err: failure }, 'The database could not be closed cleanly; the next start recovers it'),
    );
    process.exit(1);
  }
}

interface BackgroundServices {
  stop(): Promise<void>;
}
const state = processState('jobs', () => ({ running: undefined as Promise<BackgroundServices> | undefined }));

async function startJobs(): Promise<void> {
  state.running ??= startBackgroundServices();
  await state.running;
}

async function stopJobs(): Promise<void> {
  const running = await state.running;
  state.running = undefined;
  await running?.stop();
}

async function startBackgroundServices(): Promise<BackgroundServices> {
  const control = await startControlSocket(config().dataDir, commands);
  if ((await openDatabase()).kind === 'pglite') await endAllLeases();
  const drops = startBroadcast(() => invalidateHere(['*'], false));
  const visits = startSearchVisits();
  const scheduler = startScheduler(allJobs(), `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`);
  return {
    async stop() {
      await Promise.all([scheduler.stop(), visits.stop(), control.stop()]);
      // Last, because a job that is still running may invalidate pages of other processes.
      await drops.stop();
    },
  };
}

const intervalMs = 30_000;

export async function storeSearchVisits(counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const client = await db();
  for (const [lang, count] of counts) {
    await client.$executeRaw`
      INSERT INTO "SearchVisit" ("day", "lang", "count") VALUES (${cairoDayOf(at)}, ${lang}, ${count})
      ON CONFLICT ("day", "lang") DO UPDATE SET "count" = "SearchVisit"."count" + EXCLUDED."count"`;
  }
}

/** Not a job, because every process counts its own visitors. Counts are lost while the database is down. */
function startSearchVisits(): { stop(): Promise<void> } {
  const store = async () => {
    try {
      await storeSearchVisits(takeSearchVisits(), now());
    } catch (error) {
      log.warn({ error: String(error) }, 'Visits from search engines could not be stored; these counts are lost');
    }
  };
  const timer = setInterval(() => void store(), intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await store();
    },
  };
}
