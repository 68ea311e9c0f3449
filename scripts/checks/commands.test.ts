import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function run(args: readonly string[], env: Record<string, string> = {}): Promise<{ text: string; status: number }> {
  return new Promise((resolve) => {
    const child = execFile('node_modules/.bin/tsx', ['--conditions=react-server', ...args], { env: { ...process.env, NODE_ENV: 'production', ...env } }, (error, stdout, stderr) => {
      resolve({ text: `${stdout}${stderr}`, status: typeof error?.code === 'number' ? error.code : 0 });
    });
    child.stdin?.end();
  });
}

/** Commands run outside of the build, where Node resolves packages by its own rules. */
it.concurrent.each([
  ['command.ts', /^Unknown command\. There are: seed, admin, doctor, backup/],
  ['restore.ts', /^Which one\?/],
  ['media-ingest.ts', /^Usage: npm run media:ingest/],
])('O4 scripts/%s starts, and says what it lacks', async (script, says) => {
  expect((await run([`scripts/${script}`])).text).toMatch(says);
});

/** What a shell without the service's environment has: a folder where the service has never been. */
it.concurrent.each([
  ['a backup', ['scripts/command.ts', 'backup', 'x.backup'], 1, /There is no database in .*Give the command the environment of the service/],
  ['an administrator', ['scripts/command.ts', 'admin', 'a@b.example'], 1, /There is no database in /],
  ['what is wrong', ['scripts/command.ts', 'doctor'], 1, /BAD {3}database: There is no database in /],
  ['a bounce, which the mail server sends again', ['scripts/command.ts', 'newsletter:bounce'], 75, /No service answers/],
  ['a repair', ['scripts/db-repair.ts'], 1, /There is no database in /],
  ['a restore of a file that is not there', ['scripts/restore.ts', 'typo.backup'], 1, /typo\.backup cannot be read as a backup: ENOENT/],
] as const)('O4 R21 R22 %s begins no database, and says what is missing', async (_what, args, code, says) => {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  const dataDir = join(folder, 'data');
  const { text, status } = await run(args, { DATA_DIR: dataDir });
  expect(text).toMatch(says);
  expect(status).toBe(code);
  expect(text).not.toMatch(/^\s+at /m);
  expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
}, 60_000);

it.runIf(process.getuid?.() === 0)('O4 a command of another user than the owner of DATA_DIR changes nothing there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'commands-'));
  mkdirSync(join(dataDir, 'db'));
  spawnSync('chown', ['-R', '12345', dataDir]);
  for (const args of [['scripts/command.ts', 'seed'], ['scripts/db-repair.ts'], ['scripts/db-move.ts']]) expect(await run(args, { DATA_DIR: dataDir, DATABASE_URL: 'postgresql://127.0.0.1:1/site' })).toMatchObject({ status: 1, text: expect.stringMatching(/belongs to the user with the id 12345/) as string });
  expect(readdirSync(dataDir)).toEqual(['db']);
}, 60_000);
