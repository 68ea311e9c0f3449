import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

export type Pair = { urls: [string, string]; dataDirs: [string, string]; databaseUrl: string; stopOne(site: number): Promise<void>; stop(): Promise<void> };

type Postgres = { url: string; stop: () => Promise<void> };

const freePort = (): Promise<number> =>
  new Promise((done, refuse) => {
    const server = createServer().once('error', refuse).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? done(address.port) : refuse(new Error('no port'))));
    });
  });

/** Two services that share a database and a secret, and nothing else; the second starts while the first one migrates. */
export async function startPair(folder: string): Promise<Pair> {
  const { startPostgres } = (await import('../scripts/postgres.mjs' as string)) as { startPostgres: () => Promise<Postgres> };
  const postgres = await startPostgres();
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://localhost:${port}`) as [string, string];
  const dataDirs = ports.map((_, index) => join(folder, String(index))) as [string, string];
  const processes = ports.map((port, index) => startOne(port, String(urls[0]), dataDirs[index] ?? '', { DATABASE_URL: postgres.url }));
  await Promise.all(urls.map(ready));
  return {
    urls, dataDirs, databaseUrl: postgres.url,
    stopOne: (site) => ended(processes[site]),
    async stop() {
      await Promise.all(processes.map(ended));
      await postgres.stop();
    },
  };
}

/** One service on its own folder with whatever else `env` says, on a free port. */
export async function startAlone(dataDir: string, env: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = startOne(port, url, dataDir, env);
  await ready(url);
  return { url, stop: () => ended(child) };
}

function startOne(port: number, siteUrl: string, dataDir: string, more: Record<string, string>): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), SITE_URL: siteUrl, DATA_DIR: dataDir,
    AUTH_SECRET: 'a-secret-that-both-processes-share-0123456789', LOG_LEVEL: 'error', ...more,
  };
  return spawn(process.execPath, ['dist/server.mjs'], { stdio: ['ignore', 'inherit', 'inherit'], env });
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const over = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await over;
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${url} did not become ready within two minutes.`);
}
