import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { log } from '@/lib/log';
import type { OpenDatabase } from './open-database';

/** Databases used by this installation. If one is empty, its data is lost (X33). Delete the file to start over. */
const installationSchema = z.object({
  databases: z.record(z.string(), z.object({ since: z.iso.datetime() })),
  current: z.string().optional(),
});
type Installation = z.infer<typeof installationSchema>;

/** `existing` (commands) creates no database, `first` may create one, `replace` (restore) also replaces a lost one. */
export type OpenMode = 'existing' | 'first' | 'replace';

export const installationFile = (dataDir: string): string => join(dataDir, 'installation.json');

/** @throws Error if this installation has used the database at `address` */
export function refuseLostDatabase(dataDir: string, address: string, loss: string): void {
  const installation = readInstallation(dataDir);
  if (installation && !installation.databases[address]) return;
  const since = installation?.databases[address]?.since.slice(0, 10);
  throw new Error(
    `The data of this installation${since ? `, in use since ${since},` : ''} is lost: ${loss}. Nothing was changed. Put the data back, or restore the last backup: npm run restore -- <file>. To start again with an empty database, delete ${installationFile(dataDir)}`,
  );
}

/** @throws Error if a database that this installation has used is empty */
export async function assertNotLost(dataDir: string, database: OpenDatabase): Promise<void> {
  const installation = readInstallation(dataDir);
  if (installation && Object.keys(installation.databases).length === 0) return;
  if (!(await isEmpty(database))) {
    if (hasLeft(installation, database.address))
      log.warn(
        { database: database.address, last: installation?.current },
        'The installation has moved from this database to another one. Check DATABASE_URL.',
      );
    return;
  }
  refuseLostDatabase(dataDir, database.address, `the database ${database.address} is empty`);
  log.warn(
    { database: database.address, known: Object.keys(installation?.databases ?? {}) },
    'This database is new and empty, but the installation has used another one so far',
  );
}

/** @throws Error if the installation has moved to another database */
export function assertNotMovedAway(dataDir: string, { address }: OpenDatabase, remedy: string = environmentHint): void {
  const installation = readInstallation(dataDir);
  if (hasLeft(installation, address))
    throw new Error(
      `This installation runs on ${installation?.current}, but the command was given ${address}, which it no longer uses. ${remedy}`,
    );
}

/** @throws Error for an empty database, or if the installation has moved to another */
export async function assertInUse(dataDir: string, database: OpenDatabase): Promise<void> {
  assertNotMovedAway(dataDir, database);
  if (!(await isEmpty(database))) return;
  refuseLostDatabase(dataDir, database.address, `the database ${database.address} is empty`);
  throw new Error(`The database ${database.address} is empty: the service has never run on it. ${environmentHint}`);
}

const hasLeft = (installation: Installation | null, address: string): boolean =>
  installation?.databases[address] !== undefined &&
  installation.current !== undefined &&
  installation.current !== address;

const environmentHint =
  'Give the command the environment of the service (DATA_DIR, DATABASE_URL …), as described in deploy/README.md under "Commands". Nothing was changed.';

export const noDatabaseError = (dataDir: string): Error =>
  new Error(
    `There is no database in ${dataDir}${process.env.DATA_DIR ? '' : ' (DATA_DIR is not set)'}. ${environmentHint}`,
  );

/** Writes the row before the file, so that a database in the file is never empty. */
export async function rememberDatabase(dataDir: string, database: OpenDatabase, now: Date): Promise<void> {
  const since = now.toISOString();
  await database.client.fact.createMany({ data: { name: 'installation', value: { since } }, skipDuplicates: true });
  const { databases, current } = readInstallation(dataDir) ?? { databases: {} };
  if (databases[database.address] && current === database.address) return;
  const known: Installation = {
    databases: { ...databases, [database.address]: databases[database.address] ?? { since } },
    current: database.address,
  };
  writeAtomically(installationFile(dataDir), JSON.stringify(known, null, 2));
}

/** Returns null for an unreadable file: it exists, so this is not a first start. */
function readInstallation(dataDir: string): Installation | null {
  let text: string;
  try {
    text = readFileSync(installationFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { databases: {} };
    throw error;
  }
  try {
    return installationSchema.parse(JSON.parse(text));
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
  // Use a UUID, because pids are not unique across containers.
  const part = `${file}.${randomUUID()}`;
  const handle = openSync(/* turbopackIgnore: true */ part, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}
