import type { Tx } from './client';
import type { OpenDatabase } from './open-database';

const factName = 'restore';

/** In the transaction that fills the database; the schema may be that of an older version. */
export async function markRestoreBegun(tx: Tx, file: string, now: Date): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Fact" (name, value, "updatedAt") VALUES (${factName}, jsonb_build_object('file', ${file}::text), ${now}) ON CONFLICT (name) DO NOTHING`;
}

export async function markRestoreEnded(tx: Tx): Promise<void> {
  await tx.fact.deleteMany({ where: { name: factName } });
}

/** @throws Error for a database that was filled by a restore which did not end: what the backup would send again is not held back */
export async function assertRestored({ client }: OpenDatabase): Promise<void> {
  const [table] = await client.$queryRaw<Array<{ there: boolean }>>`SELECT to_regclass('"Fact"') IS NOT NULL AS there`;
  if (!table?.there) return;
  const row = await client.fact.findUnique({ where: { name: factName }, select: { value: true } });
  if (!row) return;
  throw new Error(`The restore into this database was interrupted: ${JSON.stringify(row.value)}. Take the database away (move DATA_DIR/db, or empty the PostgreSQL database) and run npm run restore -- <file> again.`);
}
