import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser, findOtherBrowsers, otherBrowserPackages } from './environment/browser.mjs';
import { findFfmpeg } from './environment/ffmpeg.mjs';
import { installDependencies, root } from './environment/set-up.mjs';

// npm test: needs only Node. Prints the totals last, even if a step aborts the run.
const total = { passed: 0, failed: 0 };
const table = [];
const failures = [];
let hasEnded = false;
// Put all temporary files here, so that even those of killed processes are removed.
const temporary = mkdtempSync(join(tmpdir(), 'tests-'));
// Let nginx's workers, which run as another user, reach their files.
chmodSync(temporary, 0o711);
process.env.TMPDIR = temporary;
process.on('exit', (code) => {
  rmSync(temporary, { recursive: true, force: true });
  if (!hasEnded) total.failed += 1;
  if (failures.length > 0) console.log(`\n${failures.map((failure) => `✘ ${failure}`).join('\n')}`);
  if (table.length > 0)
    console.log(
      `\n${table.map(([name, result, time]) => `${name.padEnd(24)} ${result.padEnd(48)} ${time}`).join('\n')}\n`,
    );
  console.log(`${total.passed} passed, ${total.failed} failed`);
  if (code === 0 && total.failed > 0) process.exitCode = 1;
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(1);
});

installDependencies({ forTests: true });
const resolveBin = (name) => join(root, 'node_modules', '.bin', name);

/** Counts a failure and returns undefined if the step fails, so that later steps still run. */
async function prepareOnce(name, make) {
  try {
    return await make();
  } catch (error) {
    console.error(`\n── ${name}\n${error instanceof Error ? error.stack : String(error)}`);
    total.failed += 1;
    table.push([name, '0 passed, 1 failed', '–']);
    return undefined;
  }
}

/** Prints output as it arrives, or all at the end if the step runs in parallel with another one (`beside`). */
async function runStep(name, command, args, { env = {}, report, count, beside = false } = {}) {
  const startedAtMs = Date.now();
  if (!beside) console.log(`\n── ${name}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '1', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!beside) process.stdout.write(text);
    });
  const status = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve));
  if (beside) console.log(`\n── ${name}\n${output}`);
  const counted =
    report && existsSync(report)
      ? count(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: status === 0 ? 1 : 0, failed: 0 };
  if (status !== 0 && counted.failed === 0) Object.assign(counted, { failed: 1, failures: [reasonIn(output)] });
  total.passed += counted.passed;
  total.failed += counted.failed;
  failures.push(...(counted.failures ?? []).map((failure) => `${name}: ${failure}`));
  table.push([
    name,
    `${counted.passed} passed, ${counted.failed} failed${counted.flaky ? `, ${counted.flaky} at the second try` : ''}`,
    `${Math.round((Date.now() - startedAtMs) / 1000)} s`,
  ]);
  return status === 0;
}

/** Vitest's report omits errors outside tests, such as an unhandled rejection. */
function reasonIn(output) {
  const text = stripVTControlCharacters(output);
  return /Unhandled (?:Error|Exception|Rejection)\b[\s\S]{0,800}/.exec(text)?.[0] ?? text.slice(-800);
}

const firstLine = (text = '') => stripVTControlCharacters(text).trim().split('\n', 1)[0];

function summarizeVitest({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative(root, name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    return failed.length === 0 && status === 'failed' ? [`${relative(root, name)}: ${firstLine(message)}`] : failed;
  });
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTests === 0 ? numFailedTestSuites : 0),
    failures,
  };
}

function summarizePlaywright({ suites, stats, errors = [] }) {
  const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)];
  const failed = suites
    .flatMap(listSpecs)
    .filter(({ ok }) => !ok)
    .map(({ file, line, title }) => `${file}:${line} › ${title}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    flaky: stats.flaky,
    failures: [...failed, ...errors.map(({ message }) => firstLine(message))],
  };
}

function summarizeFaults({ rows }) {
  const failures = rows.filter(({ isHeld }) => !isHeld).map(({ fault, what, result }) => `${fault} ${what}: ${result}`);
  return { passed: rows.length - failures.length, failed: failures.length, failures };
}

function runUnitTests(name, env = {}, files = []) {
  const report = join(temporary, `${name}.json`);
  return runStep(
    name,
    resolveBin('vitest'),
    ['run', ...files, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    { env, report, count: summarizeVitest },
  );
}

function e2e(name, args, env) {
  const report = join(temporary, `${name}.json`);
  return runStep(name, resolveBin('playwright'), ['test', ...args], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    count: summarizePlaywright,
  });
}

/** Runs each browser with both languages and both sizes. `npm run test:browsers` runs all combinations. */
const otherBrowserRun = [
  '--config=playwright.browsers.config.ts',
  ...['firefox', 'webkit'].flatMap((name) => [`--project=${name} ar phone`, `--project=${name} en desktop`]),
];

/** `TEST_OTHER_NODE` is the path of another Node version, with which some of the tests run again. */
function otherNode() {
  const path = process.env.TEST_OTHER_NODE;
  if (!path) return undefined;
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (error) throw new Error(`TEST_OTHER_NODE=${path} cannot be run: ${error.message}`);
  return { version: stdout.trim().slice(1), env: { PATH: `${dirname(path)}${delimiter}${process.env.PATH}` } };
}

/** Runs only faults with a killed process or a lost database. `npm run test:faults` runs all. */
function runFaults(name) {
  const report = join(root, 'test-results', 'faults.json');
  rmSync(report, { force: true });
  const chosen = ['--db', 'postgresql', '--only', 'R01,R03', '--kills', '1'];
  return runStep(name, process.execPath, [join(root, 'scripts', 'launch.mjs'), 'faults', ...chosen], {
    report,
    count: summarizeFaults,
  });
}

/** Runs these in parallel with the unit tests, which leave a third of two processors idle. */
async function staticChecks() {
  for (const name of ['format', 'types', 'lint', 'styles', 'boundaries', 'unused'])
    await runStep(name, 'npm', ['run', '-s', `check:${name}`], { beside: true });
}

/** Covers everything that differs on the embedded database: opening, backup, control socket, jobs, and a purchase. */
const embeddedTests = [
  'lib/database',
  'lib/backup',
  'lib/operations/control',
  'lib/jobs',
  'start-checkout',
  'settle.test',
];

await prepareOnce('ffmpeg', findFfmpeg);
const { startPostgres } = await import('./environment/postgres.mjs');
const postgres = await prepareOnce('PostgreSQL', startPostgres);
const other = await prepareOnce('the other Node', otherNode);
try {
  if (postgres) {
    await Promise.all([staticChecks(), runUnitTests('unit on PostgreSQL', { TEST_DATABASE_URL: postgres.url })]);
    await runUnitTests('unit on PGlite', {}, embeddedTests);
  } else await Promise.all([staticChecks(), runUnitTests('unit on PGlite')]);
  const built = await runStep('build', process.execPath, [join(root, 'scripts', 'build.mjs')]);
  const browser = built && (await prepareOnce('Chromium', findBrowser));
  if (browser) {
    await e2e('e2e on PGlite', [], { CHROMIUM_PATH: browser });
    if (other)
      await e2e(`purchase on Node ${other.version}`, ['--project=ar', 'journey'], {
        CHROMIUM_PATH: browser,
        ...other.env,
      });
    if (postgres)
      await e2e('purchase on PostgreSQL', ['--project=ar', 'journey'], {
        CHROMIUM_PATH: browser,
        E2E_DATABASE_URL: postgres.url,
      });
  }
  if (built && findOtherBrowsers()) await e2e('Firefox and WebKit', otherBrowserRun, {});
  else
    console.log(
      `\nFirefox and WebKit: skipped, because they are not both installed (apt-get install ${otherBrowserPackages})`,
    );
  if (built) await runFaults('faults on PostgreSQL');
  // Run only tests of what differs between Node versions (files, timers, the editor): all tests would double the time.
  if (other)
    await runUnitTests(`unit on Node ${other.version}`, other.env, [
      'lib/database',
      'lib/backup',
      'lib/operations/control',
      'rich-text',
      'server/',
    ]);
} finally {
  await postgres?.stop();
}
hasEnded = true;
process.exit(total.failed === 0 ? 0 : 1);
