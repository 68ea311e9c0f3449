import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPage, routes } from '../lib/routes';
import { startMailMock } from '../mocks/mail/server';
import { type OidcMock, startOidcMock } from '../mocks/oidc/server';
import { startPaymobMock } from '../mocks/paymob/server';
import { root } from '../scripts/environment/set-up.mjs';
import { sendRequest } from './http';
import { type Program, spawnPinned } from './pinned';

export const listPublicPages = (language: string): string[] =>
  routes.flatMap((route) => (isPage(route) && route.sitemap ? [route.path.replace('[lang]', language)] : []));

const basePort = Number(process.env.BENCH_PORT ?? 3500);

type Environment = Record<string, string> & { NODE_ENV: 'production' };

export interface Service {
  readonly port: number;
  getPid(): number;
  /** @returns milliseconds until the first page was served */
  start(): Promise<number>;
  stopSite(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface World extends Service {
  readonly nginxPort: number;
  readonly folder: string;
  readonly mediaDir: string;
  readonly env: Environment;
  readonly payAt: (path: string, body: unknown) => Promise<Record<string, unknown>>;
  readonly createGoogleToken: (email: string) => Promise<string>;
  readonly createLinkedInCode: (email: string, redirectUri: string) => Promise<string>;
  readonly waitForMail: (email: string, pattern: RegExp) => Promise<string>;
  createService(place: { portsAbove: number; processor: number }, change: Readonly<Record<string, string>>): Service;
  /** Creates a service with a copy of the data. Stop this service before calling it. */
  createTwin(change?: Readonly<Record<string, string>>): Service;
  run(command: string): void;
  close(): Promise<void>;
}

async function waitForFirstPage(port: number, child: Program): Promise<void> {
  for (;;) {
    const answer = await sendRequest(port, '/ar/home').catch(() => null);
    if (answer?.status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The service exited during start; see site.log');
    await sleep(5);
  }
}

function createServiceOf(env: Environment, logFile: string, processor = 0): Service {
  const port = Number(env.PORT);
  let child: Program | null = null;
  return {
    port,
    getPid: () => child?.pid ?? 0,
    async start() {
      if (await sendRequest(port, '/healthz').catch(() => null))
        throw new Error(`Port ${port} is already in use; stop the other program or set BENCH_PORT`);
      const began = performance.now();
      const started = spawnPinned([process.execPath, '--max-semi-space-size=16', 'dist/server.mjs'], processor, {
        cwd: root,
        env,
      });
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (bytes: Buffer) => appendFileSync(logFile, bytes));
      child = started;
      await waitForFirstPage(port, started);
      return performance.now() - began;
    },
    async stopSite(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(signal);
      await gone;
    },
  };
}

export const metricsToken = 'a-token-for-measuring';
export const bounceToken = 'a-token-for-measuring-bounces';

interface Mock {
  readonly url: string;
  readonly controlToken: string;
}

async function callControl<Answer = Record<string, unknown>>(mock: Mock, path: string, body: unknown): Promise<Answer> {
  const headers = { 'x-mock-token': mock.controlToken, 'content-type': 'application/json' };
  const answer = await fetch(`${mock.url}/_mock/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The mock's ${path} answered ${answer.status}`);
  return answer.json() as Promise<Answer>;
}

const buildIdentity = (email: string) => ({ email, name: 'Mona Adel', emailVerified: true });

async function requestLinkedInCode(identity: OidcMock, email: string, redirectUri: string): Promise<string> {
  await callControl(identity, 'next', { provider: 'linkedin', person: buildIdentity(email), times: 1 });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: identity.env.LINKEDIN_CLIENT_ID ?? '',
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state: 's',
  });
  const answer = await fetch(`${identity.url}/linkedin/v2/authorization?${query}`, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

async function waitForMail(mailbox: string, email: string, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await fetch(`${mailbox}/api/messages?to=${encodeURIComponent(email)}`);
    for (const { id } of (await found.json()) as { id: number }[]) {
      const { text } = (await (await fetch(`${mailbox}/api/messages/${id}`)).json()) as { text: string };
      if (pattern.test(text)) return text;
    }
    await sleep(100);
  }
  throw new Error(`No mail to ${email} with ${pattern.source}`);
}

export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const mediaDir = join(folder, 'media');
  mkdirSync(mediaDir);
  if (existsSync(join(root, 'media'))) cpSync(join(root, 'media'), mediaDir, { recursive: true });
  const siteUrl = `http://localhost:${basePort}`;
  const paymob = await startPaymobMock({ port: basePort + 1, siteUrl, retryMs: [0, 200, 400, 800] });
  const mail = await startMailMock({ port: basePort + 2, mailboxPort: basePort + 3 });
  const identity = await startOidcMock({ port: basePort + 4 });
  const env: Environment = {
    NODE_ENV: 'production',
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PORT: String(basePort),
    SITE_URL: siteUrl,
    AUTH_SECRET: 'a-secret-for-measuring-0123456789abcdef',
    DATA_DIR: join(folder, 'data'),
    MEDIA_DIR: mediaDir,
    LIMIT_SCALE: '1000000',
    ACCESS_TTL_S: '86400',
    RECONCILE_EVERY_S: '5',
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: metricsToken,
    NEWSLETTER_BOUNCE_TOKEN: bounceToken,
    ...paymob.env,
    ...mail.env,
    ...identity.env,
  };
  const site = createServiceOf(env, join(folder, 'site.log'));
  const world: World = {
    ...site,
    nginxPort: basePort + 9,
    folder,
    mediaDir,
    env,
    payAt: (path, body) => callControl(paymob, path, body),
    createGoogleToken: async (email) =>
      (
        await callControl<{ idToken: string }>(identity, 'id-token', {
          provider: 'google',
          person: buildIdentity(email),
        })
      ).idToken,
    createLinkedInCode: (email, redirectUri) => requestLinkedInCode(identity, email, redirectUri),
    waitForMail: (email, pattern) => waitForMail(mail.url, email, pattern),
    createService: ({ portsAbove, processor }, change) =>
      createServiceOf({ ...env, PORT: String(basePort + portsAbove), ...change }, join(folder, 'other.log'), processor),
    createTwin(change = {}) {
      const [port, dataDir] = [basePort + 15, join(folder, 'twin')];
      rmSync(dataDir, { recursive: true, force: true });
      cpSync(join(folder, 'data'), dataDir, { recursive: true });
      return createServiceOf({ ...env, PORT: String(port), DATA_DIR: dataDir, ...change }, join(folder, 'twin.log'));
    },
    run(name) {
      const { status, stderr } = spawnSync(process.execPath, ['dist/commands/command.mjs', name], { cwd: root, env });
      if (status !== 0) throw new Error(`${name} failed: ${stderr.toString()}`);
    },
    async close() {
      await world.stopSite();
      await Promise.all([paymob.close(), mail.close(), identity.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
