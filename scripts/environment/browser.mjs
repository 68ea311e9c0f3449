import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.mjs';
import { root } from './set-up.mjs';

const applications = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The Chromium of this machine: `CHROMIUM_PATH`, one on the PATH, or an application of macOS. The headless shell comes first: the
 * same engine without a window, with which tests take a third less processor time.
 * @returns {string | undefined} undefined when there is none, which to Playwright means its own download
 */
export function installedBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  const onMac = ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => applications.map((name) => join(folder, name)));
  return findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ?? onMac.find((path) => existsSync(path));
}

async function ofPlaywright() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const playwright = join(root, 'node_modules', '.bin', 'playwright');

/** Libraries and packages of the system need root; asked for by anybody else, Playwright would call sudo and fail. */
const attempts = (isRoot) => [
  ...(isRoot ? [["Playwright's own Chromium, with the libraries it needs", playwright, ['install', '--with-deps', 'chromium']]] : []),
  ["Playwright's own Chromium", playwright, ['install', 'chromium']],
  ...(isRoot ? [["Debian's Chromium", 'sh', ['-c', 'apt-get update -qq && (apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium)']]] : []),
];

/** The path of a Chromium: an installed one, else Playwright's download, else the system's package; says which. */
export async function findBrowser() {
  const found = installedBrowser() ?? (await ofPlaywright());
  if (found) {
    console.log(`browser: ${found}`);
    return found;
  }
  for (const [what, command, args] of attempts(process.getuid?.() === 0)) {
    console.log(`browser: none installed, trying ${what}`);
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const path = installedBrowser() ?? (await ofPlaywright());
    if (path) {
      console.log(`browser: ${path} (${what})`);
      return path;
    }
  }
  throw new Error('No Chromium: install one and set CHROMIUM_PATH. Where libraries are missing: sudo npx playwright install-deps chromium');
}

/** Debian puts it beside its library: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. */
function miniBrowser() {
  const folders = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter((folder) => existsSync(folder));
  return folders.flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser')).find((path) => existsSync(path));
}

/** Of Debian: what the smoke run in other browsers needs. */
export const otherBrowserPackages = 'firefox-esr webkit2gtk-driver xvfb gstreamer1.0-libav';

/**
 * Firefox and WebKitGTK as the distribution ships them, with what drives them.
 * @returns {{ firefox: string, webKitDriver: string, miniBrowser: string, xvfb: string } | undefined} undefined unless all are installed
 */
export function otherBrowsers() {
  const found = { firefox: findProgram('firefox-esr', 'firefox'), webKitDriver: findProgram('WebKitWebDriver'), miniBrowser: miniBrowser(), xvfb: findProgram('Xvfb') };
  return Object.values(found).includes(undefined) ? undefined : found;
}
