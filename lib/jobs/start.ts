import 'server-only';
import { previewRoleOf } from '@/lib/admin/content/preview';
import { registerNotificationCheck } from '@/lib/checkout/settlement/notification';
import { startContentOverlay } from '@/lib/cache/content-overlay';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { prepareDataDir } from '@/lib/process/data-dir';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { syncQuizzes } from '@/lib/courses/quizzes/sync-quizzes';
import { closeDatabase } from '@/lib/database/client';
import { markReady, onStop } from '@/lib/process/lifecycle';
import { log } from '@/lib/log';
import { prepareDatabase } from '@/lib/database/prepare-database';
import { registerPreviewCheck } from '@/lib/process/preview-check';
import { syncAttachments } from '@/lib/video/attachments/sync-attachments';
import { startJobs, stopJobs } from './start-jobs';

/** Starts the service: folders, database, migrations, catalogue, jobs; then requests are accepted. A failure ends the process. */
export async function start(): Promise<void> {
  try {
    prepareDataDir(config().dataDir);
    onStop(closeDatabase);
    const applied = await prepareDatabase();
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    onStop(await startContentOverlay());
    await syncCatalogue();
    await syncQuizzes();
    await syncAttachments();
    await registerNotificationCheck();
    registerPreviewCheck((headers, token) => previewRoleOf(headers, token, now()));
    await startJobs();
    onStop(stopJobs);
    markReady();
    log.info({ site: config().siteUrl, project: config().siteProject }, 'ready');
  } catch (error) {
    log.fatal({ err: error }, 'The service could not start');
    process.stderr.write(`The service could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    await closeDatabase().catch((failure: unknown) => log.error({ err: failure }, 'The database could not be closed'));
    process.exit(1);
  }
}
