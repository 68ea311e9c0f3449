import 'server-only';
import type { OpenDatabase } from '@/lib/database/open-database';
import { writeBackup } from './backup';
import { restoreBackup } from './restore';
import type { TableSum } from './row-sum';

/** Everything from one database to an empty other one, through a file; counts and checksums compared (row O5). */
export async function moveDatabase(from: OpenDatabase, to: OpenDatabase, file: string, version: string, now: Date): Promise<TableSum[]> {
  await writeBackup(from, file, version, now);
  return restoreBackup(to, file);
}
