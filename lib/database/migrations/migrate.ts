import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase, ScriptConnection } from '@/lib/database/open-database';
import { log } from '@/lib/log';
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
  /** How often a table that somebody else has locked is tried. */
  lockTries?: number;
}

interface Migration { name: string; sql: string }

/**
 * Applies pending migrations, oldest first, all in one transaction with their rows in `_prisma_migrations`: when one fails, or the process is
 * killed, none of them has been, so that the version before can start again and the next start tries again.
 * @returns the names applied
 * @throws Error that names the migration, the database's message and the remedy; and for a database of a newer version
 */
export async function applyMigrations(database: OpenDatabase, { only, folder = migrationsFolder, lockTries = 20 }: MigrationOptions = {}): Promise<string[]> {
  const known = await migrationsIn(folder);
  const applied = await readApplied(database);
  refuseNewer(applied, known);
  const wanted = known.filter(({ name }) => only?.includes(name) ?? true);
  if (wanted.every(({ name }) => applied.has(name))) return [];
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.scripted((connection) => applyAll(connection, wanted));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === lockTries) throw new Error(`${(error as Error).message} A table has been in use by a long statement for ${lockTries} tries (SELECT * FROM pg_stat_activity shows it): end it, or wait for it, and start again.`, { cause: error });
      log.warn({ tries }, 'A table that a migration changes is in use; trying again');
      await sleep(lockPauseMs);
    }
  }
}

/** Everybody else's queries wait behind a migration that waits for a table's lock, so it gives up soon and tries again. */
const lockTimeoutMs = 3000;
const lockPauseMs = 2000;

async function applyAll(connection: ScriptConnection, wanted: readonly Migration[]): Promise<string[]> {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await connection.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await connection.query(createTable);
  const rows = await connection.query('SELECT migration_name::text AS name FROM "_prisma_migrations" WHERE rolled_back_at IS NULL');
  const applied = new Set(rows.map(({ name }) => name));
  const pending = wanted.filter(({ name }) => !applied.has(name));
  for (const migration of pending) await applyOne(connection, migration);
  return pending.map(({ name }) => name);
}

/** 55P03: lock_not_available; 40P01: deadlock_detected, with a backup for example. */
const isLockTimeout = (error: unknown): boolean => error instanceof MigrationFailed && ['55P03', '40P01'].includes(String((error.cause as { code?: unknown }).code));

/** @throws Error for a database with migrations that this version does not have: it would read and write what it does not know */
function refuseNewer(applied: ReadonlySet<string>, known: readonly Migration[]): void {
  const unknown = [...applied].filter((name) => !known.some((migration) => migration.name === name)).sort();
  if (unknown.length === 0) return;
  throw new Error(`The database was migrated by a newer version: ${unknown.join(', ')} is not known here. Nothing was changed. Start that version; or, to go back to this one, bring back the backup made before the upgrade into an empty database: npm run restore -- <file>`);
}

/** @throws Error when this version's migrations and those of the database differ */
export async function assertMigrated(database: OpenDatabase, folder = migrationsFolder): Promise<void> {
  const known = await migrationsIn(folder);
  const applied = await readApplied(database);
  refuseNewer(applied, known);
  const pending = known.filter(({ name }) => !applied.has(name));
  if (pending.length > 0) throw new Error(`The database lacks ${pending.map(({ name }) => name).join(', ')}. Start the service of this version once, which migrates it; a command does not.`);
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

async function applyOne({ query, script }: ScriptConnection, { name, sql }: Migration): Promise<void> {
  try {
    await script(sql);
    await query(
      'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, clock_timestamp(), 1)',
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
    );
  } catch (error) {
    throw new MigrationFailed(name, error);
  }
}

class MigrationFailed extends Error {
  constructor(readonly migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The migration ${migration} failed: ${reason}. Neither it nor another one of this start was applied, and the data is as it was. The way back: start the version before again; or mend prisma/migrations/${migration}/migration.sql and start once more. A backup of before is brought back into an empty database with npm run restore -- <file>`, { cause });
    this.name = 'MigrationFailed';
  }
}
