import 'server-only';
import { readFile } from 'node:fs/promises';
import { config, secretFile } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { writeBackupFile, type BackupSums } from './backup-file';
import { assertSpace } from './free-space';
import { storeLastBackup } from './last-backup';
import { RowSum, type TableSum } from './row-sum';
import { storedFiles } from './stored-files';
import { rowsOf, tablesInOrder } from './tables';

const hourMs = 60 * 60 * 1000;

/**
 * Writes a consistent snapshot of the database while the service runs (R22), then the files that its rows name: a file is there before its
 * row, and never changes. On the embedded database other queries wait until the rows are written.
 * @throws Error when the disk has too little space for it
 */
export async function writeBackup(database: OpenDatabase, file: string, version: string, now: Date): Promise<BackupSums> {
  await assertSpace(database, file);
  const tables: TableSum[] = [];
  const sums = { tables, files: new RowSum().result('files') };
  await writeBackupFile(file, async (append) => {
    await inSnapshot(database, (tx) => append(linesOf(tx, version, now, tables)));
    await append(fileLines(sums));
  });
  await storeLastBackup(database, { at: now, file, rows: tables.reduce((total, { rows }) => total + rows, 0) });
  return sums;
}

/** A transaction with one consistent view of all tables, for up to an hour. */
export async function inSnapshot<Value>(database: OpenDatabase, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  return database.unhurried().$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      return work(tx);
    },
    { isolationLevel: 'RepeatableRead', maxWait: 30_000, timeout: hourMs },
  );
}

async function* linesOf(tx: Tx, version: string, now: Date, sums: TableSum[]): AsyncGenerator<string> {
  const migrations = await appliedMigrations(tx);
  const header = { format: 'site-backup-2', createdAt: now.toISOString(), version, migrations, authSecret: await storedSecret() };
  yield JSON.stringify(header);
  for (const table of await tablesInOrder(tx)) {
    yield `#${table}`;
    const sum = new RowSum();
    for await (const row of rowsOf(tx, table)) {
      sum.add(row);
      yield row;
    }
    sums.push(sum.result(table));
  }
}

async function* fileLines(sums: BackupSums): AsyncGenerator<string> {
  const sum = new RowSum();
  for await (const file of storedFiles()) {
    const line = JSON.stringify(file);
    sum.add(line);
    yield `@${line}`;
  }
  sums.files = sum.result('files');
  yield `=${JSON.stringify(sums)}`;
}

async function appliedMigrations(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ name: string }>>`
    SELECT migration_name::text AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
    ORDER BY migration_name`;
  return rows.map((row) => row.name);
}

/** Null when AUTH_SECRET is used instead. */
async function storedSecret(): Promise<string | null> {
  const text = await readFile(secretFile(config().dataDir), 'utf8').then((stored) => stored.trim(), () => null);
  return text !== null && text === config().authSecret ? text : null;
}
