import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startMailMock } from '../../mocks/mail/server';
import { startPaymobMock } from '../../mocks/paymob/server';
import { findFreePort } from '../../scripts/environment/ports';
import { findProgram } from '../../scripts/environment/programs.mjs';
import { isPaid, orderProduct, pay, type Purchase, signUp } from '../faults/learners';
import { createPaymobCaller, type Shop } from '../faults/stack';
import { waitUntil } from '../faults/wait';
import { Composition } from './compose';
import { Container } from './container';
import { buildSite } from './images';

const maxMegabytes = 450;
const packages = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  ip: 'iproute2',
  openssl: 'openssl',
  'systemd-analyze': 'systemd',
};
const units = ['deploy/site.service', 'deploy/backup.service', 'deploy/backup.timer'];
/** User id of `node` in the image. */
const userId = 1000;

let passed = 0;
let failed = 0;
const folder = mkdtempSync(join(tmpdir(), 'containers-'));
const cleanUps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

async function check(what: string, work: () => Promise<string> | string): Promise<boolean> {
  try {
    const detail = await work();
    passed += 1;
    console.log(`ok    ${what}${detail && `: ${detail}`}`);
    return true;
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function installPackages(): void {
  const missing = Object.entries(packages).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  if (missing.length === 0) return;
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${missing.join(' ')}`;
  spawnSync('sh', ['-c', command], { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

function createUserFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, userId, userId);
  return path;
}

/** Checks copies of the units under their installed names, by which they refer to each other. */
function verifyUnits(): string {
  const installed = units.map((unit) => {
    const [, name = basename(unit)] = /\/etc\/systemd\/system\/([\w.-]+)/.exec(readFileSync(unit, 'utf8')) ?? [];
    copyFileSync(unit, join(folder, name));
    return join(folder, name);
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...installed], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  return installed.map((path) => basename(path)).join(', ');
}

const buildBackupCommand = (file: string) => ['npm', 'run', '--silent', 'backup', '--', `/backups/${file}`];

async function tryImage(): Promise<void> {
  const grace = Number(/stop_grace_period: (\d+)s/.exec(readFileSync('deploy/compose.yaml', 'utf8'))?.[1]);
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const mock = await startPaymobMock({ port: await findFreePort(), siteUrl });
  const mail = await startMailMock({ port: await findFreePort(), mailboxPort: await findFreePort() });
  cleanUps.push(() => Promise.all([mock.close(), mail.close()]));
  const shop: Shop = { site: { url: siteUrl }, callPaymob: createPaymobCaller(mock) };
  const shared = { '/media': { from: createUserFolder('media') }, '/backups': { from: createUserFolder('backups') } };
  const createContainer = (data: string): Container => {
    const container = new Container({
      image: 'site',
      env: {
        PORT: String(port),
        SITE_URL: siteUrl,
        AUTH_SECRET: 'a-secret-of-the-containers-0123456789',
        ...mock.env,
        ...mail.env,
      },
      mounts: { '/data': { from: createUserFolder(data) }, ...shared },
    });
    cleanUps.unshift(() => container.remove());
    return container;
  };
  const first = createContainer('data-1');
  let purchase: Purchase;

  await check(`the image has at most ${maxMegabytes} MB`, () => {
    const whole = first.measureMegabytes('/');
    assert.ok(whole <= maxMegabytes, `${whole} MB`);
    return `${whole} MB, of which the site ${first.measureMegabytes('/site')} MB`;
  });
  const isUp = await check('the container starts and its health check succeeds', async () => {
    first.start();
    return `after ${(await first.waitUntilHealthy()).toFixed(1)} s`;
  });
  if (!isUp) return;
  await check('the first page is there', async () => {
    const page = await fetch(`${siteUrl}/en/home`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<h1[\s>]/);
    return '/en/home';
  });
  await check('the service cannot change its own files', async () => {
    assert.match((await first.run('touch', 'dist/server.mjs')).text, /Permission denied/);
    return `it runs as ${(await first.run('id', '-un')).text.trim()}`;
  });
  await check('a learner buys a course', async () => {
    purchase = await orderProduct(shop, await signUp(shop));
    await pay(shop, purchase, 'paid');
    await waitUntil('the callback settles the order', 30_000, () => isPaid(shop, purchase));
    return purchase.productKey;
  });
  await check('the receipt is drawn', async () => {
    const { learner, orderId } = purchase;
    const answer = await fetch(`${siteUrl}/api/payment/${learner.userId}/orders/${orderId}/receipt.pdf`, {
      headers: { authorization: `Bearer ${learner.token}` },
    });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /^%PDF/);
    return 'PDF';
  });
  await check('a backup is written while the site runs', async () => {
    const { status, text } = await first.run(...buildBackupCommand('today.backup'));
    assert.equal(status, 0, text);
    return text.trim().split('\n').at(-1) ?? '';
  });
  await check(`the container stops within ${grace} s of the stop signal`, async () => {
    const { code, seconds } = await first.stop(grace);
    assert.equal(code, 0);
    return `exit code 0 after ${seconds.toFixed(1)} s`;
  });
  await check('the health check of the stopped container fails', async () => {
    assert.equal(await first.isHealthy(), false);
    return '';
  });

  const second = createContainer('data-2');
  await check('another container restores the backup', async () => {
    const { status, text } = await second.run('npm', 'run', '--silent', 'restore', '--', '/backups/today.backup');
    assert.equal(status, 0, text);
    return /^Restored .*$/m.exec(text)?.[0] ?? text;
  });
  await check('the learner has the course there', async () => {
    second.start();
    await second.waitUntilHealthy();
    assert.equal(await isPaid(shop, purchase), true);
    return `exit code ${(await second.stop(grace)).code}`;
  });
}

const host = 'www.example.com';

function askNginx(address: string, path: string): Promise<{ status: number; server: string; body: string }> {
  return new Promise((done, refuse) => {
    const target = { host: address, path, servername: host, headers: { host }, rejectUnauthorized: false };
    get(target, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, server: String(answer.headers.server), body }));
    }).on('error', refuse);
  });
}

function writeCertificate(into: string): void {
  mkdirSync(into, { recursive: true });
  const files = ['-keyout', join(into, 'privkey.pem'), '-out', join(into, 'fullchain.pem')];
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${host}`,
    ...files,
  ]);
}

async function tryComposition(): Promise<void> {
  const variables = {
    SITE_HOST: host,
    SITE_URL: `https://${host}`,
    AUTH_SECRET: 'a-secret-of-the-composition-0123456789',
    POSTGRES_PASSWORD: 'abcdefgh12345678',
    SMTP_URL: 'smtp://mail.example.com',
  };
  const envFile = join(folder, 'site.env');
  writeFileSync(
    envFile,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const composition = new Composition(join(folder, 'compose'), { ...variables, SITE_ENV_FILE: envFile });
  cleanUps.unshift(() => composition.removeAll());
  writeCertificate(join(composition.resolveMount('/etc/letsencrypt'), 'live', host));
  const nginx = composition.addresses.nginx ?? '';

  const isUp = await check('compose.yaml: every service starts, each after what it depends on', async () => {
    const started = await composition.startAll();
    assert.deepEqual(started.toSorted(), Object.keys(composition.addresses).toSorted());
    return started.join(', ');
  });
  if (!isUp) return;
  await check('compose.yaml: nginx serves a page of the site under its name', async () => {
    await waitUntil(
      'nginx answers',
      30_000,
      async () => (await askNginx(nginx, '/readyz').catch(() => null))?.status === 200,
    );
    const { status, server, body } = await askNginx(nginx, '/en/home');
    assert.deepEqual([status, server], [200, 'nginx']);
    assert.match(body, new RegExp(`https://${host}/en/home`));
    const plain = await fetch(`http://${nginx}/en/home`, { redirect: 'manual' });
    assert.equal(plain.status, 308);
    return 'and redirects to https';
  });
  await check('compose.yaml: a command writes a backup that this machine sees', async () => {
    const { status, text } = await composition.getContainer('site-1').run(...buildBackupCommand('compose.backup'));
    assert.equal(status, 0, text);
    assert.ok(existsSync(join(composition.resolveMount('/var/backups/site'), 'compose.backup')));
    return text.trim().split('\n').at(-1) ?? '';
  });
  await check('compose.yaml: the other service answers while one stops', async () => {
    const stopping = composition.stop('site-1');
    const statuses = [];
    for (let asked = 0; asked < 10; asked += 1) statuses.push((await askNginx(nginx, `/en/search?q=${asked}`)).status);
    const { code, seconds } = await stopping;
    statuses.push((await askNginx(nginx, '/en/about')).status);
    assert.deepEqual([code, [...new Set(statuses)]], [0, [200]]);
    return `exit code 0 after ${seconds.toFixed(1)} s`;
  });
  await check('compose.yaml: the other services stop within their grace periods', async () => {
    for (const name of ['nginx', 'site-2', 'database'])
      assert.deepEqual([name, (await composition.stop(name)).code], [name, 0]);
    return 'nginx, site-2, database';
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(130)));
async function cleanUp(): Promise<void> {
  for (const each of cleanUps.splice(0)) await each();
}

try {
  installPackages();
  await check('systemd accepts the units', verifyUnits);
  const isBuilt = await check('the image builds from deploy/Containerfile', () => `after ${buildSite().toFixed()} s`);
  if (isBuilt) {
    await tryImage();
    await tryComposition();
  }
} finally {
  await cleanUp();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
