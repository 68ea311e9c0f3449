import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

export const migrationFilters = { externalTables: [], externalEnums: [] };

let engineReady: Promise<void> | undefined;

async function instantiateEngine(): Promise<void> {
  const require = createRequire(join(process.cwd(), 'package.json'));
  const engine = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const wasm = await WebAssembly.compile(new Uint8Array(await readFile(join(engine, 'schema_engine_bg.wasm'))));
  const imports = { './schema_engine_bg.js': bindings } as unknown as WebAssembly.Imports;
  const instance = await WebAssembly.instantiate(wasm, imports);
  const exports = instance.exports as unknown as { __wbindgen_start(): void };
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
}

/** Prisma's schema engine in WebAssembly, which needs no downloaded binary. */
export async function openEngine(factory: SqlMigrationAwareDriverAdapterFactory) {
  await (engineReady ??= instantiateEngine());
  const schema = await readSchema();
  return bindings.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

export async function readSchema() {
  return { path: 'schema.prisma', content: await readFile(join(process.cwd(), 'prisma/schema.prisma'), 'utf8') };
}
