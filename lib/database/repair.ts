import { PGlite } from '@electric-sql/pglite';
import { applyMigrations, migrationsFolder } from './migrations';
import type { OpenDatabase } from './open-database';
import { startParams, wrapPglite } from './pglite';

interface UnfinishedMigration {
  name: string;
  startedAt: Date;
  log: string | null;
}

/** `changes` are differences from the previous migration: `+` added, `-` removed. */
interface Effects {
  extent: 'none' | 'all' | 'part' | 'unknown';
  changes: string[];
}

async function findUnfinishedMigrations({ client }: OpenDatabase): Promise<UnfinishedMigration[]> {
  const [table] = await client.$queryRaw<
    Array<{ exists: boolean }>
  >`SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "exists"`;
  if (!table?.exists) return [];
  return client.$queryRaw<UnfinishedMigration[]>`
    SELECT migration_name::text AS name, started_at AS "startedAt", logs::text AS log FROM "_prisma_migrations"
    WHERE finished_at IS NULL AND rolled_back_at IS NULL ORDER BY started_at`;
}

const shapeQuery = `
  SELECT 'column ' || table_name || '.' || column_name || ' ' || udt_name || CASE is_nullable WHEN 'YES' THEN '' ELSE ' not null' END || coalesce(' default ' || column_default, '') AS line
    FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations'
  UNION ALL SELECT replace(indexdef, ' ON ' || quote_ident(schemaname) || '.', ' ON ')
    FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'
  UNION ALL SELECT 'constraint ' || conname || ' of ' || conrelid::regclass || ': ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f', 'x') AND conrelid <> 0
  UNION ALL SELECT 'value ' || enumlabel || ' of ' || enumtypid::regtype
    FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid WHERE typnamespace = current_schema()::regnamespace
  UNION ALL SELECT 'function ' || oid::regprocedure FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`;

async function readDatabaseShape({ client }: OpenDatabase): Promise<Set<string>> {
  const rows = await client.$queryRawUnsafe<Array<{ line: string }>>(shapeQuery);
  return new Set(rows.map(({ line }) => line));
}

async function findEffects(database: OpenDatabase, name: string, folder = migrationsFolder): Promise<Effects> {
  const finished = await listFinishedNames(database);
  const [found, { before, after }] = await Promise.all([
    readDatabaseShape(database),
    readShapesAround(finished, name, folder),
  ]);
  const changes = listDifferences(before, found);
  if (changes.length === 0) return { extent: 'none', changes };
  if (!after) return { extent: 'unknown', changes };
  return { extent: listDifferences(after, found).length === 0 ? 'all' : 'part', changes };
}

async function readShapesAround(
  finished: readonly string[],
  name: string,
  folder: string,
): Promise<{ before: Set<string>; after: Set<string> | null }> {
  const memory = wrapPglite(await PGlite.create({ startParams }));
  try {
    await applyMigrations(memory, { only: finished, folder });
    const before = await readDatabaseShape(memory);
    // The unfinished migration may also fail in the in-memory database.
    const done = await applyMigrations(memory, { only: [...finished, name], folder }).then(
      () => true,
      () => false,
    );
    return { before, after: done ? await readDatabaseShape(memory) : null };
  } finally {
    await memory.close();
  }
}

async function listFinishedNames({ client }: OpenDatabase): Promise<string[]> {
  const rows = await client.$queryRaw<Array<{ name: string }>>`
    SELECT migration_name::text AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  return rows.map((row) => row.name);
}

function listDifferences(from: ReadonlySet<string>, to: ReadonlySet<string>): string[] {
  const added = [...to].filter((line) => !from.has(line)).map((line) => `+ ${line}`);
  const removed = [...from].filter((line) => !to.has(line)).map((line) => `- ${line}`);
  return [...added, ...removed].sort();
}

/** The next start applies a `rolled back` migration again and skips an `applied` one. */
async function settleMigration(
  { client }: OpenDatabase,
  name: string,
  as: 'rolled back' | 'applied',
): Promise<boolean> {
  const rows =
    as === 'applied'
      ? await client.$executeRaw`UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE migration_name = ${name} AND finished_at IS NULL AND rolled_back_at IS NULL`
      : await client.$executeRaw`UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = ${name} AND finished_at IS NULL AND rolled_back_at IS NULL`;
  return rows > 0;
}

export interface RepairOptions {
  rolledBack?: string | undefined;
  applied?: string | undefined;
  folder?: string;
}

export async function repairDatabase(
  database: OpenDatabase,
  { rolledBack, applied, folder }: RepairOptions,
): Promise<{ ok: boolean; lines: string[] }> {
  const unfinished = await findUnfinishedMigrations(database);
  const migrationName = rolledBack ?? applied;
  if (migrationName !== undefined) {
    const as = rolledBack === undefined ? 'applied' : 'rolled back';
    if (!(await settleMigration(database, migrationName, as)))
      return {
        ok: false,
        lines: [`No unfinished migration is called ${migrationName}.`, ...unfinished.map(({ name }) => `  ${name}`)],
      };
    return {
      ok: true,
      lines: [
        `${migrationName} is marked as ${as}. ${as === 'applied' ? 'It is not run again.' : 'The next start applies it again.'}`,
      ],
    };
  }
  if (unfinished.length === 0) return { ok: true, lines: ['Every migration has finished: nothing to repair.'] };
  const lines: string[] = [];
  for (const migration of unfinished)
    lines.push(...reportLines(migration, await findEffects(database, migration.name, folder)));
  return { ok: false, lines };
}

const extents: Record<Effects['extent'], string> = {
  none: 'Not applied.',
  all: 'Completely applied.',
  part: 'Partially applied. Differences from the previous migrations:',
  unknown: 'Fails in an empty database too. Differences from the previous migrations:',
};

function reportLines({ name, startedAt, log }: UnfinishedMigration, { extent, changes }: Effects): string[] {
  return [
    `${name} was started at ${startedAt.toISOString()} and did not finish.`,
    ...(log ? ['Error of the database:', ...log.trim().split('\n').map(indent)] : []),
    extents[extent],
    ...(extent === 'part' || extent === 'unknown' ? changes.map(indent) : []),
    'This comparison does not show changed rows.',
    // A backup cannot contain the changes of an unfinished migration.
    extent === 'none'
      ? 'Make a backup first: npm run backup -- <file>'
      : 'Copy the database in this state first: the folder DATA_DIR/db, or with pg_dump. A backup of it could not be restored.',
    ...nextSteps(name, extent),
  ];
}

function nextSteps(name: string, extent: Effects['extent']): string[] {
  if (extent === 'none') return [`Fix the cause, then: npm run db:repair -- --rolled-back ${name}`];
  if (extent === 'all') return [`npm run db:repair -- --applied ${name}`];
  return [
    `Undo the changes by hand, then: npm run db:repair -- --rolled-back ${name}`,
    'or restore the last backup into an empty database: npm run restore -- <file>',
  ];
}

const indent = (line: string): string => `    ${line}`;
