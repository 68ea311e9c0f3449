import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z, type ZodType } from 'zod';
import { config } from '@/lib/config/config';
import { minSecretLength } from '@/lib/config/variables';
import { parseJsonOrNull } from '@/lib/json-file';
import { putObject } from '@/lib/s3';
import { writeFileAtomically } from '@/lib/write-file';
import { describeDifferences, RowChecksum, type TableChecksum } from './tables';

/**
 * A backup is gzipped text: a JSON header; for each table a line `#Name`, then one row per line; one `@` line for each
 * stored file; a last line `=` with counts and checksums. Format 1 had no stored files.
 */
const formats = ['site-backup-1', 'site-backup-2'] as const;
const backupHeader = z.object({
  format: z.enum(formats),
  createdAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.string()).min(1),
  /** The key that encrypts second factors, if DATA_DIR holds it. */
  authSecret: z.string().min(minSecretLength).nullable(),
});
const formatOfHeader = z.object({ format: z.string().startsWith('site-backup-') });
export type BackupHeader = z.infer<typeof backupHeader>;

export interface BackupChecksums {
  tables: TableChecksum[];
  files: TableChecksum;
}

const tableSum = z.object({ table: z.string(), rows: z.number(), sum: z.string() });
const trailer = z.union([
  z.object({ tables: z.array(tableSum), files: tableSum }),
  z.array(tableSum).transform((tables) => ({ tables, files: new RowChecksum().result('files') })),
]);

type Append = (lines: AsyncIterable<string>) => Promise<void>;

/** The temporary name is random because an abandoned command may still be writing. */
export async function writeBackupFile(file: string, write: (append: Append) => Promise<void>): Promise<void> {
  if ((await stat(file).catch(() => null))?.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`);
  const part = `${file}.${randomBytes(3).toString('hex')}.part`;
  try {
    await write((lines) =>
      pipeline(addNewlines(lines), createGzip({ level: 6 }), createWriteStream(part, { flags: 'a', mode: 0o600 })),
    );
    await chmod(part, 0o600);
    const handle = await open(part);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* addNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

export type BackupLine =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'row'; table: string; row: string }
  | { kind: 'file'; line: string; file: StoredFile }
  | { kind: 'end'; sums: BackupChecksums };

/** @throws Error for a truncated file, or one that is not a backup */
export async function* readBackupFile(file: string): AsyncGenerator<BackupLine> {
  const unzipped = createGunzip();
  // An error in one stream destroys the other, which makes the loop below throw.
  pipeline(createReadStream(file), unzipped).catch(() => undefined);
  let table = '';
  let number = 0;
  for await (const line of readLines(unzipped)) {
    number += 1;
    if (number === 1) yield { kind: 'header', header: parseHeader(line) };
    else if (line.startsWith('#')) table = line.slice(1);
    else if (line.startsWith('=')) yield { kind: 'end', sums: parseLine(trailer, line, number) };
    else if (line.startsWith('@'))
      yield { kind: 'file', line: line.slice(1), file: parseLine(storedFileSchema, line, number) };
    else yield { kind: 'row', table, row: line };
  }
}

function parseHeader(line: string): BackupHeader {
  const value = parseJsonOrNull(line);
  const header = backupHeader.safeParse(value).data;
  if (header) return header;
  const format = formatOfHeader.safeParse(value).data?.format;
  throw new Error(
    format !== undefined && !formats.some((each) => each === format)
      ? `a newer version wrote it (${format})`
      : 'it is not a backup of this site',
  );
}

function parseLine<Value>(schema: ZodType<Value>, line: string, number: number): Value {
  const parsed = schema.safeParse(parseJsonOrNull(line.slice(1)));
  if (!parsed.success) throw new Error(`line ${number} is not a line of a backup`);
  return parsed.data;
}

export interface BackupSize {
  rows: number;
  files: number;
}

export interface VerifiedBackup {
  header: BackupHeader;
  sums: BackupChecksums;
  size: BackupSize;
}

/** @throws Error unless the file matches its own counts and checksums */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const tableChecksums = new Map<string, RowChecksum>();
  const files = new RowChecksum();
  const size: BackupSize = { rows: 0, files: 0 };
  let header: BackupHeader | null = null;
  let sums: BackupChecksums | null = null;
  try {
    for await (const line of readBackupFile(file)) {
      if (line.kind === 'header') header = line.header;
      else if (line.kind === 'end') sums = line.sums;
      else if (line.kind === 'file') {
        files.add(line.line);
        size.files += (line.file.data.length * 3) / 4;
      } else {
        tableChecksums.set(line.table, addRow(tableChecksums.get(line.table), line.row));
        size.rows += Buffer.byteLength(line.row);
      }
    }
  } catch (error) {
    throw new Error(`${file} cannot be read as a backup: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (!header || !sums) throw new Error(`${file} is incomplete: its last line is missing.`);
  const listed = sums.tables.map(({ table }) => table);
  const unlisted = [...tableChecksums.keys()].filter((table) => !listed.includes(table));
  const read = listed.map((table) => (tableChecksums.get(table) ?? new RowChecksum()).result(table));
  const differences = [
    ...describeDifferences([...sums.tables, sums.files], [...read, files.result('files')]),
    ...unlisted.map((table) => `${table || 'no table'}: rows that its last line does not list`),
  ];
  if (differences.length > 0) throw new Error(`${file} is damaged: ${differences.join('; ')}`);
  return { header, sums, size };
}

function addRow(sum: RowChecksum | undefined, row: string): RowChecksum {
  const next = sum ?? new RowChecksum();
  next.add(row);
  return next;
}

/** Folders to back up. `storedPathPattern` skips unfinished pictures. Operators back up a media bucket themselves. */
const folders = ['pictures', 'attachments'] as const;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const storedPathPattern = new RegExp(`^(?:pictures/${uuid}/\\d{1,4}\\.(?:avif|webp)|attachments/${uuid})$`);

const storedFileSchema = z.object({ path: z.string().regex(storedPathPattern), data: z.base64() });
type StoredFile = z.infer<typeof storedFileSchema>;

async function* listStoredPaths(): AsyncGenerator<string> {
  for (const folder of folders) {
    const stored = join(/* turbopackIgnore: true */ config().dataDir, folder);
    const entries = await readdir(/* turbopackIgnore: true */ stored, { recursive: true }).catch(nullIfMissing);
    yield* (entries ?? [])
      .map((each) => `${folder}/${each.replaceAll('\\', '/')}`)
      .filter((each) => storedPathPattern.test(each))
      .sort();
  }
}

/** Skips files that are deleted during the backup. */
export async function* readStoredFiles(): AsyncGenerator<StoredFile> {
  for await (const path of listStoredPaths()) {
    const bytes = await readFile(join(config().dataDir, path)).catch(nullIfMissing);
    if (bytes) yield { path, data: bytes.toString('base64') };
  }
}

export async function countStoredBytes(): Promise<number> {
  let bytes = 0;
  for await (const path of listStoredPaths())
    bytes += (await stat(join(config().dataDir, path)).catch(nullIfMissing))?.size ?? 0;
  return bytes;
}

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Writes atomically; keeps an existing file of the same size. */
export async function restoreFile({ path, data }: StoredFile): Promise<void> {
  const { dataDir, mediaBucket } = config();
  const bytes = Buffer.from(data, 'base64');
  if (mediaBucket) return putObject(mediaBucket, path, bytes, contentTypeOf(path));
  const file = join(dataDir, path);
  if ((await stat(file).catch(nullIfMissing))?.size === bytes.length) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, bytes, { mode: 0o600, flush: true });
}

const contentTypeOf = (path: string): string =>
  path.startsWith('pictures/') ? `image/${path.endsWith('.avif') ? 'avif' : 'webp'}` : 'application/octet-stream';

/** A stored file has at most 28 million characters, a row a few million. */
const maxLineLength = 64 * 1024 * 1024;

/** Splits only at `\n`: `node:readline` of Node 24 also splits at U+2028 and U+2029. @throws Error for a longer line */
export async function* readLines(input: Readable, maxLength = maxLineLength): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of input.setEncoding('utf8')) {
    const [end = '', ...lines] = String(chunk).split('\n');
    parts.push(end);
    length += end.length;
    if (length > maxLength) throw new Error(`a line has more than ${maxLength} characters`);
    for (const line of lines) {
      yield parts.join('');
      parts = [line];
      length = line.length;
    }
  }
  if (length > 0) yield parts.join('');
}
