import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { config, secretFile } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import { readMigrations, applyMigrations } from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { markRestoreBegun, clearRestoreMarker } from '@/lib/database/prepare-database';
import { writeFileAtomically } from '@/lib/write-file';
import { runInSnapshot, writeBackup } from './backup';
import { readBackupFile, verifyBackup, type BackupHeader, type BackupChecksums, restoreFile } from './backup-file';
import {
  insertRows,
  advanceSequences,
  computeChecksum,
  listTablesInOrder,
  describeDifferences,
  type TableChecksum,
} from './tables';

const rowsPerInsert = 500;
const charactersPerInsert = 4 * 1024 * 1024;

export interface CheckedBackup {
  file: string;
  header: BackupHeader;
  sums: BackupChecksums;
}

/** @throws Error if the file is missing, damaged or written by a newer version */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const { header, sums } = await verifyBackup(file);
  await assertKnownMigrations(header);
  return { file, header, sums };
}

export interface RestoreResult {
  sums: BackupChecksums;
  notes: string[];
}

interface RestoreOptions {
  readonly after?: (tx: Tx, backedUpAt: Date) => Promise<string[]>;
  readonly command?: string;
}

/** A marker row stops the service from starting until the restore is done. @throws Error if the database has rows */
export async function restoreBackup(
  database: OpenDatabase,
  { file, header, sums }: CheckedBackup,
  now: Date,
  { after = async () => [], command = `npm run restore -- ${file}` }: RestoreOptions = {},
): Promise<RestoreResult> {
  await applyMigrations(database, { only: header.migrations });
  await runInSnapshot(database, async (tx) => {
    await clearRestoreMarker(tx);
    await assertEmpty(tx);
    await markRestoreBegun(tx, { command }, now);
  });
  await runInSnapshot(database, async (tx) => {
    await clearRestoreMarker(tx);
    await fillTables(tx, file);
    await advanceSequences(tx);
    const differences = describeDifferences(sums.tables, await readTableChecksums(tx));
    if (differences.length > 0) throw new Error(`Not restored; nothing was changed: ${differences.join('; ')}`);
    await restoreFiles(file);
    await markRestoreBegun(tx, { command }, now);
  });
  await applyMigrations(database);
  const secret = await storeSecret(header.authSecret);
  const notes = await runInSnapshot(database, async (tx) => {
    await clearRestoreMarker(tx);
    return after(tx, new Date(header.createdAt));
  });
  return { sums, notes: [...secret, ...notes] };
}

async function restoreFiles(file: string): Promise<void> {
  for await (const line of readBackupFile(file)) if (line.kind === 'file') await restoreFile(line.file);
}

async function readTableChecksums(tx: Tx): Promise<TableChecksum[]> {
  const sums: TableChecksum[] = [];
  for (const table of await listTablesInOrder(tx)) sums.push(await computeChecksum(tx, table));
  return sums;
}

async function assertKnownMigrations(header: BackupHeader): Promise<void> {
  const knownMigrations = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  const unknown = header.migrations.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The backup was made by a newer version (${header.version}): this one does not know ${unknown.join(', ')}.`,
    );
  }
}

async function assertEmpty(tx: Tx): Promise<void> {
  for (const { table, rows } of await readTableChecksums(tx)) {
    if (rows > 0)
      throw new Error(
        `The database is not empty (${table}: ${rows} rows). A backup can only be restored into an empty one.`,
      );
  }
}

async function fillTables(tx: Tx, file: string): Promise<void> {
  let table = '';
  let rows: string[] = [];
  let characters = 0;
  const flushRows = async () => {
    if (rows.length > 0) await insertRows(tx, table, rows);
    rows = [];
    characters = 0;
  };
  for await (const line of readBackupFile(file)) {
    if (line.kind !== 'row') continue;
    const isFull = rows.length === rowsPerInsert || characters + line.row.length > charactersPerInsert;
    if (line.table !== table || isFull) await flushRows();
    table = line.table;
    rows.push(line.row);
    characters += line.row.length;
  }
  await flushRows();
}

/** Copies an existing secret first, because the restored second factors can be read only with the backup's secret. */
async function storeSecret(secret: string | null): Promise<string[]> {
  const { dataDir } = config();
  const file = secretFile(dataDir);
  if (secret === null)
    return [
      'The backup contains no secret. Start the site with the AUTH_SECRET that it had, or second factors cannot be read.',
    ];
  if (process.env.AUTH_SECRET) {
    return process.env.AUTH_SECRET === secret
      ? []
      : [
          'AUTH_SECRET differs from the one of the backup, so second factors cannot be read. To keep them, start without AUTH_SECRET (on localhost), or set it to the authSecret in the first line of the backup.',
        ];
  }
  const currentSecret = await readFile(file, 'utf8').catch(() => null);
  if (currentSecret?.trim() === secret) return [];
  if (currentSecret !== null) await copyFile(file, `${file}.before-restore`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, secret, { mode: 0o600, flush: true });
  return currentSecret === null
    ? []
    : [`${file} now has the secret of the backup; the previous one is in ${file}.before-restore.`];
}

/** Copies local files to the bucket if one is configured (O5). */
export async function moveDatabase(
  from: OpenDatabase,
  to: OpenDatabase,
  file: string,
  version: string,
  now: Date,
): Promise<BackupChecksums> {
  await writeBackup(from, file, version, now);
  return (await restoreBackup(to, await checkBackup(file), now, { command: 'npm run db:move' })).sums;
}
