import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { config, secretFile } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import { applyMigrations, readMigrations } from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { clearRestoreMarker, markRestoreBegun } from '@/lib/database/prepare-database';
import { readFreeBytes } from '@/lib/process/data-dir';
import { writeFileAtomically } from '@/lib/write-file';
import { assertEnoughSpace, runInSnapshot, writeBackup } from './backup';
import {
  type BackupChecksums,
  type BackupHeader,
  type BackupSize,
  readBackupFile,
  restoreFile,
  type VerifiedBackup,
  verifyBackup,
} from './backup-file';
import {
  advanceSequences,
  computeChecksum,
  describeDifferences,
  insertRows,
  listTablesInOrder,
  type TableChecksum,
} from './tables';

const rowsPerInsert = 500;
const charactersPerInsert = 4 * 1024 * 1024;

export interface CheckedBackup extends VerifiedBackup {
  file: string;
}

/** @throws Error if the file is missing, damaged or written by a newer version */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const backup = await verifyBackup(file);
  await assertKnownMigrations(file, backup.header);
  return { file, ...backup };
}

export interface RestoreResult {
  sums: BackupChecksums;
  notes: string[];
}

interface RestoreOptions {
  readonly after?: (tx: Tx, backedUpAt: Date) => Promise<string[]>;
  readonly command?: string;
}

/** A marker row keeps the service from starting meanwhile. @throws Error that begins with the command */
export async function restoreBackup(
  database: OpenDatabase,
  backup: CheckedBackup,
  now: Date,
  { after = async () => [], command = `npm run restore -- ${backup.file}` }: RestoreOptions = {},
): Promise<RestoreResult> {
  try {
    return await restoreInto(database, backup, now, { after, command });
  } catch (error) {
    throw new Error(`${command} failed: ${reasonOf(error)}`, { cause: error });
  }
}

/** Prisma quotes its own call before the message of the database, which is the last line. */
function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return name.startsWith('PrismaClient') ? (message.trim().split('\n').at(-1) ?? message) : message;
}

async function restoreInto(
  database: OpenDatabase,
  { file, header, sums, size }: CheckedBackup,
  now: Date,
  { after, command }: Required<RestoreOptions>,
): Promise<RestoreResult> {
  const begin = async (tx: Tx) => {
    await clearRestoreMarker(tx);
    await assertEmpty(tx);
    await markRestoreBegun(tx, { command }, now);
  };
  await assertSpaceFor(database, size);
  // Check first, because the migrations would change a database that is not empty.
  await runInSnapshot(database, async (tx) => {
    if ((await listTablesInOrder(tx)).includes('Fact')) await begin(tx);
  });
  await applyMigrations(database, { only: header.migrations });
  await runInSnapshot(database, async (tx) => {
    await assertOwnTables(tx, sums);
    await begin(tx);
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

/** Rows take about as much space in the database as in the backup before compression. */
async function assertSpaceFor({ kind }: OpenDatabase, { rows, files }: BackupSize): Promise<void> {
  const { dataDir, mediaBucket } = config();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const freeBytes = await readFreeBytes(dataDir);
  assertEnoughSpace(dataDir, freeBytes, (kind === 'pglite' ? rows : 0) + (mediaBucket ? 0 : files), 'the restore');
}

/** Refuses rows for tables of PostgreSQL, of migrations or of other programs. */
async function assertOwnTables(tx: Tx, { tables }: BackupChecksums): Promise<void> {
  const known = await listTablesInOrder(tx);
  const foreign = tables.filter(({ table, rows }) => rows > 0 && !known.includes(table)).map(({ table }) => table);
  if (foreign.length > 0) throw new Error(`This version has no table ${foreign.join(', ')}. Nothing was changed.`);
}

async function restoreFiles(file: string): Promise<void> {
  for await (const line of readBackupFile(file)) if (line.kind === 'file') await restoreFile(line.file);
}

async function readTableChecksums(tx: Tx): Promise<TableChecksum[]> {
  const sums: TableChecksum[] = [];
  for (const table of await listTablesInOrder(tx)) sums.push(await computeChecksum(tx, table));
  return sums;
}

async function assertKnownMigrations(file: string, header: BackupHeader): Promise<void> {
  const knownMigrations = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  const unknown = header.migrations.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `${file} was made by a newer version (${header.version}): this one does not know ${unknown.join(', ')}.`,
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
