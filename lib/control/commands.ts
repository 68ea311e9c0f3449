import 'server-only';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportContent, importContent } from '@/lib/admin/content/transfer';
import { exportCatalogue, importCatalogue } from '@/lib/admin/content/transfer-catalogue';
import { exportQuizzes, importQuizzes } from '@/lib/admin/quizzes/transfer-quizzes';
import { makeAdministrator } from '@/lib/admin/users/make-administrator';
import { resetSecondFactorByCommand } from '@/lib/admin/users/reset-second-factor';
import { addSampleAccounts } from '@/lib/auth/sample-accounts';
import { writeBackup } from '@/lib/backup/backup';
import type { BackupSums } from '@/lib/backup/backup-file';
import { addSampleArticles } from '@/lib/blog/sample-articles';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { openDatabase } from '@/lib/database/client';
import { allWell, linesOf } from '@/lib/doctor/check';
import { examine } from '@/lib/doctor/examine';
import { reportBounceMail } from '@/lib/newsletter/bounces';
import type { ControlAnswer } from './client';
import type { Commands } from './server';

const refused = (...lines: string[]): ControlAnswer => ({ ok: false, lines });
const done = (...lines: string[]): ControlAnswer => ({ ok: true, lines });

/** The commands, run in the process that has the database. */
export const commands: Commands = { seed, admin, doctor, backup, 'content:export': contentExport, 'content:import': contentImport, 'newsletter:bounce': newsletterBounce };

async function seed(): Promise<ControlAnswer> {
  return done(...(await seedDatabase(now())));
}

/** An option that is not known is refused: mistyped, it must not make an administrator. */
async function admin(args: string[]): Promise<ControlAnswer> {
  const { values, positionals: [email, ...more], tokens } = parseArgs({ args, options: { 'reset-second-factor': { type: 'boolean' } }, allowPositionals: true, strict: false, tokens: true });
  const unknown = tokens.some((token) => token.kind === 'option' && token.name !== 'reset-second-factor');
  if (!email || more.length > 0 || unknown) return refused('Whose? npm run admin -- <email> [--reset-second-factor]');
  return values['reset-second-factor'] ? resetFactor(email) : promote(email);
}

async function promote(email: string): Promise<ControlAnswer> {
  const made = await makeAdministrator(email, now());
  if (made.ok) {
    return done(
      made.value.already ? `${email} is an administrator already.` : `${email} is an administrator now.`,
      ...(made.value.unproven ? ['The address was confirmed in a browser that was not signed in. Unless you know who chose the password, have a new one set by "Forgot password".'] : []),
      'Administration asks for a second factor: enrol it on the profile page.',
    );
  }
  return refused(made.code === 'unconfirmed' ? `${email} has not confirmed the address yet.` : `There is no account ${email}.`);
}

async function resetFactor(email: string): Promise<ControlAnswer> {
  const reset = await resetSecondFactorByCommand(email, now());
  if (reset.ok) {
    return done(
      `${email}: authenticator, recovery codes and passkeys are removed; a mail says so. Sessions ended: ${reset.value.endedSessions}.`,
      'Until a second factor is enrolled again on the profile page, the password or the mailbox alone opens the account.',
    );
  }
  return refused(reset.code === 'no-second-factor' ? `${email} has no second factor: nothing to reset.` : `There is no account ${email}.`);
}

async function doctor(): Promise<ControlAnswer> {
  const reports = await examine(now());
  return { ok: allWell(reports), lines: linesOf(reports) };
}

async function backup([file]: string[]): Promise<ControlAnswer> {
  if (!file) return refused('Where to? npm run backup -- <file>');
  const path = resolve(file);
  const sums = await writeBackup(await openDatabase(), path, version().version, now());
  return done(...countLines(sums), `Written to ${path}.`);
}

async function contentExport([folder]: string[]): Promise<ControlAnswer> {
  const root = resolve(folder ?? config().contentDir);
  const { written: catalogue, leftOut } = await exportCatalogue(root);
  const written = [...(await exportContent(root)), ...catalogue, ...(await exportQuizzes(root))];
  return done(...written, ...leftOut.map((reason) => `left out: ${reason}`), `${written.length} files written.`);
}

async function contentImport([folder]: string[]): Promise<ControlAnswer> {
  const root = resolve(folder ?? config().contentDir);
  // Quizzes last: they name courses.
  const imported = [await importContent(root, now()), await importCatalogue(root, now()), await importQuizzes(root, now())];
  const [published, refusals] = [imported.flatMap((each) => each.published), imported.flatMap((each) => each.refused)];
  return { ok: refusals.length === 0, lines: [...published.map((id) => `${id} published`), ...refusals, `${published.length} published, ${new Set(refusals.map((line) => line.split(':')[0])).size} refused.`] };
}

/** Never refused: a bounce of a bounce would help nobody. */
async function newsletterBounce([mail = '']: string[]): Promise<ControlAnswer> {
  return done(await reportBounceMail(mail, now()));
}

/** Tables that hold something, their sum, and the files beside them. */
export function countLines({ tables, files }: BackupSums): string[] {
  const filled = tables.filter(({ rows }) => rows > 0);
  const total = filled.reduce((sum, { rows }) => sum + rows, 0);
  return [...filled.map(({ table, rows }) => `${table.padEnd(20)} ${String(rows).padStart(8)}`), `${'all'.padEnd(20)} ${String(total).padStart(8)}`, `${'files'.padEnd(20)} ${String(files.rows).padStart(8)}`];
}

/** `npm run seed`: sample articles, and on localhost accounts to try. Running it again changes nothing. @returns what to print */
export async function seedDatabase(now: Date): Promise<string[]> {
  const added = await addSampleArticles();
  const accounts = await addSampleAccounts(now);
  return [
    added === 0 ? 'The sample articles are there already.' : `Sample articles added: ${added}.`,
    ...accounts.map(({ email, password }) => `${email}  password: ${password}`),
  ];
}
