import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { PrismaClient } from '@/generated/prisma/client';
import { yieldToEventLoop } from './yield-between-queries';
import type { OpenDatabase } from './open-database';
import { fencedAdapter } from './fenced-adapter';
import { withJsonColumns } from './json-columns';
import { waitForLock } from './folder-lock';
import { noDatabase, refuseLost, type Beginning } from './installation';
import { prepareDataDir } from '@/lib/process/data-dir';
import { log } from '@/lib/log';

// By its default V8 optimises most of PGlite within the first statements, which is a third of a start; what stays busy still is optimised (decision 160).
setFlagsFromString('--wasm-tiering-budget=180000000');

/** The default of 128 MB takes 290 MB more memory than 16; with 16, a search in 10,000 articles reads its pages from disk each time (measured). */
export const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** The folder in DATA_DIR, and the address the installation knows it by. */
const address = 'db';

/** A stopping predecessor finishes its last requests and closes the database. */
const predecessorTimeoutMs = 10_000;

/**
 * The embedded database in `{dataDir}/db`, locked for this process.
 * A first start writes beside it and renames, so that a kill never leaves a partial folder (M4).
 * @throws Error naming folder and pid when another process has it (M5), when its data is lost (X33), or when there is none to open
 */
export async function openPglite(dataDir: string, beginning: Beginning = 'existing'): Promise<OpenDatabase> {
  const folder = join(dataDir, address);
  if (beginning === 'existing' && isAbsent(folder)) {
    refuseLost(dataDir, address, `its folder ${folder} is gone or empty`);
    throw noDatabase(dataDir);
  }
  prepareDataDir(dataDir);
  const lock = await waitForLock(join(dataDir, 'db.lock'), {
    timeoutMs: predecessorTimeoutMs,
    onWait: (pid) => log.warn({ folder, pid }, 'Another process still has the embedded database; waiting for it to end'),
    refusal: (pid) => new Error(`The embedded database in ${dataDir} is in use by process ${pid}. Stop it first, or use DATABASE_URL.`),
  });
  try {
    if (isAbsent(folder)) {
      if (beginning === 'first') refuseLost(dataDir, address, `its folder ${folder} is gone or empty`);
      await initialise(folder);
    } else if (!existsSync(join(folder, 'PG_VERSION'))) {
      refuseDamaged(folder, 'PG_VERSION is missing');
    }
    const pglite = await PGlite.create({ dataDir: folder, startParams }).catch((error: unknown) => refuseDamaged(folder, error));
    return wrapPglite(pglite, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

const isAbsent = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/** Never re-initialises over existing data (R21). */
function refuseDamaged(folder: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The embedded database in ${folder} cannot be opened (${reason}). Nothing was changed. Move the folder away and bring back the last backup: npm run restore -- <file>`, { cause: error });
}

async function initialise(folder: string): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  const first = await PGlite.create({ dataDir: fresh, startParams });
  await first.close();
  renameSync(fresh, folder);
}

/** For Prisma's client and its schema engine, which tries migrations in a shadow database. */
export function pgliteFactory(pglite: PGlite): SqlMigrationAwareDriverAdapterFactory {
  return fencedAdapter(new PrismaPGlite(pglite), {
    runScript: (_connection, script) => pglite.exec(script),
    async connectToShadowDb() {
      const shadow = await PGlite.create({ startParams });
      return Object.assign(await pgliteFactory(shadow).connect(), { dispose: () => shadow.close() });
    },
  });
}

/** OIDs from here on are row types, which no column has; copying their parsers costs 0.1 ms a query. */
const firstRowType = 10_000;

export function wrapPglite(pglite: PGlite, afterClose: () => void = () => undefined): OpenDatabase {
  pglite.parsers = Object.fromEntries(Object.entries(pglite.parsers).filter(([oid]) => Number(oid) < firstRowType));
  const send = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (...message) => {
    await yieldToEventLoop();
    return send(...message);
  };
  const factory = pgliteFactory(pglite);
  const client = withJsonColumns(new PrismaClient({ adapter: factory }));
  return {
    client, factory, kind: 'pglite', address,
    unhurried: () => client,
    scripted: (work) => pglite.transaction((transaction) => work({
      query: async (sql, values) => (await transaction.query<Record<string, unknown>>(sql, values)).rows,
      script: async (sql) => void (await transaction.exec(sql)),
    })),
    async close() {
      await client.$disconnect();
      if (!pglite.closed) await pglite.close();
      afterClose();
    },
  };
}
