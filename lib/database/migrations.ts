import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/log';
import type { OpenDatabase, ScriptConnection } from './open-database';

export const migrationsFolder = join(process.cwd(), 'prisma/migrations');
const lockFile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };

export async function readMigrations(base = migrationsFolder) {
  const entries = await readdir(/* turbopackIgnore: true */ base, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(base, name, 'migration.sql'), 'utf8') },
      },
    })),
  );
  return { baseDir: base, lockfile: lockFile, shadowDbInitScript: '', migrationDirectories };
}

/** Advisory lock that makes processes started together migrate one after the other. */
const migrationLock = 7_402_611_953;

/** The table of Prisma's own tools, so that they and this module agree on which migrations are applied. */
const createTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
  logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

interface MigrationOptions {
  /** A restore applies only the migrations that the backup lists. */
  only?: readonly string[];
  folder?: string;
  lockTries?: number;
}

interface Migration {
  name: string;
  sql: string;
}

/** Runs in one transaction, so that a failure leaves the old version usable. @throws Error that names the remedy */
export async function applyMigrations(
  database: OpenDatabase,
  { only, folder = migrationsFolder, lockTries = 20 }: MigrationOptions = {},
): Promise<string[]> {
  const allMigrations = await listMigrations(folder);
  const applied = await readAppliedNames(database);
  refuseNewer(applied, allMigrations);
  const wantedMigrations = allMigrations.filter(({ name }) => only?.includes(name) ?? true);
  if (wantedMigrations.every(({ name }) => applied.has(name))) return [];
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.scripted((connection) => applyPendingMigrations(connection, wantedMigrations));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === lockTries)
        throw new Error(
          `${(error as Error).message} A long statement blocked a table for ${lockTries} tries (SELECT * FROM pg_stat_activity shows it). End it or wait for it, then start again.`,
          { cause: error },
        );
      log.warn({ tries }, 'A table that a migration changes is in use; trying again');
      await sleep(lockPauseMs);
    }
  }
}

/** While a migration waits for a table's lock, it blocks all other queries, so it gives up soon and retries. */
const lockTimeoutMs = 3000;
const lockPauseMs = 2000;

async function applyPendingMigrations(connection: ScriptConnection, wanted: readonly Migration[]): Promise<string[]> {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await connection.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await connection.query(createTable);
  const rows = await connection.query(
    'SELECT migration_name::text AS name FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  const applied = new Set(rows.map(({ name }) => name));
  const pending = wanted.filter(({ name }) => !applied.has(name));
  for (const migration of pending) await applyMigration(connection, migration);
  return pending.map(({ name }) => name);
}

/** 55P03: lock_not_available; 40P01: deadlock_detected */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof MigrationFailed && ['55P03', '40P01'].includes(String((error.cause as { code?: unknown }).code));

/** @throws Error for migrations of a newer version, whose data this one would misread */
function refuseNewer(applied: ReadonlySet<string>, knownMigrations: readonly Migration[]): void {
  const unknown = [...applied].filter((name) => !knownMigrations.some((migration) => migration.name === name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer version: this one does not know ${unknown.join(', ')}. Nothing was changed. Start that version. To return to this one, restore the backup made before the upgrade into an empty database: npm run restore -- <file>`,
  );
}

export async function assertMigrated(database: OpenDatabase, folder = migrationsFolder): Promise<void> {
  const knownMigrations = await listMigrations(folder);
  const applied = await readAppliedNames(database);
  refuseNewer(applied, knownMigrations);
  const pending = knownMigrations.filter(({ name }) => !applied.has(name));
  if (pending.length > 0)
    throw new Error(
      `The database lacks ${pending.map(({ name }) => name).join(', ')}. Start the service of this version once: unlike a command, it migrates the database.`,
    );
}

export async function listPendingMigrations(database: OpenDatabase, folder = migrationsFolder): Promise<string[]> {
  const applied = await readAppliedNames(database);
  return (await listMigrations(folder)).map(({ name }) => name).filter((name) => !applied.has(name));
}

async function listMigrations(folder: string): Promise<Migration[]> {
  const { migrationDirectories } = await readMigrations(folder);
  return migrationDirectories.map(({ path, migrationFile }) => ({ name: path, sql: migrationFile.content.value }));
}

/** @throws Error if the database belongs to another program or has an unfinished migration */
async function readAppliedNames({ client }: OpenDatabase): Promise<Set<string>> {
  const [state] = await client.$queryRaw<Array<{ prepared: boolean; table: string | null }>>`
    SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS prepared, min(tablename::text) AS "table" FROM pg_tables WHERE schemaname = current_schema()`;
  if (!state?.prepared) {
    if (state?.table)
      throw new Error(`The database has tables of another program (${state.table}). Use a separate, empty database.`);
    return new Set();
  }
  const rows = await client.$queryRaw<Array<{ name: string; finished: boolean }>>`
    SELECT migration_name::text AS name, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`;
  const unfinished = rows.find(({ finished }) => !finished);
  if (unfinished)
    throw new Error(
      `The migration ${unfinished.name} was started earlier but did not finish, so it may be partially applied. To inspect and settle it: npm run db:repair`,
    );
  return new Set(rows.map(({ name }) => name));
}

async function applyMigration({ query, script }: ScriptConnection, { name, sql }: Migration): Promise<void> {
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
  constructor(
    readonly migration: string,
    cause: unknown,
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The migration ${migration} failed: ${reason}. No migration of this start was applied, and the data is unchanged. Start the previous version again, or fix prisma/migrations/${migration}/migration.sql and restart. To restore an earlier backup into an empty database: npm run restore -- <file>`,
      { cause },
    );
    this.name = 'MigrationFailed';
  }
}
