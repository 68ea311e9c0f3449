import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { PrismaClient } from '@/generated/prisma/client';
import { log } from '@/lib/log';
import { prepareDataDir } from '@/lib/process/data-dir';
import { timeDatabaseWait } from '@/lib/process/recorded-metrics';
import { waitForLock } from './folder-lock';
import { noDatabaseError, type OpenMode, refuseLostDatabase } from './installation';
import type { OpenDatabase } from './open-database';
import { fencedAdapter, withJsonColumns } from './prisma-adapter';
import { templateFile, unpackFolder } from './template';

// By default V8 optimises most of PGlite while the service starts, which takes a third of the start (docs/speed.md).
// V8 13 (Node 24) needs 600 MB to optimise PostgreSQL's parser alone, so the optimiser is off there: scans of large
// tables take twice as long, other queries take no longer.
const compilesOnce = Number.parseInt(process.versions.v8, 10) >= 13;
for (const flag of compilesOnce
  ? ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']
  : ['--wasm-tiering-budget=180000000'])
  setFlagsFromString(flag);

/** The default of 128 MB takes 290 MB more memory than 16 MB, but with 16 MB, large searches read from disk. */
export const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

const address = 'db';

export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

const predecessorTimeoutMs = 10_000;

/** A first start renames a finished folder into place (M4). @throws Error if in use (M5), lost (X33) or absent */
export async function openPglite(dataDir: string, mode: OpenMode = 'existing'): Promise<OpenDatabase> {
  const folder = join(dataDir, address);
  if (mode === 'existing' && isAbsent(folder)) {
    refuseLostDatabase(dataDir, address, `its folder ${folder} is gone or empty`);
    throw noDatabaseError(dataDir);
  }
  prepareDataDir(dataDir);
  const lock = await waitForLock(join(dataDir, 'db.lock'), {
    timeoutMs: predecessorTimeoutMs,
    onWait: (pid) =>
      log.warn({ folder, pid }, 'Another process still uses the embedded database; waiting for it to end'),
    refusal: (pid) =>
      new DatabaseInUse(
        `The embedded database in ${dataDir} is in use by process ${pid}. Stop it first, or use DATABASE_URL.`,
      ),
  });
  try {
    if (isAbsent(folder)) {
      if (mode === 'first') refuseLostDatabase(dataDir, address, `its folder ${folder} is gone or empty`);
      await initialiseFolder(folder, mode);
    } else if (!existsSync(join(folder, 'PG_VERSION'))) {
      throwDamaged(folder, 'PG_VERSION is missing');
    }
    const pglite = await PGlite.create({ dataDir: folder, startParams }).catch((error: unknown) =>
      throwDamaged(folder, error),
    );
    return wrapPglite(pglite, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

const isAbsent = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/** Never re-initialises over existing data (R21). */
function throwDamaged(folder: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(
    `The embedded database in ${folder} cannot be opened (${reason}). Nothing was changed. Move the folder away and restore the last backup: npm run restore -- <file>`,
    { cause: error },
  );
}

async function initialiseFolder(folder: string, mode: OpenMode): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  // The template is no use to a restore, which applies the migrations of its backup.
  if (mode === 'first' && process.env.NODE_ENV === 'production' && existsSync(templateFile)) {
    unpackFolder(templateFile, fresh);
  } else {
    mkdirSync(fresh, { mode: 0o700 });
    const first = await PGlite.create({ dataDir: fresh, startParams });
    await first.close();
  }
  renameSync(fresh, folder);
}

export function pgliteFactory(pglite: PGlite): SqlMigrationAwareDriverAdapterFactory {
  return fencedAdapter(new PrismaPGlite(pglite), {
    runScript: (_connection, script) => pglite.exec(script),
    async connectToShadowDb() {
      const shadow = await PGlite.create({ startParams });
      return Object.assign(await pgliteFactory(shadow).connect(), { dispose: () => shadow.close() });
    },
  });
}

/** Higher OIDs are row types, which no column has. Copying their parsers would cost 0.1 ms per query. */
const firstRowType = 10_000;

export function wrapPglite(pglite: PGlite, afterClose: () => void = () => undefined): OpenDatabase {
  pglite.parsers = Object.fromEntries(Object.entries(pglite.parsers).filter(([oid]) => Number(oid) < firstRowType));
  const send = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (...message) => {
    await yieldToEventLoop();
    return send(...message);
  };
  const queue = pglite._runExclusiveTransaction.bind(pglite);
  pglite._runExclusiveTransaction = (work) => {
    const recordWait = timeDatabaseWait();
    return queue(() => {
      recordWait();
      return work();
    });
  };
  const factory = pgliteFactory(pglite);
  const client = withJsonColumns(new PrismaClient({ adapter: factory }));
  return {
    client,
    factory,
    kind: 'pglite',
    address,
    unhurried: () => client,
    scripted: (work) =>
      pglite.transaction((transaction) =>
        work({
          query: async (sql, values) => (await transaction.query<Record<string, unknown>>(sql, values)).rows,
          script: async (sql) => void (await transaction.exec(sql)),
        }),
      ),
    async close() {
      await client.$disconnect();
      if (!pglite.closed) await pglite.close();
      afterClose();
    },
  };
}

const maxTurnMs = 4;
let busySinceMs: number | null = null;

/** PGlite answers within the same turn of the event loop, so that a loop of queries would block all requests. */
export async function yieldToEventLoop(): Promise<void> {
  if (busySinceMs === null) {
    busySinceMs = performance.now();
    setImmediate(() => (busySinceMs = null));
  } else if (performance.now() - busySinceMs > maxTurnMs) {
    await nextTurn();
  }
}
