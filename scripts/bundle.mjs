import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import pLimit from 'p-limit';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const textFile = /\.(?:js|mjs|css|json|svg|txt|xml|html|webmanifest|ttf|wasm)$/;
const smallestWorthCompressing = 400;
const atOnce = 4;

/** The HTTP server and its packages as one file: a start finds and reads 300 files less (measured: 0.25 s of 3 s). Next finds its own. */
export async function bundleServer(folder = process.cwd()) {
  await build({
    absWorkingDir: folder,
    entryPoints: ['server/main.ts'],
    outfile: 'dist/server.mjs',
    bundle: true,
    external: ['next', 'pino'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['react-server'],
    sourcemap: true,
    sourcesContent: false,
    // Packages in CommonJS ask for Node's own modules by this.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}

async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** @returns whether it gains by it */
async function compressFile(source, target) {
  const bytes = await readFile(source);
  if (bytes.length < smallestWorthCompressing) return false;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await mkdir(dirname(target), { recursive: true });
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  if (br.length >= bytes.length) return false;
  await Promise.all([writeFile(`${target}.br`, br), writeFile(`${target}.gz`, gz)]);
  return true;
}

/**
 * Smallest possible copies of every static file that gains by it, in `dist/compressed`, so that nothing known at the
 * build is ever compressed while somebody waits.
 */
export async function compressStatic(folder = process.cwd()) {
  const target = join(folder, 'dist', 'compressed');
  await rm(target, { recursive: true, force: true });
  const roots = [
    { from: join(folder, '.next', 'static'), to: join(target, 'next') },
    { from: join(folder, 'public'), to: join(target, 'public') },
  ];
  const work = [];
  for (const { from, to } of roots) {
    for (const file of await filesUnder(from)) if (textFile.test(file)) work.push([file, join(to, relative(from, file))]);
  }
  const made = await pLimit(atOnce).map(work, ([source, copy]) => compressFile(source, copy));
  return made.filter(Boolean).length;
}

const compileWhole = '//# allFunctionsCalledOnLoad\n';

/**
 * What every page runs at once (React, Next's router) says so in its first line: browsers that know the hint (V8's
 * explicit compile hints) compile it beside the page while it arrives, instead of in one long task when it is run
 * (docs/decisions/015).
 * @throws when Next's build does not name these files
 */
export async function hintScripts(folder = process.cwd()) {
  const { rootMainFiles } = JSON.parse(await readFile(join(folder, '.next', 'build-manifest.json'), 'utf8'));
  if (!(rootMainFiles?.length > 0)) throw new Error('.next/build-manifest.json names no rootMainFiles: has Next changed its build?');
  for (const file of rootMainFiles) {
    const path = join(folder, '.next', file);
    const text = await readFile(path, 'utf8');
    if (!text.startsWith(compileWhole)) await writeFile(path, compileWhole + text);
  }
}

/** What a build adds to Next's own. */
export async function bundle(folder = process.cwd()) {
  await bundleServer(folder);
  await hintScripts(folder);
  const made = await compressStatic(folder);
  process.stdout.write(`dist/server.mjs, ${made} static files precompressed\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundle();
