import { config, ConfigError } from '@/lib/config/config';
import { badFinding, type DiagnosticCheck, type DiagnosticReport, okFinding, runChecks } from './check';
import { contentCheck, editedCheck, hreflangCheck, publishedCheck, sampleCheck } from './content-check';
import { backupCheck, databaseCheck, diskCheck, mailCheck, migrationsCheck, rejectionsCheck } from './host-checks';
import { attachmentsCheck, lessonsCheck, picturesCheck } from './media-check';
import { ordersCheck, providerChecks } from './orders-check';

const checks: readonly DiagnosticCheck[] = [
  diskCheck,
  databaseCheck,
  migrationsCheck,
  rejectionsCheck,
  contentCheck,
  sampleCheck,
  lessonsCheck,
  attachmentsCheck,
  picturesCheck,
  mailCheck,
  ...providerChecks,
  ordersCheck,
  editedCheck,
  publishedCheck,
  backupCheck,
  hreflangCheck,
];

export async function runDiagnostics(now: Date): Promise<DiagnosticReport[]> {
  try {
    config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check: 'configuration', findings: error.problems.map(badFinding) }];
  }
  return [
    { check: 'configuration', findings: [okFinding(`${config().siteUrl}, project ${config().siteProject}`)] },
    ...(await runChecks(checks, now)),
  ];
}
