import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';

/** Files read from the working folder, which tracing imports does not find. */
export const keptFiles = [
  '.next',
  'content',
  'deploy/alerts.yml',
  'deploy/dashboard.json',
  'deploy/nginx.conf',
  'deploy/unavailable.html',
  'deploy/site',
  'deploy/site.service',
  'deploy/backup.service',
  'deploy/backup.timer',
  'dist/build.json',
  'dist/commands',
  'dist/compressed',
  'dist/database.gz',
  'dist/openapi.json',
  'dist/server.mjs',
  'lib/pictures/drawing/fonts',
  'next.config.mjs',
  'node_modules/dejavu-fonts-ttf/package.json',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  // When Next starts, it resolves these three paths without importing the files, so that tracing misses them.
  'node_modules/next/dist/compiled/@babel/runtime/package.json',
  'node_modules/next/dist/compiled/webpack',
  'node_modules/next/dist/server/next-server.js',
  'prisma/articles',
  'prisma/migrations',
  'public',
  'scripts/environment/check-build.mjs',
];
/** Caches, build notes, source maps and what an interrupted ingest left behind. */
const builtOnly =
  /^(?:\.next\/(?:cache|diagnostics|types|turbopack|trace|trace-build|lock)$|media\/\.ingest$)|\.(?:map|nft\.json)$/;

/** Files that only the build and development use. Next's own traces list the files that its server needs. */
const unused = [
  '**/next/dist/compiled/{webpack,babel,babel-packages,jest-worker}/**',
  '**/next/dist/compiled/**/*.dev.js',
  '**/next/dist/server/{dev/**,lib/route-resolver*,next-server.js}',
  '**/next-intl/**',
  '**/react{,-dom}/**/*.development.js',
  '**/*.{d.ts,map}',
];

async function findFilesEndingWith(ending, folder) {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** Lists the package files that Next traced for its routes and server, and those that the bundles need. */
async function listPackageFiles(folder) {
  const traces = await findFilesEndingWith('.nft.json', join(folder, '.next'));
  const routeFiles = await Promise.all(
    traces.map(async (trace) =>
      JSON.parse(await readFile(trace, 'utf8')).files.map((file) => relative(folder, resolve(dirname(trace), file))),
    ),
  );
  const entries = [
    join(folder, 'next.config.mjs'),
    join(folder, 'dist/server.mjs'),
    ...(await findFilesEndingWith('.mjs', join(folder, 'dist/commands'))),
  ];
  const { fileList } = await nodeFileTrace(entries, { base: folder, processCwd: folder, ignore: unused });
  return [...new Set([...routeFiles.flat(), ...fileList])].filter((file) => file.startsWith('node_modules/'));
}

/** Keeps only the npm scripts that run from `dist/`; the others need development dependencies. */
async function writePackage(folder, target) {
  const { name, version, description, engines, scripts } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const built = Object.fromEntries(Object.entries(scripts).filter(([, command]) => command.includes(' dist/')));
  const content = { name, version, private: true, description, type: 'module', engines, scripts: built };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes `dist/release`, a folder with everything that a server needs for the service and its commands. */
export async function makeRelease(folder = process.cwd()) {
  const target = join(folder, 'dist/release');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const copy = (path) =>
    cp(join(folder, path), join(target, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !builtOnly.test(relative(folder, source)),
    });
  for (const path of [...keptFiles, ...(await listPackageFiles(folder))]) await copy(path);
  // Container images are built without the sample lessons (.dockerignore).
  if (existsSync(join(folder, 'media'))) await copy('media');
  await writePackage(folder, target);
}
