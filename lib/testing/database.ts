import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { closeDatabase, useDatabase } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { openPostgresql } from '@/lib/database/postgresql';
import { applyMigrations } from '@/lib/database/migrations/migrate';

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
  const url = process.env.TEST_DATABASE_URL;
  const database = url ? await onPostgresql(url) : await inMemory();
  current.database = database;
  useDatabase(database);
  return database;
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
  return url ? blankOnPostgresql(url) : wrapPglite(await PGlite.create({ startParams }));
}

async function inMemory(): Promise<OpenDatabase> {
  const template = process.env.TEST_DATABASE_TEMPLATE;
  const loadDataDir = template ? { loadDataDir: new Blob([readFileSync(join(template))]) } : {};
  const database = wrapPglite(await PGlite.create({ startParams, ...loadDataDir }));
  if (!template) await applyMigrations(database);
  return database;
}

/** A database of its own for every test file. */
async function onPostgresql(base: string): Promise<OpenDatabase> {
  const database = await blankOnPostgresql(base);
  await applyMigrations(database);
  return database;
}

async function blankOnPostgresql(base: string): Promise<OpenDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = new Client({ connectionString: base });
  await server.connect();
  await server.query(`CREATE DATABASE "${name}"`);
  await server.end();
  const url = new URL(base);
  url.pathname = `/${name}`;
  return openPostgresql(url.href);
}

async function empty({ client }: OpenDatabase): Promise<void> {
  const tables = await client.$queryRaw<Array<{ name: string }>>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`;
  const names = tables.map((table) => `"${table.name}"`).join(', ');
  await client.$executeRawUnsafe(`TRUNCATE ${names} RESTART IDENTITY CASCADE`);
}
