import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

export const prismaFolder = join(process.cwd(), 'prisma');
export const migrationsFolder = join(prismaFolder, 'migrations');
const filters = { externalTables: [], externalEnums: [] };
const lockFile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };

let instantiated: Promise<void> | undefined;

async function instantiate(): Promise<void> {
  const require = createRequire(join(process.cwd(), 'package.json'));
  const engine = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const wasm = await WebAssembly.compile(new Uint8Array(await readFile(join(engine, 'schema_engine_bg.wasm'))));
  const imports = { './schema_engine_bg.js': bindings } as unknown as WebAssembly.Imports;
  const instance = await WebAssembly.instantiate(wasm, imports);
  const exports = instance.exports as unknown as { __wbindgen_start(): void };
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
}

/** Prisma's schema engine in WebAssembly, without the downloaded binary: compares schemas and writes migrations. */
export async function openEngine(factory: SqlMigrationAwareDriverAdapterFactory) {
  await (instantiated ??= instantiate());
  const schema = await readSchema();
  return bindings.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

export async function readSchema() {
  return { path: 'schema.prisma', content: await readFile(join(prismaFolder, 'schema.prisma'), 'utf8') };
}

/** Every migration.sql in the folder, oldest first. */
export async function readMigrations(base = migrationsFolder) {
  const entries = await readdir(base, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(base, name, 'migration.sql'), 'utf8') },
      },
    })),
  );
  return { baseDir: base, lockfile: lockFile, shadowDbInitScript: '', migrationDirectories };
}

export { filters as migrationFilters };
