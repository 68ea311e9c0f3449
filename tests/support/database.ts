import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { afterAll } from 'vitest';
import { closeDatabase, useDatabase } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { openPostgresql } from '@/lib/database/postgresql';
import { createDatabase } from './postgresql';

/** Gives `db()` an empty, migrated database: in memory, or on the PostgreSQL of TEST_DATABASE_URL. For `beforeEach`. */
export async function resetDatabase(): Promise<OpenDatabase> {
  const present = current.database;
  if (present) {
    await deleteAllRows(present);
    useDatabase(present);
    return present;
  }
  const database = await openMigratedDatabase();
  current.database = database;
  useDatabase(database);
  return database;
}

/** Opens a database for a test that changes table definitions. The caller closes it. */
export async function openMigratedDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  const template = process.env.TEST_DATABASE_TEMPLATE;
  return url ? openPostgresql(await createDatabase(url, template)) : openInMemory(template);
}

const current: { database?: OpenDatabase | undefined } = {};

afterAll(async () => {
  const database = current.database;
  current.database = undefined;
  if (!database) return;
  useDatabase(database);
  await closeDatabase();
});

/** Opens a database without tables, for tests of migrations and restores. The caller closes it. */
export async function openBlankDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openPostgresql(await createDatabase(url)) : openInMemory(process.env.TEST_DATABASE_BLANK);
}

/** Copies a database that global-setup.ts has created, because creating one takes three times as long. */
async function openInMemory(file = ''): Promise<OpenDatabase> {
  return wrapPglite(await PGlite.create({ startParams, loadDataDir: toBlob(readFileSync(file)) }));
}

/** Imitates a Blob, because Node copies a real one in small pieces, which took a quarter of the opening time. */
const toBlob = (bytes: Buffer<ArrayBuffer>): Blob =>
  Object.assign(new Blob(), { arrayBuffer: () => Promise.resolve(bytes.buffer) });

async function deleteAllRows({ client }: OpenDatabase): Promise<void> {
  await client.$executeRawUnsafe(deleteEverything);
}

/** Uses DELETE: TRUNCATE creates new files for every table and index (150 ms on PGlite, 20 ms this way). */
const deleteEverything = `DO $$
  DECLARE each record;
  BEGIN
    -- As a replica, PostgreSQL fires no foreign key triggers, so the order of the tables does not matter.
    SET LOCAL session_replication_role = replica;
    FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations' LOOP
      EXECUTE format('DELETE FROM %I', each.tablename);
    END LOOP;
    FOR each IN SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL LOOP
      PERFORM setval(quote_ident(each.sequencename)::regclass, each.start_value, false);
    END LOOP;
  END $$`;
