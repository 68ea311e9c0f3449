import { spawn, spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { startMailMock } from '../mocks/mail/server';
import { startOidcMock } from '../mocks/oidc/server';
import { startPaymobMock } from '../mocks/paymob/server';

const siteUrl = 'http://localhost:3000';
const dataDir = 'var/demo';

const taken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });

for (const port of [3000, 12111, 12112, 12113, 12114]) {
  if (await taken(port)) {
    console.error(
      `Port ${port} is in use; the demonstration needs 3000 and 12111 to 12114. Stop what listens there and try again.`,
    );
    process.exit(1);
  }
}

const mocks = [
  await startPaymobMock({ port: 12111, siteUrl, stateFile: `${dataDir}/mock-paymob.json` }),
  await startOidcMock({ port: 12112 }),
  await startMailMock({ port: 12113, mailboxPort: 12114 }),
];
const env = {
  ...process.env,
  ...Object.assign({}, ...mocks.map((mock) => mock.env)),
  NODE_ENV: 'production',
  PORT: '3000',
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

async function ready(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${siteUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The site did not become ready within a minute.');
}

await ready();
spawnSync('npm', ['run', '-s', 'seed'], { stdio: 'inherit', env });
console.log(`
  The site               ${siteUrl}
  Mail the site sent     http://127.0.0.1:12114
  Paymob (a mock)        pay with 5123456789012346, any name, 01/39, CVV 123, then the code 123456
                         a declined card: 4000000000000002 · a lost callback: 9955000000000048
  Google and LinkedIn    the buttons lead to a mock where you choose who you are

  Stop with Ctrl-C. What you did stays in ${dataDir}.
`);
