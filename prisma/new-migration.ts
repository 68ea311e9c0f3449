import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pgliteFactory } from '@/lib/database/pglite';
import { migrationFilters, openEngine, prismaFolder, readMigrations, readSchema } from '@/lib/database/migrations/migration-engine';

/** `npm run db:migration -- <name>`: writes the difference between schema and migrations as the next migration. Existing ones are never changed. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) fail('What does it do? npm run db:migration -- lesson_uploads');
const { lockfile, ...list } = await readMigrations();
const engine = await openEngine(pgliteFactory(new PGlite()));
const { stdout } = await engine.diff({
  from: { tag: 'migrations', ...list, lockfile },
  to: { tag: 'schemaDatamodel', files: [await readSchema()] },
  script: true,
  exitCode: null,
  filters: migrationFilters,
});
if (!stdout || /^\s*-- This is an empty migration/.test(stdout)) fail('The migrations make what schema.prisma says already.');
const last = Number(list.migrationDirectories.at(-1)?.path.slice(0, 4) ?? 0);
const number = String(last + 1).padStart(4, '0');
const folder = join(prismaFolder, 'migrations', `${number}_${name}`);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'migration.sql'), stdout, { flag: 'wx' });
process.stdout.write(`${join(folder, 'migration.sql')}\n`);
process.exit(0);
