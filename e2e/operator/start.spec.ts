import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { askService } from '../../lib/operations/control/client';
import { launchService, startService, waitForExit } from '../support/services/services';

test.describe.configure({ timeout: 120_000 });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a second process on the same folder waits ten seconds, then exits and names the first, which keeps running [R20]', async () => {
  const site = await startService(folder, {});
  const beganAt = Date.now();
  const second = await launchService(folder, {});
  expect(await waitForExit(second.process)).not.toBe(0);
  expect(Date.now() - beganAt).toBeGreaterThan(10_000);
  expect(second.log()).toContain(`is in use by process ${site.process.pid}`);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  await site.stop();
});

test('a start waits for a previous process that is still stopping, and logs it [R20]', async () => {
  const site = await startService(folder, {});
  const next = await launchService(folder, { LOG_LEVEL: 'warn' });
  await expect.poll(() => next.log(), { timeout: 20_000 }).toContain('waiting for it to end');
  await site.stop();
  await next.waitUntilReady();
  expect(next.log()).toContain(`"pid":${site.process.pid}`);
  await next.stop();
});

test('a first start that was killed early or late is completed by the next one [R02, M4]', async () => {
  for (const afterMs of [600, 1800]) {
    const killed = await launchService(folder, {});
    await sleep(afterMs);
    killed.process.kill('SIGKILL');
    await waitForExit(killed.process);
  }
  const last = await launchService(folder, {});
  await last.waitUntilReady();
  await last.stop();
});

function copyWithMigrations(place: string): string {
  mkdirSync(place);
  for (const name of readdirSync('.'))
    if (!name.startsWith('.') && name !== 'prisma') symlinkSync(resolve(name), join(place, name));
  symlinkSync(resolve('.next'), join(place, '.next'));
  cpSync('prisma', join(place, 'prisma'), { recursive: true });
  return place;
}

// For PostgreSQL and lost databases see migrate.test.ts and installation.test.ts in lib/database.
test('a faulty migration refuses the start with its name and the recovery, and is applied once fixed [R21, X32]', async () => {
  const data = join(folder, 'data');
  const cwd = copyWithMigrations(join(folder, 'build'));
  const migration = join(cwd, 'prisma/migrations/9999_faulty');
  mkdirSync(migration);
  writeFileSync(join(migration, 'migration.sql'), 'CREATE TABLE half (id int);\nSELECT 1/0;');
  const refused = await launchService(data, {}, cwd);
  expect(await waitForExit(refused.process)).toBe(1);
  expect(refused.log()).toContain('The migration 9999_faulty failed: division by zero');
  expect(refused.log()).toContain('npm run restore -- <file>');
  writeFileSync(join(migration, 'migration.sql'), 'CREATE TABLE half (id int);');
  const site = await launchService(data, { LOG_LEVEL: 'info' }, cwd);
  await site.waitUntilReady();
  expect(site.log()).toContain(`"applied":["9999_faulty"]`);
  await site.stop();
});

test('an unhandled rejection ends a start; later it is logged and counted, and the service keeps running [X32, R23]', async () => {
  test.setTimeout(240_000);
  const pageErrors = join(folder, 'trouble.cjs');
  const now = join(folder, 'now');
  writeFileSync(
    pageErrors,
    `const fs = require('node:fs'); const look = setInterval(() => { if (fs.existsSync(${JSON.stringify(now)}) && process.listenerCount('unhandledRejection') > 0) { clearInterval(look); Promise.reject(new Error('overlooked')); } }, 50); look.unref();`,
  );
  const env = { NODE_OPTIONS: `--require ${pageErrors}`, METRICS_TOKEN: 'metrics-for-tests' };
  const data = join(folder, 'data');
  const site = await startService(data, env);
  writeFileSync(now, '');
  const fetchMetrics = async () =>
    (await fetch(`${site.url}/metrics`, { headers: { authorization: 'Bearer metrics-for-tests' } })).text();
  await expect.poll(fetchMetrics).toMatch(/^site_unhandled_rejections_total 1$/m);
  expect((await askService(data, 'doctor', []))?.lines.join('\n')).toMatch(
    /BAD {3}unhandled failures: 1 since start.*overlooked/,
  );
  await site.stop();
  const again = await launchService(data, env);
  expect(await waitForExit(again.process)).toBe(1);
  expect(again.log()).toMatch(/Unhandled rejection during start/);
});
