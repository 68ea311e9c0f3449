import 'server-only';
import { config, ConfigError } from '@/lib/config/config';
import { backupCheck } from './backup-check';
import { bad, ok, runChecks, type Check, type Report } from './check';
import { contentCheck, editedCheck, publishedCheck, sampleCheck } from './content-check';
import { databaseCheck, migrationsCheck } from './database-check';
import { diskCheck } from './host-checks';
import { hreflangCheck } from './hreflang-check';
import { attachmentsCheck, lessonsCheck } from './lessons-check';
import { mailCheck } from './mail-check';
import { ordersCheck } from './orders-check';
import { paymobCheck } from './paymob-check';
import { picturesCheck } from './pictures-check';
import { rejectionsCheck } from './host-checks';

const checks: readonly Check[] = [
  diskCheck, databaseCheck, migrationsCheck, rejectionsCheck, contentCheck, sampleCheck, lessonsCheck, attachmentsCheck, picturesCheck, mailCheck, paymobCheck, ordersCheck, editedCheck, publishedCheck,
  backupCheck, hreflangCheck,
];

/** All reports of `npm run doctor`; without a valid configuration, only that. */
export async function examine(now: Date): Promise<Report[]> {
  try {
    config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check: 'configuration', findings: error.problems.map(bad) }];
  }
  return [{ check: 'configuration', findings: [ok(`${config().siteUrl}, project ${config().siteProject}`)] }, ...(await runChecks(checks, now))];
}
