import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrationsFolder, readMigrations } from '@/lib/database/migrations';
import { pgliteFactory } from '@/lib/database/pglite';
import { migrationFilters, openEngine, readSchema } from './schema-engine';

/** `npm run db:migration -- <name>` writes a migration for changes of the schema; it never edits existing ones. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) fail('Usage: npm run db:migration -- <name>, for example lesson_uploads');
const { lockfile, ...list } = await readMigrations();
const engine = await openEngine(pgliteFactory(new PGlite()));
const { stdout } = await engine.diff({
  from: { tag: 'migrations', ...list, lockfile },
  to: { tag: 'schemaDatamodel', files: [await readSchema()] },
  script: true,
  exitCode: null,
  filters: migrationFilters,
});
if (!stdout || /^\s*-- This is an empty migration/.test(stdout))
  fail('No migration is needed: the migrations already match schema.prisma.');
const last = Number(list.migrationDirectories.at(-1)?.path.slice(0, 4) ?? 0);
const number = String(last + 1).padStart(4, '0');
const folder = join(migrationsFolder, `${number}_${name}`);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'migration.sql'), stdout, { flag: 'wx' });
process.stdout.write(`${join(folder, 'migration.sql')}\n`);
process.exit(0);
