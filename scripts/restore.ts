import { resolve } from 'node:path';
import { checkBackup, restoreBackup } from '@/lib/backup/restore';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { closeDatabase, openDatabase } from '@/lib/database/client';
import { isServiceListening } from '@/lib/operations/control/client';
import { countLines } from '@/lib/operations/control/commands';
import { holdMail } from '@/lib/operations/control/hold-mail';
import { assertSameUser } from '@/lib/process/data-dir';

// npm run restore -- <file>: fills an empty database, either a new DATA_DIR or an empty PostgreSQL.
const [file] = process.argv.slice(2);
process.exit(await restore());

async function restore(): Promise<number> {
  if (!file) return printResult(2, 'Usage: npm run restore -- <file>');
  try {
    const { dataDir, databaseUrl } = config();
    assertSameUser(dataDir);
    if (await isServiceListening(dataDir))
      return printResult(1, 'The service runs. Stop it first: a backup goes into an empty database.');
    const backup = await checkBackup(resolve(file));
    const { sums, notes } = await restoreBackup(await openDatabase('replace'), backup, now(), {
      after: (tx, backedUpAt) => holdMail(tx, { backedUpAt, now: now() }),
    });
    await closeDatabase();
    return printResult(
      0,
      ...countLines(sums),
      `Restored into ${databaseUrl ? 'the database of DATABASE_URL' : dataDir}, of ${backup.header.createdAt}; every table was counted and compared with the backup.`,
      ...notes,
    );
  } catch (error) {
    return printResult(1, error instanceof Error ? error.message : String(error));
  }
}

function printResult(code: number, ...lines: string[]): number {
  for (const line of lines) (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  return code;
}
