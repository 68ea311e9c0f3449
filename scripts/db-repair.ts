import { parseArgs } from 'node:util';
import { config } from '@/lib/config/config';
import { closeDatabase, openDatabase } from '@/lib/database/client';
import { assertSameUser } from '@/lib/process/data-dir';
import { repairDatabase } from '../lib/database/repair';

// npm run db:repair [-- --rolled-back <migration> | --applied <migration>]: shows an unfinished migration, and changes
// the database only with an option.
process.exit(await repair());

async function repair(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { 'rolled-back': { type: 'string' }, applied: { type: 'string' } } });
    assertSameUser(config().dataDir);
    const { ok, lines } = await repairDatabase(await openDatabase(), {
      rolledBack: values['rolled-back'],
      applied: values.applied,
    });
    await closeDatabase();
    return printResult(ok ? 0 : 1, lines);
  } catch (error) {
    return printResult(1, [error instanceof Error ? error.message : String(error)]);
  }
}

function printResult(code: number, lines: readonly string[]): number {
  for (const line of lines) (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  return code;
}
