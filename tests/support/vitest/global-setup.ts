import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { applyMigrations } from '@/lib/database/migrations';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { openPostgresql } from '@/lib/database/postgresql';
import { createDatabase } from '@/tests/support/postgresql';

/** Creates the run's temporary folder and a migrated database, which test files copy. */
export default async function setup(): Promise<() => void> {
  // Vitest calls this once per project.
  if (process.env.TEST_DATABASE_TEMPLATE) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  // nginx's workers run as another user and must reach their files.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const url = process.env.TEST_DATABASE_URL;
  await (url ? prepareOnPostgresql(url) : writeInMemory(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

async function prepareOnPostgresql(base: string): Promise<void> {
  const url = await createDatabase(base);
  const database = await openPostgresql(url);
  await applyMigrations(database);
  await database.close();
  process.env.TEST_DATABASE_TEMPLATE = new URL(url).pathname.slice(1);
}

async function writeInMemory(folder: string): Promise<void> {
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
}
