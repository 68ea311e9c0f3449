import 'server-only';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { RowSum, differencesOf, type TableSum } from './row-sum';
import { storedFileSchema, type StoredFile } from './stored-files';

/**
 * A backup is gzipped text: one JSON header, then for every table a line `#Name` and its rows as JSON, one a line, then the files that rows
 * name, a line `@` each, and at the end `=` with count and checksum of every table and of the files. Without that last line the file is
 * incomplete. The first format had no files.
 */
export const backupHeader = z.object({
  format: z.enum(['site-backup-1', 'site-backup-2']),
  createdAt: z.string(),
  version: z.string(),
  migrations: z.array(z.string()),
  /** The key that seals second factors, when it is stored in DATA_DIR. */
  authSecret: z.string().nullable(),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** The files are summed as a table is; a row is a file. */
export interface BackupSums { tables: TableSum[]; files: TableSum }

const tableSum = z.object({ table: z.string(), rows: z.number(), sum: z.string() });
const trailer = z.union([
  z.object({ tables: z.array(tableSum), files: tableSum }),
  z.array(tableSum).transform((tables) => ({ tables, files: new RowSum().result('files') })),
]);

type Append = (lines: AsyncIterable<string>) => Promise<void>;

/**
 * Writes beside the file and renames, so that a file with this name is complete. Readable by its owner only. What is written has a name of its
 * own: a command that was given up goes on in the service, and the next one does not write into its file.
 */
export async function writeBackupFile(file: string, write: (append: Append) => Promise<void>): Promise<void> {
  if ((await stat(file).catch(() => null))?.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`);
  const part = `${file}.${randomBytes(3).toString('hex')}.part`;
  try {
    // Each is a member of its own, which gzip reads as one file.
    await write((lines) => pipeline(withNewlines(lines), createGzip({ level: 6 }), createWriteStream(part, { flags: 'a', mode: 0o600 })));
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

export type BackupLine = { kind: 'header'; header: BackupHeader } | { kind: 'row'; table: string; row: string } | { kind: 'file'; line: string; file: StoredFile } | { kind: 'end'; sums: BackupSums };

/** @throws Error for a file that is not a backup, or is truncated */
export async function* readBackupFile(file: string): AsyncGenerator<BackupLine> {
  const unzipped = createGunzip();
  // An error of either ends the other, and with it the loop.
  pipeline(createReadStream(file), unzipped).catch(() => undefined);
  let table = '';
  let first = true;
  for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity })) {
    if (first) yield { kind: 'header', header: headerOf(file, line) };
    else if (line.startsWith('#')) table = line.slice(1);
    else if (line.startsWith('=')) yield { kind: 'end', sums: trailer.parse(JSON.parse(line.slice(1))) };
    else if (line.startsWith('@')) yield { kind: 'file', line: line.slice(1), file: storedFileSchema.parse(JSON.parse(line.slice(1))) };
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
export async function verifyBackup(file: string): Promise<{ header: BackupHeader; sums: BackupSums }> {
  const found = new Map<string, RowSum>();
  const files = new RowSum();
  let header: BackupHeader | null = null;
  let sums: BackupSums | null = null;
  try {
    for await (const line of readBackupFile(file)) {
      if (line.kind === 'header') header = line.header;
      else if (line.kind === 'end') sums = line.sums;
      else if (line.kind === 'file') files.add(line.line);
      else found.set(line.table, added(found.get(line.table), line.row));
    }
  } catch (error) {
    throw new Error(`${file} cannot be read as a backup: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!header || !sums) throw new Error(`${file} was cut short: its last line is missing.`);
  const read = sums.tables.map(({ table }) => (found.get(table) ?? new RowSum()).result(table));
  const differences = differencesOf([...sums.tables, sums.files], [...read, files.result('files')]);
  if (differences.length > 0) throw new Error(`${file} is damaged: ${differences.join('; ')}`);
  return { header, sums };
}

function added(sum: RowSum | undefined, row: string): RowSum {
  const next = sum ?? new RowSum();
  next.add(row);
  return next;
}
