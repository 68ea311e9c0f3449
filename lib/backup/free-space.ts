import 'server-only';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OpenDatabase } from '@/lib/database/open-database';
import { minFreeMebibytes } from '@/lib/process/lifecycle';
import { storedBytes } from './stored-files';

const mebibyte = 1024 * 1024;

/** Below this the service refuses writes (R12): a backup on its disk must not be what stops it. */
const keepFreeBytes = minFreeMebibytes * mebibyte;

/** @throws Error, before anything is written, when the folder's disk may be too small for the backup */
export async function assertSpace({ client }: OpenDatabase, file: string): Promise<void> {
  const folder = dirname(file);
  const { bavail, bsize } = await statfs(folder);
  const [row] = await client.$queryRaw<Array<{ bytes: bigint }>>`SELECT pg_database_size(current_database()) AS bytes`;
  // Rows without their indexes, compressed, are less than half of the database; pictures and attachments stay as large as they are.
  refuseLittleSpace(folder, bavail * bsize, Number(row?.bytes ?? 0) / 2 + (await storedBytes()));
}

export function refuseLittleSpace(folder: string, freeBytes: number, backupBytes: number): void {
  if (freeBytes - backupBytes >= keepFreeBytes) return;
  const mebibytes = (bytes: number) => Math.ceil(bytes / mebibyte);
  throw new Error(`${folder} has ${mebibytes(freeBytes)} MiB free; a backup may take ${mebibytes(backupBytes)} MiB, and ${mebibytes(keepFreeBytes)} MiB are left free. Nothing was written.`);
}
