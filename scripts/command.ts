import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { config, ConfigError } from '@/lib/config/config';
import { closeDatabase } from '@/lib/database/client';
import { DatabaseInUse } from '@/lib/database/pglite';
import { openUsedDatabase, prepareDatabase } from '@/lib/database/prepare-database';
import { askService, type ControlAnswer, type ControlCommand, controlCommands } from '@/lib/operations/control/client';
import { commands } from '@/lib/operations/control/commands';
import { assertSameUser } from '@/lib/process/data-dir';

// npm run seed | admin -- <email> [--reset-second-factor] | doctor | backup -- <file> | content:export [-- <folder>] |
// content:import [-- <folder>] | newsletter:bounce < <mail>. The running service executes the command. If none runs,
// this process does: only `seed` may then create or migrate a database, and the mail server sends a bounce again.
const [typedName, ...args] = process.argv.slice(2);
const command = controlCommands.find((each) => each === typedName);
if (!command) {
  process.stderr.write(`Unknown command. There are: ${controlCommands.join(', ')}.\n`);
  process.exit(2);
}

// If the operator forgets `--`, npm consumes the option, and the command would create an admin.
if (command === 'admin' && process.env.npm_config_reset_second_factor) args.push('--reset-second-factor');

/** A service that starts holds the database before it answers. */
const maxStartMs = 60_000;
const maxCharacters = 256 * 1024;
const answer = await runCommand(
  command,
  command === 'newsletter:bounce' ? [await readMailFromInput()] : makePathAbsolute(command, args),
);
for (const line of answer.lines) process.stdout.write(`${line}\n`);
// 75 is EX_TEMPFAIL, after which a mail server tries again later.
process.exit(answer.ok ? 0 : command === 'newsletter:bounce' ? 75 : 1);

async function runCommand(name: ControlCommand, options: string[]): Promise<ControlAnswer> {
  try {
    const deadlineAtMs = performance.now() + maxStartMs;
    for (;;) {
      const answer = await askService(config().dataDir, name, options);
      if (answer) return checkBackupIsVisible(name, options, answer);
      try {
        return await runHere(name, options);
      } catch (error) {
        if (!(error instanceof DatabaseInUse) || performance.now() >= deadlineAtMs) throw error;
      }
    }
  } catch (error) {
    if (error instanceof ConfigError && name === 'doctor') return commands.doctor([]);
    return { ok: false, lines: [error instanceof Error ? error.message : String(error)] };
  }
}

async function runHere(name: ControlCommand, options: string[]): Promise<ControlAnswer> {
  const { dataDir, databaseUrl } = config();
  if (name === 'newsletter:bounce') return { ok: false, lines: [`No service answers in ${dataDir}.`] };
  assertSameUser(dataDir);
  try {
    const migrations = name === 'seed' ? await prepareDatabase({ mayReturn: false }) : [];
    if (name !== 'seed' && name !== 'doctor') await openUsedDatabase({ asItIs: name === 'backup' });
    const answer = await commands[name](options);
    return migrations.length === 0
      ? answer
      : {
          ...answer,
          lines: [`Created the tables in ${databaseUrl ? 'the database of DATABASE_URL' : dataDir}.`, ...answer.lines],
        };
  } finally {
    await closeDatabase();
  }
}

/** Fails if the backup is not visible here: a service under systemd has its own /tmp, a container its own paths. */
function checkBackupIsVisible(name: ControlCommand, [file]: string[], answer: ControlAnswer): ControlAnswer {
  if (name !== 'backup' || !answer.ok || !file || existsSync(file)) return answer;
  return {
    ok: false,
    lines: [
      ...answer.lines,
      `The service wrote the backup, but ${file} does not exist here, because the service sees other folders (PrivateTmp, a container). Choose a folder that both see, such as /var/backups/site.`,
    ],
  };
}

/** Makes the path absolute, because the service may run in another folder than this shell. */
function makePathAbsolute(name: ControlCommand, options: string[]): string[] {
  const [file] = options;
  return name !== 'admin' && file ? [resolve(file)] : options;
}

/** Reads only the beginning of the mail: a bounce gives its reason first and quotes the original mail after it. */
async function readMailFromInput(): Promise<string> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) if (text.length < maxCharacters) text += String(part);
  return text.slice(0, maxCharacters);
}
