import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Commands run outside of the build, where Node resolves packages by its own rules. */
it.each([
  ['command.ts', /^Unknown command\. There are: seed, admin, doctor, backup/],
  ['restore.ts', /^Which one\?/],
  ['media-ingest.ts', /^Usage: npm run media:ingest/],
])('O4 scripts/%s starts, and says what it lacks', (script, says) => {
  const { stdout, stderr } = spawnSync('node_modules/.bin/tsx', ['--conditions=react-server', `scripts/${script}`], { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } });
  expect(`${stdout}${stderr}`).toMatch(says);
});
