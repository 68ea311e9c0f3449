import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This file may import only Node's own modules, because it runs before anything is installed. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const readChangeTime = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

let logFile = null;

/** From now on, shows one progress line for each step, and a step's output only if it fails. */
export function showProgressOnly(log) {
  mkdirSync(dirname(log), { recursive: true });
  rmSync(log, { force: true });
  logFile = log;
}

function run(command, args, env = {}) {
  const output = logFile ? openSync(logFile, 'a') : 'inherit';
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}

/** Runs a command as the last step: forwards signals and exits with its code. */
export function finishWith(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
  child
    .on('error', (error) => console.error(`${command}: ${error.message}`))
    .on('close', (code) => process.exit(code ?? 1));
}

export function runOrExit(what, command, args, env) {
  const startedAtMs = Date.now();
  if (logFile) process.stdout.write(`  ${what} … `);
  const status = run(command, args, env);
  if (logFile) console.log(status === 0 ? `${Math.round((Date.now() - startedAtMs) / 1000)} s` : 'failed');
  if (status === 0) return;
  if (logFile) console.error(`\n${readFileSync(logFile, 'utf8')}`);
  console.error(`\n${what} failed (exit ${status}).`);
  process.exit(status);
}

const resolveBin = (name) => join(root, 'node_modules', '.bin', name);

/** Installs the packages that building and running need, and for tests also the development dependencies. */
export function installDependencies({ forTests = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node 20.19 or newer is needed; this is ${process.version}.`);
    process.exit(1);
  }
  const hasTestTools = existsSync(resolveBin('vitest'));
  // npm writes this file at the end of an installation.
  const installedAt = readChangeTime(join(root, 'node_modules', '.package-lock.json'));
  if (installedAt < readChangeTime(join(root, 'package-lock.json')) || (forTests && !hasTestTools)) {
    const include = forTests || hasTestTools ? '--include=dev' : '--omit=dev';
    runOrExit('Installing packages (npm ci)', 'npm', ['ci', include, '--no-audit', '--no-fund']);
  }
  generateClient();
}

function generateClient() {
  const generatedAt = readChangeTime(join(root, 'generated', 'prisma', 'client.ts'));
  if (generatedAt > readChangeTime(join(root, 'prisma', 'schema.prisma'))) return;
  // Name any existing file as the engine: otherwise Prisma downloads one, although `generate` never runs it.
  runOrExit('Generating the database client (prisma generate)', resolveBin('prisma'), ['generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  });
}

const sources = [
  'app',
  'components',
  'lib',
  'public',
  'prisma',
  'package-lock.json',
  'next.config.mjs',
  'tsconfig.json',
  'proxy.ts',
  'instrumentation.ts',
  'server',
  'scripts',
];

function findNewestChange(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => findNewestChange(join(path, name))));
}

/** Builds without `dist/release`, which only servers need. */
export function buildWhenNeeded() {
  const built = readChangeTime(join(root, 'dist', 'server.mjs'));
  if (built > 0 && sources.every((name) => findNewestChange(join(root, name)) < built)) return;
  runOrExit('Building the site (npm run build)', process.execPath, [
    join(root, 'scripts', 'build.mjs'),
    '--without-release',
  ]);
}
