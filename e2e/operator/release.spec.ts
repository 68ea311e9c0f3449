import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unpackFolder } from '../../lib/database/template';
import { launchService } from '../support/services/services';

const mebibyte = 1024 * 1024;

/** Must be outside the checkout: inside it, Node would also find the checkout's node_modules. */
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  cpSync('dist/release', join(folder, 'site'), { recursive: true, verbatimSymlinks: true });
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a copy of dist/release has at most 250 MB and runs the service and its commands [O16]', async () => {
  test.setTimeout(120_000);
  const cwd = join(folder, 'site');
  expect(Number.parseInt(execFileSync('du', ['-sb', cwd], { encoding: 'utf8' }), 10)).toBeLessThan(250 * mebibyte);

  const dataDir = join(folder, 'data');
  const site = await launchService(dataDir, { LOG_LEVEL: 'warn' }, cwd);
  await site.waitUntilReady();
  for (const path of ['/ar/home', '/en/courses', '/de/login', '/openapi.json', '/assets/share/en/articles.png'])
    expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200]);

  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', SITE_URL: site.url, DATA_DIR: dataDir };
  const run = (...words: string[]) => execFileSync('npm', ['run', '-s', ...words], { cwd, env, encoding: 'utf8' });
  const backup = join(folder, 'today.backup');
  expect(run('seed')).toContain('admin@midan.example');
  expect(run('admin', '--', 'admin@midan.example')).toContain('administrator');
  expect(run('backup', '--', backup)).toContain(backup);
  await site.stop();

  env.DATA_DIR = join(folder, 'restored');
  expect(run('restore', '--', backup)).toContain('every table was counted and compared');
  expect(readFileSync(join(cwd, 'package.json'), 'utf8')).not.toContain('devDependencies');

  // The first eight bytes of pg_control are a number that PostgreSQL generates for each new cluster.
  const template = join(folder, 'template');
  unpackFolder(join(cwd, 'dist/database.gz'), template);
  const readClusterId = (database: string) => readFileSync(join(database, 'global/pg_control')).subarray(0, 8);
  expect(readClusterId(join(dataDir, 'db'))).toEqual(readClusterId(template));
  expect(readClusterId(join(env.DATA_DIR, 'db'))).not.toEqual(readClusterId(template));
});
