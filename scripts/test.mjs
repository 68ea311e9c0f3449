import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { installDependencies, root } from './set-up.mjs';

// npm test: everything that must hold, on a machine that has Node and nothing else. The last line counts.
installDependencies();
const reports = mkdtempSync(join(tmpdir(), 'reports-'));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const total = { passed: 0, failed: 0 };
const table = [];

function step(name, command, args, { env = {}, report, count } = {}) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, CI: '1', ...env } });
  const counted = report && existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: status === 0 ? 1 : 0, failed: 0 };
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  table.push([name, `${counted.passed} passed, ${counted.failed} failed${counted.flaky ? `, ${counted.flaky} at the second try` : ''}`, `${Math.round((Date.now() - started) / 1000)} s`]);
  return status === 0;
}

const ofVitest = ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({ passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTests === 0 ? numFailedTestSuites : 0) });
const ofPlaywright = ({ stats, errors = [] }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, flaky: stats.flaky });

function unit(name, env = {}, only = []) {
  const report = join(reports, `${name}.json`);
  return step(name, bin('vitest'), ['run', ...only, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], { env, report, count: ofVitest });
}

function e2e(name, args, env) {
  const report = join(reports, `${name}.json`);
  return step(name, bin('playwright'), ['test', ...args], { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, report, count: ofPlaywright });
}

const ofFaults = ({ rows }) => ({ passed: rows.filter(({ held }) => held).length, failed: rows.filter(({ held }) => !held).length });

/** The payment faults whose proof takes seconds; `npm run test:faults` runs them all, on both databases. */
function faults(name) {
  const report = join(root, 'test-results', 'faults.json');
  rmSync(report, { force: true });
  const chosen = ['--db', 'postgresql', '--only', 'R01,R03,R06,R07', '--kills', '2'];
  return step(name, process.execPath, [join(root, 'scripts', 'faults.mjs'), ...chosen], { report, count: ofFaults });
}

step('types', bin('tsc'), ['--noEmit']);
step('lint', bin('eslint'), ['.', '--max-warnings', '0']);
step('styles', bin('stylelint'), ['{app,public}/**/*.css']);
step('boundaries', 'npm', ['run', '-s', 'check:boundaries']);
unit('unit on PGlite');
const built = step('build', process.execPath, [join(root, 'scripts', 'build.mjs')]);

const { startPostgres } = await import('./postgres.mjs');
const postgres = await startPostgres();
try {
  unit('unit on PostgreSQL', { TEST_DATABASE_URL: postgres.url });
  if (built) {
    const CHROMIUM_PATH = await findBrowser();
    e2e('e2e on PGlite', [], { CHROMIUM_PATH });
    e2e('purchase on PostgreSQL', ['--project=ar', 'journey'], { CHROMIUM_PATH, E2E_DATABASE_URL: postgres.url });
    faults('faults on PostgreSQL');
  }
} finally {
  await postgres.stop();
  rmSync(reports, { recursive: true, force: true });
}

console.log(`\n${table.map(([name, result, time]) => `${name.padEnd(24)} ${result.padEnd(48)} ${time}`).join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
