import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { openPostgresql } from '@/lib/database/postgresql';
import { applyMigrations } from '@/lib/database/migrations/migrate';
import { createDatabase } from '../postgresql';

/** Migrates one database, of which every test file gets a copy in a fraction of the time. */
export default async function setup(): Promise<() => void> {
  // Vitest calls this once for each of its projects.
  if (process.env.TEST_DATABASE_TEMPLATE) return () => undefined;
  const url = process.env.TEST_DATABASE_URL;
  return url ? onPostgresql(url) : inMemory();
}

async function onPostgresql(base: string): Promise<() => void> {
  const url = await createDatabase(base);
  const database = await openPostgresql(url);
  await applyMigrations(database);
  await database.close();
  process.env.TEST_DATABASE_TEMPLATE = new URL(url).pathname.slice(1);
  return () => undefined;
}

async function inMemory(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  const pglite = await PGlite.create({ startParams });
  const dumpAs = async (name: string) => {
    const dump = await pglite.dumpDataDir('none');
    writeFileSync(join(folder, name), Buffer.from(await dump.arrayBuffer()));
    return join(folder, name);
  };
  process.env.TEST_DATABASE_BLANK = await dumpAs('blank.tar');
  const database = wrapPglite(pglite);
  await applyMigrations(database);
  process.env.TEST_DATABASE_TEMPLATE = await dumpAs('template.tar');
  await database.close();
  return () => rmSync(folder, { recursive: true, force: true });
}
