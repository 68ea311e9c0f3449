import { createHash, randomUUID } from 'node:crypto';
import type { OpenDatabase } from '@/lib/database/open-database';
import { migrationsFolder, readMigrations } from './migration-engine';

/** The advisory lock's number, used by this program only: processes that start together migrate one after the other. */
const migrationLock = 7_402_611_953;

/** The table of Prisma's own tools, so that they agree. */
const createTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
  logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

export interface MigrationOptions {
  /** Only these migrations: a backup is restored into its own version's schema and migrated afterwards. */
  only?: readonly string[];
  /** The folder with one sub-folder per migration. */
  folder?: string;
}

interface Migration { name: string; sql: string }

/**
 * Applies pending migrations, oldest first. Each is one transaction together with its row in `_prisma_migrations`: one that fails, or whose
 * process is killed, leaves nothing, and the next start tries again.
 * @returns the names applied
 * @throws Error that names the migration, the database's message and the remedy
 */
export async function applyMigrations(database: OpenDatabase, { only, folder = migrationsFolder }: MigrationOptions = {}): Promise<string[]> {
  const known = await migrationsIn(folder);
  const wanted = known.filter(({ name }) => only?.includes(name) ?? true);
  const applied = await readApplied(database);
  const pending = wanted.filter(({ name }) => !applied.has(name));
  if (pending.length === 0) return [];
  const done: string[] = [];
  for (const migration of pending) if (await applyOne(database, migration)) done.push(migration.name);
  return done;
}

/** Names of the migrations that are not applied. */
export async function pendingMigrations(database: OpenDatabase, folder = migrationsFolder): Promise<string[]> {
  const applied = await readApplied(database);
  return (await migrationsIn(folder)).map(({ name }) => name).filter((name) => !applied.has(name));
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const { migrationDirectories } = await readMigrations(folder);
  return migrationDirectories.map(({ path, migrationFile }) => ({ name: path, sql: migrationFile.content.value }));
}

/** @throws Error for a database of another program, and where an earlier attempt stands unfinished. */
async function readApplied({ client }: OpenDatabase): Promise<Set<string>> {
  const [state] = await client.$queryRaw<Array<{ prepared: boolean; table: string | null }>>`
    SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS prepared, min(tablename::text) AS "table" FROM pg_tables WHERE schemaname = current_schema()`;
  if (!state?.prepared) {
    if (state?.table) throw new Error(`The database has tables of another program (${state.table}). Give this one an empty database of its own.`);
    return new Set();
  }
  const rows = await client.$queryRaw<Array<{ name: string; finished: boolean }>>`
    SELECT migration_name::text AS name, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`;
  const unfinished = rows.find(({ finished }) => !finished);
  if (unfinished) throw new Error(`The migration ${unfinished.name} began earlier and did not end, so it may be there in part. See what is there and settle it: npm run db:repair`);
  return new Set(rows.map(({ name }) => name));
}

/** False when another process has applied it in the meantime. */
async function applyOne(database: OpenDatabase, { name, sql }: Migration): Promise<boolean> {
  try {
    return await database.scripted(async ({ query, script }) => {
      await query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      await query(createTable);
      const rows = await query('SELECT 1 FROM "_prisma_migrations" WHERE migration_name = $1 AND rolled_back_at IS NULL', [name]);
      if (rows.length > 0) return false;
      await script(sql);
      await query(
        'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, clock_timestamp(), 1)',
        [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
      );
      return true;
    });
  } catch (error) {
    throw new MigrationFailed(name, error);
  }
}

class MigrationFailed extends Error {
  constructor(readonly migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The migration ${migration} failed: ${reason}. Nothing of it was applied, and the data is as it was. The way back: start the version before again; or mend prisma/migrations/${migration}/migration.sql and start once more. A backup of before is brought back into an empty database with npm run restore -- <file>`, { cause });
    this.name = 'MigrationFailed';
  }
}
