import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { log } from '@/lib/log';
import type { OpenDatabase } from './open-database';

/**
 * `DATA_DIR/installation.json` lists every database this installation has used, without secrets: one of them that is empty is a loss, not a
 * first start (X33). An operator starts over by deleting the file.
 */
const contents = z.object({ databases: z.record(z.string(), z.object({ since: z.iso.datetime() })) });
type Databases = z.infer<typeof contents>['databases'];

/** `anew`: the database will be filled by a backup or a move, so an empty one is expected. */
export type Beginning = 'first-only' | 'anew';

export const installationFile = (dataDir: string): string => join(dataDir, 'installation.json');

/** @param loss what is missing @throws Error when this installation has used the database at `address` */
export function refuseLost(dataDir: string, address: string, loss: string): void {
  const databases = readDatabases(dataDir);
  if (databases && !databases[address]) return;
  const since = databases?.[address]?.since.slice(0, 10);
  throw new Error(`The data of this installation${since ? `, in use since ${since},` : ''} is lost: ${loss}. Nothing was changed. Put it back, or bring back the last backup: npm run restore -- <file>. To begin anew with an empty database, delete ${installationFile(dataDir)}`);
}

/** @throws Error for a database without any row that this installation has used */
export async function assertNotLost(dataDir: string, database: OpenDatabase): Promise<void> {
  const databases = readDatabases(dataDir);
  if (databases && Object.keys(databases).length === 0) return;
  if (!(await isEmpty(database))) return;
  refuseLost(dataDir, database.address, `the database ${database.address} is empty`);
  log.warn({ database: database.address, known: Object.keys(databases ?? {}) }, 'This database is new and empty; the installation has been running on another one');
}

/** Records the database. The row is written first, so that a recorded database is never empty. */
export async function rememberDatabase(dataDir: string, database: OpenDatabase, now: Date): Promise<void> {
  const since = now.toISOString();
  await database.client.fact.createMany({ data: { name: 'installation', value: { since } }, skipDuplicates: true });
  const databases = readDatabases(dataDir) ?? {};
  if (databases[database.address]) return;
  writeAtomically(installationFile(dataDir), JSON.stringify({ databases: { ...databases, [database.address]: { since } } }, null, 2));
}

/** Null for an unreadable file: it exists, so this is not a first start. */
function readDatabases(dataDir: string): Databases | null {
  let text: string;
  try {
    text = readFileSync(installationFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return contents.parse(JSON.parse(text)).databases;
  } catch {
    return null;
  }
}

async function isEmpty({ client }: OpenDatabase): Promise<boolean> {
  const tables = await client.$queryRaw<Array<{ name: string }>>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`;
  if (tables.length === 0) return true;
  const [found] = await client.$queryRawUnsafe<Array<{ rows: boolean }>>(
    `SELECT ${tables.map(({ name }) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ')} AS rows`,
  );
  return found?.rows !== true;
}

function writeAtomically(file: string, text: string): void {
  const part = `${file}.${process.pid}`;
  const handle = openSync(part, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}
