import { z } from 'zod';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { openDatabase, type Tx } from './client';
import { assertInUse, assertNotLost, assertNotMovedAway, rememberDatabase } from './installation';
import { applyMigrations, assertMigrated } from './migrations';
import type { OpenDatabase } from './open-database';

/** @param mayReturn accept a database that the installation has moved away from @returns the applied migrations */
export async function prepareDatabase({ mayReturn = true } = {}): Promise<string[]> {
  const { dataDir } = config();
  const database = await openDatabase('first');
  if (!mayReturn) assertNotMovedAway(dataDir, database);
  await assertNotLost(dataDir, database);
  await assertNoUnfinishedRestore(database);
  const applied = await applyMigrations(database);
  await rememberDatabase(dataDir, database, now());
  return applied;
}

/** For commands: creates and migrates nothing. @param asItIs skip the checks for restores and migrations */
export async function openUsedDatabase({ asItIs = false } = {}): Promise<void> {
  const database = await openDatabase('existing');
  await assertInUse(config().dataDir, database);
  if (asItIs) return;
  await assertNoUnfinishedRestore(database);
  await assertMigrated(database);
}

const restoreFact = 'restore';

const restoreMarkerSchema = z.object({ command: z.string() });
type RestoreMarker = z.infer<typeof restoreMarkerSchema>;

/** Uses SQL, because the schema may be that of an older version. */
export async function markRestoreBegun(tx: Tx, { command }: RestoreMarker, now: Date): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Fact" (name, value, "updatedAt") VALUES (${restoreFact}, jsonb_build_object('command', ${command}::text), ${now}) ON CONFLICT (name) DO NOTHING`;
}

export async function clearRestoreMarker(tx: Tx): Promise<void> {
  await tx.$executeRaw`DELETE FROM "Fact" WHERE name = ${restoreFact}`;
}

const clearingHints: Record<OpenDatabase['kind'], string> = {
  pglite: 'Move DATA_DIR/db away',
  postgresql: 'Empty the PostgreSQL database',
};

/** @throws Error after an interrupted restore */
export async function assertNoUnfinishedRestore({ client, kind }: OpenDatabase): Promise<void> {
  const [table] = await client.$queryRaw<
    Array<{ exists: boolean }>
  >`SELECT to_regclass('"Fact"') IS NOT NULL AS "exists"`;
  if (!table?.exists) return;
  const row = await client.fact.findUnique({ where: { name: restoreFact }, select: { value: true } });
  if (!row) return;
  const command = restoreMarkerSchema.safeParse(row.value).data?.command ?? 'npm run restore -- <file>';
  throw new Error(
    `This database is incomplete, because this command was interrupted: ${command}. ${clearingHints[kind]} and run it again.`,
  );
}
