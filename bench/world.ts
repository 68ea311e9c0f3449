import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMailMock } from '../mocks/mail/server';
import { startPaymobMock } from '../mocks/paymob/server';
import { root } from '../scripts/environment/set-up.mjs';
import { ask } from './ask';
import { pinned } from './pinned';

const basePort = Number(process.env.BENCH_PORT ?? 3500);

type Environment = Record<string, string> & { NODE_ENV: 'production' };

/** One process of the production build, which can be stopped and started. */
export interface Service {
  readonly port: number;
  pid(): number;
  /** @returns milliseconds from the start of the process to the first page served */
  start(): Promise<number>;
  stopSite(): Promise<void>;
}

/** The production service with a data folder and mocks of its own. */
export interface World extends Service {
  readonly nginxPort: number;
  readonly folder: string;
  readonly mediaDir: string;
  readonly env: Environment;
  readonly payAt: (path: string, body: unknown) => Promise<unknown>;
  /** A second service on a copy of the data as they are now; the first must not be running. */
  twin(change?: Readonly<Record<string, string>>): Service;
  run(command: string): void;
  close(): Promise<void>;
}

async function firstPage(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await ask(port, '/ar/home').catch(() => null);
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error('The service ended at start; see site.log');
    await pause(5);
  }
}

function serviceOf(env: Environment, logFile: string): Service {
  const port = Number(env.PORT);
  let child: ChildProcess | null = null;
  return {
    port,
    pid: () => child?.pid ?? 0,
    async start() {
      const began = performance.now();
      const [command, ...args] = pinned([process.execPath, 'dist/server.mjs'], 0);
      const started = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [started.stdout, started.stderr]) stream.on('data', (bytes: Buffer) => appendFileSync(logFile, bytes));
      child = started;
      await firstPage(port, started);
      return performance.now() - began;
    },
    async stopSite() {
      if (!child || child.exitCode !== null) return;
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const mediaDir = join(folder, 'media');
  mkdirSync(mediaDir);
  if (existsSync(join(root, 'media'))) cpSync(join(root, 'media'), mediaDir, { recursive: true });
  const siteUrl = `http://localhost:${basePort}`;
  const paymob = await startPaymobMock({ port: basePort + 1, siteUrl, retryMs: [0, 200, 400, 800] });
  const mail = await startMailMock({ port: basePort + 2, mailboxPort: basePort + 3 });
  const env: Environment = {
    NODE_ENV: 'production',
    PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: String(basePort), SITE_URL: siteUrl,
    AUTH_SECRET: 'a-secret-for-measuring-0123456789abcdef', DATA_DIR: join(folder, 'data'), MEDIA_DIR: mediaDir,
    LIMIT_SCALE: '1000000', RECONCILE_EVERY_S: '5', LOG_LEVEL: 'warn', ...paymob.env, ...mail.env,
  };
  const site = serviceOf(env, join(folder, 'site.log'));
  const world: World = {
    ...site, nginxPort: basePort + 9, folder, mediaDir, env,
    payAt: async (path, body) => {
      const answer = await fetch(`${paymob.url}/_mock/${path}`, { method: 'POST', headers: { 'x-mock-token': paymob.controlToken }, body: JSON.stringify(body) });
      return answer.json() as Promise<unknown>;
    },
    twin(change = {}) {
      const [port, dataDir] = [basePort + 5, join(folder, 'twin')];
      rmSync(dataDir, { recursive: true, force: true });
      cpSync(join(folder, 'data'), dataDir, { recursive: true });
      return serviceOf({ ...env, PORT: String(port), DATA_DIR: dataDir, ...change }, join(folder, 'twin.log'));
    },
    run(name) {
      const { status, stderr } = spawnSync(join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'scripts/command.ts', name], { cwd: root, env });
      if (status !== 0) throw new Error(`${name} failed: ${stderr.toString()}`);
    },
    async close() {
      await world.stopSite();
      await Promise.all([paymob.close(), mail.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
