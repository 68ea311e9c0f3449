import 'server-only';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { applyMigrations } from '@/lib/database/migrations/migrate';
import { readMigrations } from '@/lib/database/migrations/migration-engine';
import { inSnapshot, writeBackup } from './backup';
import { readBackupFile, verifyBackup, type BackupHeader, type BackupSums } from './backup-file';
import { differencesOf, type TableSum } from './row-sum';
import { restoreFile } from './stored-files';
import { insertRows, moveSequences, sumOf, tablesInOrder } from './tables';

const batch = 500;

/**
 * Fills an empty database from a backup, compares every table with it, puts the files that rows name beside it, and applies the migrations
 * since its version.
 * @throws Error when the file is damaged, of a newer version, or the database holds rows already.
 */
export async function restoreBackup(database: OpenDatabase, file: string): Promise<BackupSums> {
  const { header, sums } = await verifyBackup(file);
  await assertKnown(header);
  await applyMigrations(database, { only: header.migrations });
  await inSnapshot(database, async (tx) => {
    await assertEmpty(tx);
    await fill(tx, file);
    await moveSequences(tx);
    const differences = differencesOf(sums.tables, await allSums(tx));
    if (differences.length > 0) throw new Error(`Not restored, nothing was changed: ${differences.join('; ')}`);
    await restoreFiles(file);
  });
  await applyMigrations(database);
  if (header.authSecret) await storeSecret(header.authSecret);
  return sums;
}

async function restoreFiles(file: string): Promise<void> {
  for await (const line of readBackupFile(file)) if (line.kind === 'file') await restoreFile(line.file);
}

async function allSums(tx: Tx): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of await tablesInOrder(tx)) sums.push(await sumOf(tx, table));
  return sums;
}

async function assertKnown(header: BackupHeader): Promise<void> {
  const known = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  const unknown = header.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`The backup was made by a newer version (${header.version}): ${unknown.join(', ')} is not known here.`);
  }
}

async function assertEmpty(tx: Tx): Promise<void> {
  for (const { table, rows } of await allSums(tx)) {
    if (rows > 0) throw new Error(`The database is not empty (${table}: ${rows} rows). A backup is only restored into an empty one.`);
  }
}

async function fill(tx: Tx, file: string): Promise<void> {
  let table = '';
  let rows: string[] = [];
  const flush = async () => {
    if (rows.length > 0) await insertRows(tx, table, rows);
    rows = [];
  };
  for await (const line of readBackupFile(file)) {
    if (line.kind !== 'row') continue;
    if (line.table !== table || rows.length === batch) await flush();
    table = line.table;
    rows.push(line.row);
  }
  await flush();
}

/** Stores the secret in DATA_DIR, unless one is set or stored already. */
async function storeSecret(secret: string): Promise<void> {
  const { dataDir } = config();
  const file = join(dataDir, 'auth-secret');
  if (process.env.AUTH_SECRET || existsSync(file)) return;
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, secret, { mode: 0o600 });
}

/** Copies everything from one database to an empty other one, and files from this disk to the bucket when there is one, through a backup file; counts and checksums are compared (O5). */
export async function moveDatabase(from: OpenDatabase, to: OpenDatabase, file: string, version: string, now: Date): Promise<BackupSums> {
  await writeBackup(from, file, version, now);
  return restoreBackup(to, file);
}
