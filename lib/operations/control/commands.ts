import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { resetSecondFactorByCommand } from '@/lib/accounts/admin/users';
import { makeAdministrator } from '@/lib/accounts/administrators';
import { addSampleAccounts } from '@/lib/accounts/create-account';
import { addSampleArticles } from '@/lib/articles/save-article';
import { writeBackup } from '@/lib/backup/backup';
import type { BackupChecksums } from '@/lib/backup/backup-file';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { exportCatalogue, exportContent, importCatalogue, importContent } from '@/lib/content/admin/transfer';
import { openDatabase } from '@/lib/database/client';
import { reportBounceMail } from '@/lib/newsletter/bounces';
import { isHealthy, reportLines } from '@/lib/operations/doctor/check';
import { runDiagnostics } from '@/lib/operations/doctor/examine';
import { exportQuizzes, importQuizzes } from '@/lib/quizzes/admin/transfer-quizzes';
import type { ControlAnswer } from './client';
import type { Commands } from './server';

const failedAnswer = (...lines: string[]): ControlAnswer => ({ ok: false, lines });
const okAnswer = (...lines: string[]): ControlAnswer => ({ ok: true, lines });

export const commands: Commands = {
  seed: runSeed,
  admin: runAdmin,
  doctor: runDoctor,
  backup: runBackup,
  'content:export': runContentExport,
  'content:import': runContentImport,
  'newsletter:bounce': runNewsletterBounce,
};

async function runSeed(): Promise<ControlAnswer> {
  return okAnswer(...(await seedDatabase(now())));
}

/** Refuses unknown options: a mistyped one must not create an admin. */
async function runAdmin(args: string[]): Promise<ControlAnswer> {
  const {
    values,
    positionals: [email, ...more],
    tokens,
  } = parseArgs({
    args,
    options: { 'reset-second-factor': { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const unknown = tokens.some((token) => token.kind === 'option' && token.name !== 'reset-second-factor');
  if (!email || more.length > 0 || unknown)
    return failedAnswer('Usage: npm run admin -- <email> [--reset-second-factor]');
  return values['reset-second-factor'] ? resetFactor(email) : promoteToAdmin(email);
}

async function promoteToAdmin(email: string): Promise<ControlAnswer> {
  const promoted = await makeAdministrator(email, now());
  if (promoted.ok) {
    return okAnswer(
      promoted.value.wasAdminBefore ? `${email} is an administrator already.` : `${email} is an administrator now.`,
      ...(promoted.value.isUnproven
        ? [
            'The address was confirmed in a browser that was not signed in. Unless you know who chose the password, have a new one set by "Forgot password".',
          ]
        : []),
      'Administration asks for a second factor: enrol it on the profile page.',
    );
  }
  return failedAnswer(
    promoted.code === 'unconfirmed' ? `${email} has not confirmed the address yet.` : `There is no account ${email}.`,
  );
}

async function resetFactor(email: string): Promise<ControlAnswer> {
  const reset = await resetSecondFactorByCommand(email, now());
  if (reset.ok) {
    return okAnswer(
      `${email}: authenticator, recovery codes and passkeys were removed; an email informs the user. Sessions ended: ${reset.value.endedSessions}.`,
      'Until a second factor is enrolled again on the profile page, the password or the mailbox alone opens the account.',
    );
  }
  return failedAnswer(
    reset.code === 'no-second-factor'
      ? `${email} has no second factor: nothing to reset.`
      : `There is no account ${email}.`,
  );
}

async function runDoctor(): Promise<ControlAnswer> {
  const reports = await runDiagnostics(now());
  return { ok: isHealthy(reports), lines: reportLines(reports) };
}

async function runBackup([file]: string[]): Promise<ControlAnswer> {
  if (!file) return failedAnswer('Usage: npm run backup -- <file>');
  const path = resolve(file);
  const sums = await writeBackup(await openDatabase(), path, version().version, now());
  return okAnswer(...countLines(sums), `Written to ${path}.`);
}

async function runContentExport([folder]: string[]): Promise<ControlAnswer> {
  const root = resolve(folder ?? config().contentDir);
  const { written: catalogue, leftOut, refused } = await exportCatalogue(root);
  const writtenPaths = [...(await exportContent(root)), ...catalogue, ...(await exportQuizzes(root))];
  return {
    ok: refused.length === 0,
    lines: [
      ...writtenPaths,
      ...leftOut.map((reason) => `left out: ${reason}`),
      ...refused,
      ...(refused.length > 0
        ? [
            `Courses and products were not exported, because these files in ${root} are invalid. Correct them and try again.`,
          ]
        : []),
      `${writtenPaths.length} files written.`,
    ],
  };
}

async function runContentImport([folder]: string[]): Promise<ControlAnswer> {
  const root = resolve(folder ?? config().contentDir);
  // Quizzes last, because they refer to courses.
  const imported = [
    await importContent(root, now()),
    await importCatalogue(root, now()),
    await importQuizzes(root, now()),
  ];
  const [published, refusals] = [imported.flatMap((each) => each.published), imported.flatMap((each) => each.refused)];
  return {
    ok: refusals.length === 0,
    lines: [
      ...published.map((id) => `${id} published`),
      ...refusals,
      `${published.length} published, ${new Set(refusals.map((line) => line.split(':')[0])).size} refused.`,
    ],
  };
}

async function runNewsletterBounce([mail = '']: string[]): Promise<ControlAnswer> {
  return okAnswer(await reportBounceMail(mail, now()));
}

export function countLines({ tables, files }: BackupChecksums): string[] {
  const filled = tables.filter(({ rows }) => rows > 0);
  const total = filled.reduce((sum, { rows }) => sum + rows, 0);
  return [
    ...filled.map(({ table, rows }) => `${table.padEnd(20)} ${String(rows).padStart(8)}`),
    `${'all'.padEnd(20)} ${String(total).padStart(8)}`,
    `${'files'.padEnd(20)} ${String(files.rows).padStart(8)}`,
  ];
}

/** Safe to repeat. Adds accounts on localhost only. */
export async function seedDatabase(now: Date): Promise<string[]> {
  const added = await addSampleArticles();
  const accounts = await addSampleAccounts(now);
  return [
    added === 0 ? 'The sample articles already exist.' : `Sample articles added: ${added}.`,
    ...accounts.map(({ email, password }) => `${email}  password: ${password}`),
  ];
}
