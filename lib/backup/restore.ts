import 'server-only';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { config, secretFile } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { applyMigrations } from '@/lib/database/migrations/migrate';
import { readMigrations } from '@/lib/database/migrations/migration-engine';
import { markRestoreBegun, markRestoreEnded } from '@/lib/database/unfinished-restore';
import { inSnapshot, writeBackup } from './backup';
import { readBackupFile, verifyBackup, type BackupHeader, type BackupSums } from './backup-file';
import { differencesOf, type TableSum } from './row-sum';
import { restoreFile } from './stored-files';
import { insertRows, moveSequences, sumOf, tablesInOrder } from './tables';

const batch = 500;

export interface CheckedBackup { file: string; header: BackupHeader; sums: BackupSums }

/** Reads the whole file, before there is a database to fill. @throws Error when it is not there, damaged, or of a newer version */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const { header, sums } = await verifyBackup(file);
  await assertKnown(header);
  return { file, header, sums };
}

export interface Restored {
  sums: BackupSums;
  /** What an operator has to know, as sentences. */
  notes: string[];
}

interface RestoreOptions {
  /** Changes what was restored, in the end; gives what it did, as sentences. */
  readonly after?: (tx: Tx, backedUpAt: Date) => Promise<string[]>;
  /** What does it, to be run again. */
  readonly command?: string;
}

/**
 * Fills an empty database from a backup, compares every table with it, puts the files that rows name beside it, and applies the migrations
 * since its version. From its first row on a database that is not whole has one that keeps it from being started.
 * @throws Error when the database holds rows already, or holds others than the backup afterwards
 */
export async function restoreBackup(
  database: OpenDatabase, { file, header, sums }: CheckedBackup, now: Date, { after = async () => [], command = `npm run restore -- ${file}` }: RestoreOptions = {},
): Promise<Restored> {
  await applyMigrations(database, { only: header.migrations });
  await inSnapshot(database, async (tx) => {
    // That of a try before, which was killed while it filled.
    await markRestoreEnded(tx);
    await assertEmpty(tx);
    await markRestoreBegun(tx, { command }, now);
  });
  await inSnapshot(database, async (tx) => {
    await markRestoreEnded(tx);
    await fill(tx, file);
    await moveSequences(tx);
    const differences = differencesOf(sums.tables, await allSums(tx));
    if (differences.length > 0) throw new Error(`Not restored, nothing was changed: ${differences.join('; ')}`);
    await restoreFiles(file);
    await markRestoreBegun(tx, { command }, now);
  });
  await applyMigrations(database);
  const secret = await storeSecret(header.authSecret);
  const notes = await inSnapshot(database, async (tx) => {
    await markRestoreEnded(tx);
    return after(tx, new Date(header.createdAt));
  });
  return { sums, notes: [...secret, ...notes] };
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

/**
 * What the database seals was sealed with this secret, so another one in DATA_DIR, of a database that is gone, makes way for it.
 * @returns what there is to say
 */
async function storeSecret(secret: string | null): Promise<string[]> {
  const { dataDir } = config();
  const file = secretFile(dataDir);
  if (secret === null) return ['The backup has no secret. A site that had an AUTH_SECRET starts with the same one, or second factors cannot be read.'];
  if (process.env.AUTH_SECRET) {
    return process.env.AUTH_SECRET === secret ? [] : ['AUTH_SECRET is another one than that of the backup: second factors cannot be read. To keep them, start without AUTH_SECRET (on localhost), or set it to what the first line of the backup has as authSecret.'];
  }
  const present = await readFile(file, 'utf8').catch(() => null);
  if (present?.trim() === secret) return [];
  if (present !== null) await rename(file, `${file}.before-restore`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, secret, { mode: 0o600, flush: true });
  return present === null ? [] : [`${file} is that of the backup; the one that was there is ${file}.before-restore.`];
}

/** Copies everything from one database to an empty other one, and files from this disk to the bucket when there is one, through a backup file; counts and checksums are compared (O5). */
export async function moveDatabase(from: OpenDatabase, to: OpenDatabase, file: string, version: string, now: Date): Promise<BackupSums> {
  await writeBackup(from, file, version, now);
  return (await restoreBackup(to, await checkBackup(file), now, { command: 'npm run db:move' })).sums;
}
