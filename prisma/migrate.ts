import { createHash } from 'node:crypto';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { migrationFilters, openEngine, readMigrations } from './migration-engine';

/**
 * Whether every migration on disk is written down as applied, letter for letter. Asked first, because the engine itself
 * costs a start half a second and 60 MB.
 */
async function isUpToDate(factory: SqlMigrationAwareDriverAdapterFactory): Promise<boolean> {
  const { migrationDirectories } = await readMigrations();
  const adapter = await factory.connect();
  try {
    const { rows } = await adapter.queryRaw({
      sql: 'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      args: [],
      argTypes: [],
    });
    const applied = new Map(rows.map(([name, checksum]) => [String(name), String(checksum)]));
    const files = migrationDirectories.map(({ path, migrationFile }) => [path, createHash('sha256').update(migrationFile.content.value).digest('hex')]);
    return applied.size === files.length && files.every(([path = '', checksum]) => applied.get(path) === checksum);
  } catch {
    return false;
  } finally {
    await adapter.dispose();
  }
}

/**
 * Applies what `prisma/migrations` has and the database lacks; answers the names applied. The caller holds the lock.
 * `only` stops at an older version's migrations: a backup is filled in as it was and brought forward afterwards.
 */
export async function applyMigrations(factory: SqlMigrationAwareDriverAdapterFactory, only?: readonly string[]): Promise<string[]> {
  if (await isUpToDate(factory)) return [];
  const engine = await openEngine(factory);
  const list = await readMigrations();
  const migrationDirectories = list.migrationDirectories.filter(({ path }) => only?.includes(path) ?? true);
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: { ...list, migrationDirectories },
      filters: migrationFilters,
    });
    return appliedMigrationNames;
  } finally {
    engine.free();
  }
}

/** Names of migrations on disk that the database has not seen. */
export async function pendingMigrations(factory: SqlMigrationAwareDriverAdapterFactory): Promise<string[]> {
  const engine = await openEngine(factory);
  try {
    const { history } = await engine.diagnoseMigrationHistory({
      migrationsList: await readMigrations(),
      optInToShadowDatabase: false,
      filters: migrationFilters,
    });
    return history?.diagnostic === 'databaseIsBehind' ? history.unappliedMigrationNames : [];
  } finally {
    engine.free();
  }
}
