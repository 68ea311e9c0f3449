import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryLock } from '@/lib/database/folder-lock';
import { socketPath } from '@/lib/operations/control/client';
import { bundleCommands } from '../bundle.mjs';

/** Must be inside the repository, because the commands import some packages from node_modules. */
const built = 'var/test/commands';
beforeAll(() => bundleCommands(built));
afterAll(() => rmSync(built, { recursive: true, force: true }));

function run(
  command: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ text: string; status: number }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', './scripts/environment/check-build.mjs', join(built, `${command}.mjs`), ...args],
      { env: { ...process.env, NODE_ENV: 'production', ...env } },
      (error, stdout, stderr) => {
        resolve({ text: `${stdout}${stderr}`, status: typeof error?.code === 'number' ? error.code : 0 });
      },
    );
    child.stdin?.end();
  });
}

it.concurrent.each([
  ['command', /^Unknown command\. There are: seed, admin, doctor, backup/],
  ['restore', /^Usage: npm run restore/],
  ['media-ingest', /^Usage: npm run media:ingest/],
])('dist/commands/%s.mjs starts and says which input is missing [O4]', async (command, says) => {
  expect((await run(command)).text).toMatch(says);
});

it('asks for a build if the command is not built [O4]', async () => {
  expect(await run('not-built')).toEqual({
    text: 'The commands are not built yet: run `npm run build` first.\n',
    status: 1,
  });
});

it('the build has every command of package.json [O4]', () => {
  const named = [...readFileSync('package.json', 'utf8').matchAll(/ dist\/commands\/(\S+\.mjs)/g)].map(
    ([, file]) => file,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(readdirSync(built)).toEqual(expect.arrayContaining(named));
});

/** Simulates an operator's shell that lacks the service's environment: its DATA_DIR was never used by the service. */
it.concurrent.each([
  [
    'a backup',
    'command',
    ['backup', 'x.backup'],
    1,
    /There is no database in .*Give the command the environment of the service/,
  ],
  ['an administrator', 'command', ['admin', 'a@b.example'], 1, /There is no database in /],
  ['what is wrong', 'command', ['doctor'], 1, /BAD {3}database: There is no database in /],
  ['a bounce, which the mail server sends again', 'command', ['newsletter:bounce'], 75, /No service answers/],
  ['a repair', 'db-repair', [], 1, /There is no database in /],
  [
    'a restore of a file that is not there',
    'restore',
    ['typo.backup'],
    1,
    /typo\.backup cannot be read as a backup: ENOENT/,
  ],
] as const)(
  '%s creates no database and says what is missing [O4, R21, R22]',
  async (_what, command, args, code, says) => {
    const folder = mkdtempSync(join(tmpdir(), 'commands-'));
    const dataDir = join(folder, 'data');
    const { text, status } = await run(command, args, { DATA_DIR: dataDir });
    expect(text).toMatch(says);
    expect(status).toBe(code);
    expect(text).not.toMatch(/^\s+at /m);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  },
  60_000,
);

it.runIf(process.getuid?.() === 0)(
  'a command run by a user who does not own DATA_DIR changes nothing there [O4]',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'commands-'));
    mkdirSync(join(dataDir, 'db'));
    spawnSync('chown', ['-R', '12345', dataDir]);
    for (const [command, ...args] of [['command', 'seed'], ['db-repair'], ['db-move']] as const)
      expect(
        await run(command, args, { DATA_DIR: dataDir, DATABASE_URL: 'postgresql://127.0.0.1:1/site' }),
      ).toMatchObject({
        status: 1,
        text: expect.stringMatching(/belongs to the user with the id 12345/) as string,
      });
    expect(readdirSync(dataDir)).toEqual(['db']);
  },
  60_000,
);

it('a command waits for a service that holds the database but does not answer yet [O4, R22]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  mkdirSync(join(folder, 'db'));
  writeFileSync(join(folder, 'db', 'PG_VERSION'), '17');
  const lock = await tryLock(join(folder, 'db.lock'));
  if ('pid' in lock) throw new Error('the lock is taken');
  const running = run('command', ['admin', 'a@b.example'], { DATA_DIR: folder });
  await sleep(5000);
  const answer = JSON.stringify({ ok: true, lines: ['the service answered'] });
  const service = createServer((_request, response) => void response.end(answer)).listen(socketPath(folder));
  expect(await running).toMatchObject({ status: 0, text: expect.stringContaining('the service answered') });
  service.close();
  lock.release();
  rmSync(folder, { recursive: true });
});
