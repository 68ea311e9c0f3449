import { resolve } from 'node:path';
import { config } from '@/lib/config/config';
import { isServiceListening } from '@/lib/control/client';
import { countLines } from '@/lib/control/commands';
import { closeDatabase, openDatabase } from '@/lib/database/client';
import { restoreBackup } from '@/lib/backup/restore';

// npm run restore -- <file>: into an empty database (a new DATA_DIR or an empty PostgreSQL) only.
const [file] = process.argv.slice(2);
process.exit(await restore());

async function restore(): Promise<number> {
  if (!file) return say(2, 'Which one? npm run restore -- <file>');
  try {
    if (!config().databaseUrl && (await isServiceListening(config().dataDir))) return say(1, 'The service runs. Stop it first: a backup goes into an empty database.');
    const sums = await restoreBackup(await openDatabase('anew'), resolve(file));
    await closeDatabase();
    return say(0, ...countLines(sums), 'Restored; every table was counted and compared with the backup.');
  } catch (error) {
    return say(1, error instanceof Error ? error.message : String(error));
  }
}

function say(code: number, ...lines: string[]): number {
  for (const line of lines) (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  return code;
}
