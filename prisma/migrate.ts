import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { migrationFilters, openEngine, readMigrations } from './migration-engine';

/**
 * Applies what `prisma/migrations` has and the database lacks; answers the names applied. The caller holds the lock.
 * `only` stops at an older version's migrations: a backup is filled in as it was and brought forward afterwards.
 */
export async function applyMigrations(factory: SqlMigrationAwareDriverAdapterFactory, only?: readonly string[]): Promise<string[]> {
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
