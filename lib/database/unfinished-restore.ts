import { z } from 'zod';
import type { Tx } from './client';
import type { OpenDatabase } from './open-database';

const factName = 'restore';

/** How the database is being filled, for whoever has to do it again. */
const filling = z.object({ command: z.string() });
export type Filling = z.infer<typeof filling>;

/** The schema may be that of an older version. */
export async function markRestoreBegun(tx: Tx, { command }: Filling, now: Date): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Fact" (name, value, "updatedAt") VALUES (${factName}, jsonb_build_object('command', ${command}::text), ${now}) ON CONFLICT (name) DO NOTHING`;
}

export async function markRestoreEnded(tx: Tx): Promise<void> {
  await tx.$executeRaw`DELETE FROM "Fact" WHERE name = ${factName}`;
}

const away: Record<OpenDatabase['kind'], string> = { pglite: 'Move DATA_DIR/db away', postgresql: 'Empty the PostgreSQL database' };

/** @throws Error for a database whose filling did not end: it may lack everything, and what the backup would send again is not held back */
export async function assertRestored({ client, kind }: OpenDatabase): Promise<void> {
  const [table] = await client.$queryRaw<Array<{ there: boolean }>>`SELECT to_regclass('"Fact"') IS NOT NULL AS there`;
  if (!table?.there) return;
  const row = await client.fact.findUnique({ where: { name: factName }, select: { value: true } });
  if (!row) return;
  const command = filling.safeParse(row.value).data?.command ?? 'npm run restore -- <file>';
  throw new Error(`What filled this database was interrupted: ${command}. ${away[kind]} and run it again.`);
}
