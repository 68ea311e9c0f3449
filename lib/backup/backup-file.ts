import 'server-only';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { RowSum, differencesOf, type TableSum } from './row-sum';

/**
 * A backup is gzipped text: one JSON header, then for every table a line `#Name` and its rows as JSON, one a line,
 * and at the end `=` with count and checksum of every table. Without that last line the file is incomplete.
 */
export const backupHeader = z.object({
  format: z.literal('site-backup-1'),
  createdAt: z.string(),
  version: z.string(),
  migrations: z.array(z.string()),
  /** The key that seals second factors, when it is stored in DATA_DIR. */
  authSecret: z.string().nullable(),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const trailer = z.array(z.object({ table: z.string(), rows: z.number(), sum: z.string() }));

/** Writes beside the file and renames, so that a file with this name is complete. Readable by its owner only. */
export async function writeBackupFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(withNewlines(lines), createGzip({ level: 6 }), createWriteStream(part, { mode: 0o600 }));
    await chmod(part, 0o600);
    const handle = await open(part);
    await handle.sync();
    await handle.close();
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

export type BackupLine = { kind: 'header'; header: BackupHeader } | { kind: 'row'; table: string; row: string } | { kind: 'end'; tables: TableSum[] };

/** @throws Error for a file that is not a backup, or is truncated */
export async function* readBackupFile(file: string): AsyncGenerator<BackupLine> {
  const unzipped = createReadStream(file).pipe(createGunzip());
  let table = '';
  let first = true;
  for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity })) {
    if (first) yield { kind: 'header', header: headerOf(file, line) };
    else if (line.startsWith('#')) table = line.slice(1);
    else if (line.startsWith('=')) yield { kind: 'end', tables: trailer.parse(JSON.parse(line.slice(1))) };
    else yield { kind: 'row', table, row: line };
    first = false;
  }
}

function headerOf(file: string, line: string): BackupHeader {
  try {
    return backupHeader.parse(JSON.parse(line));
  } catch {
    throw new Error(`${file} is not a backup of this site.`);
  }
}

/**
 * Reads the whole file once and compares it with its own counts and checksums.
 * @throws Error when it is not a backup, damaged or truncated.
 */
export async function verifyBackup(file: string): Promise<{ header: BackupHeader; tables: TableSum[] }> {
  const sums = new Map<string, RowSum>();
  let header: BackupHeader | null = null;
  let tables: TableSum[] | null = null;
  try {
    for await (const line of readBackupFile(file)) {
      if (line.kind === 'header') header = line.header;
      else if (line.kind === 'end') tables = line.tables;
      else sums.set(line.table, added(sums.get(line.table), line.row));
    }
  } catch (error) {
    throw new Error(`${file} cannot be read as a backup: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!header || !tables) throw new Error(`${file} was cut short: its last line is missing.`);
  const found = tables.map(({ table }) => (sums.get(table) ?? new RowSum()).result(table));
  const differences = differencesOf(tables, found);
  if (differences.length > 0) throw new Error(`${file} is damaged: ${differences.join('; ')}`);
  return { header, tables };
}

function added(sum: RowSum | undefined, row: string): RowSum {
  const next = sum ?? new RowSum();
  next.add(row);
  return next;
}
