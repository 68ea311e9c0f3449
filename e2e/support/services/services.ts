import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/environment/ports';
import { preparedData } from './ports';

export interface Postgres {
  url: string;
  stop: () => Promise<void>;
}

export async function startDatabase(): Promise<Postgres> {
  const { startPostgres } = (await import('../../../scripts/environment/postgres.mjs' as string)) as {
    startPostgres: () => Promise<Postgres>;
  };
  return startPostgres();
}

export interface ServicePair {
  urls: [string, string];
  dataDir: string;
  databaseUrl: string;
  processes: ChildProcess[];
  stopOne(index: number): Promise<void>;
  startOne(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts two services that share a database, a secret and folders. The second starts while the first is migrating. */
export async function startServicePair(folder: string, more: Record<string, string> = {}): Promise<ServicePair> {
  const postgres = await startDatabase();
  const ports = [await findFreePort(), await findFreePort()];
  const urls = ports.map((port) => `http://localhost:${port}`) as [string, string];
  const dataDir = join(folder, 'data');
  const spawnOne = (port: number) =>
    spawnService(port, String(urls[0]), dataDir, {
      DATABASE_URL: postgres.url,
      MEDIA_DIR: join(folder, 'media'),
      ...more,
    });
  const processes = ports.map(spawnOne);
  await Promise.all(urls.map(waitUntilReady));
  return {
    urls,
    dataDir,
    databaseUrl: postgres.url,
    processes,
    stopOne: (index) => stopProcess(processes[index]),
    async startOne(index) {
      processes[index] = spawnOne(ports[index]!);
      await waitUntilReady(urls[index]!);
    },
    async stop() {
      await Promise.all(processes.map((process) => stopProcess(process)));
      await postgres.stop();
    },
  };
}

export interface Service {
  url: string;
  process: ChildProcess;
  log(): string;
  waitUntilReady(): Promise<void>;
  stop(): Promise<void>;
}

export async function launchService(
  dataDir: string,
  env: Record<string, string>,
  cwd = process.cwd(),
): Promise<Service> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const child = spawnService(port, url, dataDir, env, { output: 'pipe', cwd });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  return {
    url,
    process: child,
    log: () => written,
    waitUntilReady: () => waitUntilReady(url),
    stop: () => stopProcess(child),
  };
}

/** Copies a prepared data folder, because a first start takes twice as long as a later one. */
export function prepareData(dataDir: string): void {
  if (!existsSync(join(dataDir, 'db'))) cpSync(preparedData, dataDir, { recursive: true });
}

/** Starts with a prepared embedded database, or with an empty PostgreSQL. */
export async function startService(dataDir: string, env: Record<string, string>): Promise<Service> {
  if (!env.DATABASE_URL) prepareData(dataDir);
  const service = await launchService(dataDir, env);
  await service.waitUntilReady();
  return service;
}

export const waitForExit = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once('exit', (code) => resolve(code))
      : resolve(child.exitCode),
  );

interface LaunchOptions {
  output?: 'inherit' | 'pipe';
  cwd?: string;
}

export function spawnService(
  port: number,
  siteUrl: string,
  dataDir: string,
  more: Record<string, string>,
  { output = 'inherit', cwd = process.cwd() }: LaunchOptions = {},
): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    SITE_URL: siteUrl,
    DATA_DIR: dataDir,
    AUTH_SECRET: 'a-secret-that-both-processes-share-0123456789',
    LOG_LEVEL: 'error',
    ...more,
  };
  return spawn(process.execPath, ['dist/server.mjs'], { stdio: ['ignore', output, output], env, cwd });
}

export async function stopProcess(child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = waitForExit(child);
  child.kill(signal);
  await exited;
}

export async function waitUntilReady(url: string): Promise<void> {
  const endAtMs = Date.now() + 120_000;
  while (Date.now() < endAtMs) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`${url} did not become ready within two minutes.`);
}
