import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askService } from '../../../lib/operations/control/client';
import { startMailMock } from '../../../mocks/mail/server';
import { startOidcMock } from '../../../mocks/oidc/server';
import { startPaymobMock } from '../../../mocks/paymob/server';
import { authSecret, bounceToken, ports, preparedData } from './ports';
import { spawnService, stopProcess, waitUntilReady } from './services';

/** Runs the production build against mocks; Playwright starts and stops it. */
const siteUrl = `http://localhost:${ports.site}`;
const mocks = [
  await startPaymobMock({ port: ports.paymob, siteUrl }),
  await startOidcMock({ port: ports.oidc }),
  await startMailMock({ port: ports.smtp, mailboxPort: ports.mailbox }),
];
const dataDir = mkdtempSync(join(tmpdir(), 'test-site-'));
if (!process.env.E2E_DATABASE_URL) {
  rmSync(preparedData, { recursive: true, force: true });
  const first = spawnService(ports.site, siteUrl, preparedData, { AUTH_SECRET: authSecret });
  await waitUntilReady(siteUrl);
  await stopProcess(first);
  cpSync(preparedData, dataDir, { recursive: true });
}
// Copy the lessons, so that uploads stay out of the samples.
const mediaDir = join(dataDir, 'media');
cpSync('media', mediaDir, { recursive: true });
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...Object.assign({}, ...mocks.map((mock) => mock.env)),
  NODE_ENV: 'production',
  AUTH_SECRET: authSecret,
  PORT: String(ports.site),
  SITE_URL: siteUrl,
  DATA_DIR: dataDir,
  MEDIA_DIR: mediaDir,
  CONTACT_EMAIL: 'hello@midan.example',
  MAIL_FROM: 'no-reply@midan.example',
  METRICS_TOKEN: 'metrics-for-tests',
  NEWSLETTER_BOUNCE_TOKEN: bounceToken,
  ADMIN_EMAIL: 'chief@midan.example',
  LIMIT_SCALE: '1000',
  RECONCILE_EVERY_S: '2',
  QUEUES_EVERY_S: '0.25',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
};
const server = spawn(process.execPath, ['dist/server.mjs'], { stdio: ['ignore', 'inherit', 'inherit'], env });
server.once('exit', (code) => process.exitCode === undefined && process.exit(code ?? 1));

async function stop(): Promise<void> {
  process.exitCode = 0;
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await Promise.all(mocks.map((mock) => mock.close()));
  for (const folder of [dataDir, preparedData]) rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());

await waitUntilReady(siteUrl);
const seeded = await askService(dataDir, 'seed', []);
if (!seeded?.ok) throw new Error(`The seed failed: ${seeded?.lines.join(' ') ?? 'no service answered'}`);
// Playwright waits for this port. `?administrator=<email>` replaces `npm run admin`.
createServer((request, response) => {
  const email = new URL(request.url ?? '/', siteUrl).searchParams.get('administrator');
  const made = email ? askService(dataDir, 'admin', [email]) : Promise.resolve();
  made.then(
    () => response.end('ready'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(ports.control, '127.0.0.1');
