import { resolve } from 'node:path';
import { askService } from '@/lib/control/client';
import { commands } from '@/lib/control/commands';
import { controlCommands, type ControlAnswer, type ControlCommand } from '@/lib/control/client';
import { config, ConfigError } from '@/lib/config/config';
import { closeDatabase } from '@/lib/database/client';
import { prepareDatabase } from '@/lib/database/prepare-database';

// npm run seed | admin -- <email> | doctor | backup -- <file> | content:export [-- <folder>] | content:import [-- <folder>] | newsletter:bounce < <mail>: through the running service, or on its own when none runs.
const [name, ...args] = process.argv.slice(2);
const command = controlCommands.find((each) => each === name);
if (!command) {
  process.stderr.write(`Unknown command. There are: ${controlCommands.join(', ')}.\n`);
  process.exit(2);
}

const mostCharacters = 256 * 1024;
const answer = await run(command, command === 'newsletter:bounce' ? [await mailFromInput()] : absolute(command, args));
for (const line of answer.lines) process.stdout.write(`${line}\n`);
// EX_TEMPFAIL: a mail server tries again later.
process.exit(answer.ok ? 0 : command === 'newsletter:bounce' ? 75 : 1);

async function run(which: ControlCommand, given: string[]): Promise<ControlAnswer> {
  try {
    return (await askService(config().dataDir, which, given)) ?? (await alone(which, given));
  } catch (error) {
    if (error instanceof ConfigError && which === 'doctor') return commands.doctor([]);
    return { ok: false, lines: [error instanceof Error ? error.message : String(error)] };
  }
}

async function alone(which: ControlCommand, given: string[]): Promise<ControlAnswer> {
  try {
    if (which !== 'doctor') await prepareDatabase();
    return await commands[which](given);
  } finally {
    await closeDatabase();
  }
}

/** The service may run in another folder than this shell. */
function absolute(which: ControlCommand, given: string[]): string[] {
  const [file] = given;
  return which !== 'admin' && file ? [resolve(file)] : given;
}

/** A bounce repeats the mail it is about; what it says stands before that. */
async function mailFromInput(): Promise<string> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) if (text.length < mostCharacters) text += String(part);
  return text.slice(0, mostCharacters);
}
