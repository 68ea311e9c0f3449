import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { migrationFilters, openEngine, prismaFolder, readSchema } from './migration-engine';

// npm run db:migration: writes the first migration anew from the schema, on an empty database in memory.
const name = process.argv[2] ?? '0001_init';
const engine = await openEngine(new PrismaPGlite(new PGlite()));
const { stdout } = await engine.diff({
  from: { tag: 'empty' },
  to: { tag: 'schemaDatamodel', files: [await readSchema()] },
  script: true,
  exitCode: null,
  filters: migrationFilters,
});
const folder = join(prismaFolder, 'migrations', name);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'migration.sql'), stdout ?? '');
await writeFile(join(prismaFolder, 'migrations', 'migration_lock.toml'), 'provider = "postgresql"\n');
process.exit(0);
