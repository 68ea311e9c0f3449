import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function installed() {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  for (const name of names) {
    const { stdout, status } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0 && stdout.trim()) return stdout.trim();
  }
  return null;
}

async function ofPlaywright() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

const attempts = [
  ["Playwright's own Chromium", join(root, 'node_modules', '.bin', 'playwright'), ['install', '--with-deps', 'chromium']],
  ["Debian's Chromium", 'sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium']],
];

/** The path of a Chromium: an installed one, else Playwright's download, else the system's package; says which. */
export async function findBrowser() {
  const found = installed() ?? (await ofPlaywright());
  if (found) {
    console.log(`browser: ${found}`);
    return found;
  }
  for (const [what, command, args] of attempts) {
    console.log(`browser: none installed, trying ${what}`);
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const path = installed() ?? (await ofPlaywright());
    if (path) {
      console.log(`browser: ${path} (${what})`);
      return path;
    }
  }
  throw new Error('No Chromium: install one and set CHROMIUM_PATH.');
}
