import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askService } from '../lib/control/client';
import { startMailMock } from '../mocks/mail/server';
import { startOidcMock } from '../mocks/oidc/server';
import { startPaymobMock } from '../mocks/paymob/server';
import { worldPorts } from './world-ports';

/** The production build with everything outside faked at the network; Playwright starts and stops it. */
const ports = worldPorts();
const siteUrl = `http://localhost:${ports.site}`;
const mocks = [
  await startPaymobMock({ port: ports.paymob, siteUrl }),
  await startOidcMock({ port: ports.signIn }),
  await startMailMock({ port: ports.smtp, mailboxPort: ports.mailbox }),
];
const dataDir = mkdtempSync(join(tmpdir(), 'world-'));
/** A copy: what tests upload must not end up among the sample videos. */
const mediaDir = join(dataDir, 'videos');
cpSync('media', mediaDir, { recursive: true });
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...Object.assign({}, ...mocks.map((mock) => mock.env)),
  NODE_ENV: 'production', PORT: String(ports.site), SITE_URL: siteUrl, DATA_DIR: dataDir, MEDIA_DIR: mediaDir,
  CONTACT_EMAIL: 'hello@midan.example', MAIL_FROM: 'Midan <no-reply@midan.example>', METRICS_TOKEN: 'metrics-for-tests', ADMIN_EMAIL: 'chief@midan.example',
  LIMIT_SCALE: '1000', RECONCILE_EVERY_S: '2', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
};
const server = spawn(process.execPath, ['dist/server.mjs'], { stdio: ['ignore', 'inherit', 'inherit'], env });

/** Sample articles and accounts, as `npm run seed` adds them to a running service. */
async function seed(): Promise<void> {
  while (server.exitCode === null && !(await askService(dataDir, 'seed', []).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function stop(): Promise<void> {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await Promise.all(mocks.map((mock) => mock.close()));
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
void seed();
server.once('exit', (code) => process.exitCode === undefined && process.exit(code ?? 1));

async function siteIsReady(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${siteUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The site did not become ready within two minutes.');
}

await siteIsReady();
const seeded = spawnSync('npm', ['run', '-s', 'seed'], { stdio: ['ignore', 'ignore', 'inherit'], env });
if (seeded.status !== 0) throw new Error('The seed failed.');
/** Says that the world is ready, and makes an account an administrator as `npm run admin -- <email>` does: the service's folder is known here only. */
createServer((request, response) => {
  const email = new URL(request.url ?? '/', siteUrl).searchParams.get('administrator');
  const made = email ? askService(dataDir, 'admin', [email]) : Promise.resolve();
  made.then(() => response.end('ready'), (error: unknown) => response.writeHead(500).end(String(error)));
}).listen(ports.ready, '127.0.0.1');
