import { execFile, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startMailMock } from '../mocks/mail/server';
import { startOidcMock } from '../mocks/oidc/server';
import { startPaymobMock } from '../mocks/paymob/server';
import { isTaken } from './environment/ports';

const dataDir = 'var/demo';

/** @returns the first free ports from `first` on */
async function findFreePorts(first: number, count: number): Promise<number[]> {
  const free: number[] = [];
  for (let port = first; free.length < count; port += 1) if (!(await isTaken(port))) free.push(port);
  return free;
}

const firstPort = Number(process.env.PORT ?? 3000);
if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort > 65_000) {
  console.error(`PORT=${process.env.PORT} is not a port: use a number from 1 to 65000.`);
  process.exit(1);
}
if (process.env.PORT && (await isTaken(firstPort))) {
  console.error(`Port ${firstPort} is in use. Stop what listens there, or choose another: PORT=3100 npm run demo`);
  process.exit(1);
}
const [port] = (await findFreePorts(firstPort, 1)) as [number];
const [paymobPort, oidcPort, smtpPort, mailboxPort] = (await findFreePorts(12111, 4)) as [
  number,
  number,
  number,
  number,
];
const siteUrl = `http://localhost:${port}`;

const mocks = [
  await startPaymobMock({ port: paymobPort, siteUrl, stateFile: `${dataDir}/mock-paymob.json` }),
  await startOidcMock({ port: oidcPort }),
  await startMailMock({ port: smtpPort, mailboxPort }),
];
const env = {
  ...process.env,
  ...Object.assign({}, ...mocks.map((mock) => mock.env)),
  NODE_ENV: 'production',
  PORT: String(port),
  SITE_URL: siteUrl,
  DATA_DIR: dataDir,
  CONTACT_EMAIL: 'hello@midan.example',
  LOG_LEVEL: 'warn',
};
const server = spawn(process.execPath, ['dist/server.mjs'], { stdio: 'inherit', env });
server.once('exit', (code) => void stop(code ?? 1));

async function stop(code: number): Promise<void> {
  if (server.exitCode === null) server.kill('SIGTERM');
  await Promise.all(mocks.map((mock) => mock.close()));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));

async function waitUntilReady(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${siteUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('The site did not become ready within a minute.');
}

await waitUntilReady().catch((error: Error) => {
  console.error(error.message);
  return stop(1);
});
// Do not block: a signal must also stop the demo while it seeds.
const seeded = await promisify(execFile)('npm', ['run', '-s', 'seed'], { env }).catch(
  (error: { stdout: string; stderr: string }) => {
    console.error(error.stdout + error.stderr);
    return { stdout: '' };
  },
);
console.log(`
  The site               ${siteUrl}${port === firstPort ? '' : `   (port ${firstPort} is in use)`}
  Mail the site sent     http://127.0.0.1:${mailboxPort}

  Sample data
${seeded.stdout.trim().replaceAll(/^/gm, '    ')}

  Try this
    Buy a course         pay the mock Paymob with 5123456789012346, any name, 01/39, CVV 123, then the code 123456
                         a declined card: 4000000000000002 · a lost callback: 9955000000000048
    Sign up              with a code from the mail above, or with Google or LinkedIn, whose mock asks who you are
    Administration       sign in as the administrator, set up the second factor under Profile → Security,
                         then open ${siteUrl}/en/admin

  Stop with Ctrl-C. What you did stays in ${dataDir}.
`);
