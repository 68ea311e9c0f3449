import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hourMs } from '@/lib/clock';
import { config, secretFile } from '@/lib/config/config';
import { db, type Tx } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { readFreeBytes } from '@/lib/process/data-dir';
import { minFreeMebibytes } from '@/lib/process/shared-state';
import { type BackupChecksums, countStoredBytes, readStoredFiles, writeBackupFile } from './backup-file';
import { listTablesInOrder, readRows, RowChecksum, type TableChecksum } from './tables';

/** Copies all rows in one snapshot, then files (R22). The embedded database blocks other queries meanwhile. */
export async function writeBackup(
  database: OpenDatabase,
  file: string,
  version: string,
  now: Date,
): Promise<BackupChecksums> {
  await assertSpace(database, file);
  const tables: TableChecksum[] = [];
  const sums = { tables, files: new RowChecksum().result('files') };
  await writeBackupFile(file, async (append) => {
    await runInSnapshot(database, (tx) => append(backupLines(tx, version, now, tables)));
    await append(fileLines(sums));
  });
  await storeLastBackup(database, { at: now, file, rows: tables.reduce((total, { rows }) => total + rows, 0) });
  return sums;
}

export async function runInSnapshot<Value>(database: OpenDatabase, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  return database.unhurried().$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
      return work(tx);
    },
    { isolationLevel: 'RepeatableRead', maxWait: 30_000, timeout: hourMs },
  );
}

async function* backupLines(tx: Tx, version: string, now: Date, sums: TableChecksum[]): AsyncGenerator<string> {
  const migrations = await listAppliedMigrations(tx);
  const header = {
    format: 'site-backup-2',
    createdAt: now.toISOString(),
    version,
    migrations,
    authSecret: await readStoredSecret(),
  };
  yield JSON.stringify(header);
  for (const table of await listTablesInOrder(tx)) {
    yield `#${table}`;
    const sum = new RowChecksum();
    for await (const row of readRows(tx, table)) {
      sum.add(row);
      yield row;
    }
    sums.push(sum.result(table));
  }
}

async function* fileLines(sums: BackupChecksums): AsyncGenerator<string> {
  const sum = new RowChecksum();
  for await (const file of readStoredFiles()) {
    const line = JSON.stringify(file);
    sum.add(line);
    yield `@${line}`;
  }
  sums.files = sum.result('files');
  yield `=${JSON.stringify(sums)}`;
}

async function listAppliedMigrations(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ name: string }>>`
    SELECT migration_name::text AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
    ORDER BY migration_name`;
  return rows.map((row) => row.name);
}

/** Returns null if AUTH_SECRET is set instead. */
async function readStoredSecret(): Promise<string | null> {
  const text = await readFile(secretFile(config().dataDir), 'utf8').then(
    (stored) => stored.trim(),
    () => null,
  );
  return text !== null && text === config().authSecret ? text : null;
}

const mebibyte = 1024 * 1024;

/** Leave this much space free, because with less the service refuses writes (R12). */
const keepFreeBytes = minFreeMebibytes * mebibyte;

async function assertSpace({ client }: OpenDatabase, file: string): Promise<void> {
  const folder = dirname(file);
  const freeBytes = await readFreeBytes(folder);
  const [row] = await client.$queryRaw<Array<{ bytes: bigint }>>`SELECT pg_database_size(current_database()) AS bytes`;
  // Compressed rows take less than half of the database's size; pictures and attachments do not shrink.
  assertEnoughSpace(folder, freeBytes, Number(row?.bytes ?? 0) / 2 + (await countStoredBytes()));
}

export function assertEnoughSpace(
  folder: string,
  freeBytes: number,
  neededBytes: number,
  work: 'a backup' | 'the restore' = 'a backup',
): void {
  if (freeBytes - neededBytes >= keepFreeBytes) return;
  const toMebibytes = (bytes: number) => Math.ceil(bytes / mebibyte);
  throw new Error(
    `${folder} has ${toMebibytes(freeBytes)} MiB free; ${work} may take ${toMebibytes(neededBytes)} MiB, and ${toMebibytes(keepFreeBytes)} MiB must stay free. Nothing was written.`,
  );
}

const lastBackupFact = 'last-backup';
const lastBackupSchema = z.object({ at: z.coerce.date(), file: z.string() });

export type LastBackup = z.output<typeof lastBackupSchema>;

export async function readLastBackup(): Promise<LastBackup | null> {
  const client = await db();
  const row = await client.fact.findUnique({ where: { name: lastBackupFact }, select: { value: true } });
  return lastBackupSchema.safeParse(row?.value).data ?? null;
}

async function storeLastBackup(
  { client }: OpenDatabase,
  { at, file, rows }: LastBackup & { rows: number },
): Promise<void> {
  const value = { at: at.toISOString(), file, rows };
  await client.fact.upsert({
    where: { name: lastBackupFact },
    create: { name: lastBackupFact, value },
    update: { value },
    select: { name: true },
  });
}
