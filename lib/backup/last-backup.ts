import 'server-only';
import { z } from 'zod';
import { db } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';

const factName = 'last-backup';
const fact = z.object({ at: z.coerce.date(), file: z.string() });

export type LastBackup = z.output<typeof fact>;

export async function readLastBackup(): Promise<LastBackup | null> {
  const client = await db();
  const row = await client.fact.findUnique({ where: { name: factName }, select: { value: true } });
  return fact.safeParse(row?.value).data ?? null;
}

/** In the database that was written, not in the one that may be open. */
export async function storeLastBackup({ client }: OpenDatabase, { at, file, rows }: LastBackup & { rows: number }): Promise<void> {
  const value = { at: at.toISOString(), file, rows };
  await client.fact.upsert({ where: { name: factName }, create: { name: factName, value }, update: { value }, select: { name: true } });
}
