import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface Pair { urls: [string, string]; dataDir: string; databaseUrl: string; stopOne(site: number): Promise<void>; stop(): Promise<void> }

export interface Postgres { url: string; stop: () => Promise<void> }

export const freePort = (): Promise<number> =>
  new Promise((done, refuse) => {
    const server = createServer().once('error', refuse).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? done(address.port) : refuse(new Error('no port'))));
    });
  });

/** A PostgreSQL of one's own, for what needs a database to be filled, or to be away. */
export async function startDatabase(): Promise<Postgres> {
  const { startPostgres } = (await import('../scripts/postgres.mjs' as string)) as { startPostgres: () => Promise<Postgres> };
  return startPostgres();
}

/** Two services that share database, secret and folders, as behind a balancer; the second starts while the first one migrates. */
export async function startPair(folder: string): Promise<Pair> {
  const postgres = await startDatabase();
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://localhost:${port}`) as [string, string];
  const dataDir = join(folder, 'data');
  const processes = ports.map((port) => startOne(port, String(urls[0]), dataDir, { DATABASE_URL: postgres.url, MEDIA_DIR: join(folder, 'videos') }));
  await Promise.all(urls.map(ready));
  return {
    urls, dataDir, databaseUrl: postgres.url,
    stopOne: (site) => ended(processes[site]),
    async stop() {
      await Promise.all(processes.map(ended));
      await postgres.stop();
    },
  };
}

export interface Alone { url: string; process: ChildProcess; /** What it has written so far. */ log(): string; ready(): Promise<void>; stop(): Promise<void> }

/** One service on its own folder with whatever else `env` says, on a free port, from the build in `cwd`; it need not become ready. */
export async function launchAlone(dataDir: string, env: Record<string, string>, cwd = process.cwd()): Promise<Alone> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = startOne(port, url, dataDir, env, { output: 'pipe', cwd });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  return { url, process: child, log: () => written, ready: () => ready(url), stop: () => ended(child) };
}

export async function startAlone(dataDir: string, env: Record<string, string>): Promise<Alone> {
  const alone = await launchAlone(dataDir, env);
  await alone.ready();
  return alone;
}

/** Its exit code, once it has one. */
export const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', (code) => done(code)) : done(child.exitCode)));

interface Launch { output?: 'inherit' | 'pipe'; cwd?: string }

function startOne(port: number, siteUrl: string, dataDir: string, more: Record<string, string>, { output = 'inherit', cwd = process.cwd() }: Launch = {}): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), SITE_URL: siteUrl, DATA_DIR: dataDir,
    AUTH_SECRET: 'a-secret-that-both-processes-share-0123456789', LOG_LEVEL: 'error', ...more,
  };
  return spawn(process.execPath, ['dist/server.mjs'], { stdio: ['ignore', output, output], env, cwd });
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const over = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await over;
}

export async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${url} did not become ready within two minutes.`);
}
