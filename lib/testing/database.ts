import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { afterAll } from 'vitest';
import { closeDatabase, useDatabase } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { openPostgresql } from '@/lib/database/postgresql';
import { createDatabase } from './postgresql';

/**
 * An empty, migrated database that `db()` answers with from now on: PGlite in memory,
 * or a database of its own on PostgreSQL when TEST_DATABASE_URL is set. Call it in `beforeEach` or `beforeAll`.
 */
export async function freshDatabase(): Promise<OpenDatabase> {
  const present = current.database;
  if (present) {
    await empty(present);
    useDatabase(present);
    return present;
  }
  const database = await migratedDatabase();
  current.database = database;
  useDatabase(database);
  return database;
}

/** An empty, migrated database for one test that changes its definitions; the caller closes it. */
export async function migratedDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  const template = process.env.TEST_DATABASE_TEMPLATE;
  return url ? openPostgresql(await createDatabase(url, template)) : inMemory(template);
}

const current: { database?: OpenDatabase | undefined } = {};

afterAll(async () => {
  const database = current.database;
  current.database = undefined;
  if (!database) return;
  useDatabase(database);
  await closeDatabase();
});

/** A database without any table, for tests of migrations and of restoring; the caller closes it. */
export async function blankDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openPostgresql(await createDatabase(url)) : inMemory(process.env.TEST_DATABASE_BLANK);
}

/** A copy of the database that lib/testing/vitest/global-setup.ts has stored in `file`; making one takes three times as long. */
async function inMemory(file = ''): Promise<OpenDatabase> {
  return wrapPglite(await PGlite.create({ startParams, loadDataDir: blobOf(readFileSync(file)) }));
}

/** Node copies the bytes of a Blob of its own in small pieces, a quarter of the time that opening a database takes. */
const blobOf = (bytes: Buffer<ArrayBuffer>): Blob => Object.assign(new Blob(), { arrayBuffer: () => Promise.resolve(bytes.buffer) });

async function empty({ client }: OpenDatabase): Promise<void> {
  await client.$executeRawUnsafe(deleteEverything);
}

/** TRUNCATE makes new files for every table and index, however empty (measured: 150 ms on PGlite, 20 by this). */
const deleteEverything = `DO $$
  DECLARE each record;
  BEGIN
    -- Foreign keys are triggers, which a replica does not fire: the order of the tables does not matter.
    SET LOCAL session_replication_role = replica;
    FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations' LOOP
      EXECUTE format('DELETE FROM %I', each.tablename);
    END LOOP;
    FOR each IN SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL LOOP
      PERFORM setval(quote_ident(each.sequencename)::regclass, each.start_value, false);
    END LOOP;
  END $$`;
