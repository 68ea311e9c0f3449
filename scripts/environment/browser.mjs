import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.mjs';
import { root } from './set-up.mjs';

const applications = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Prefers the headless shell, which needs a third less processor time. @returns {string | undefined} */
export function findChromium() {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath && existsSync(configuredPath)) return configuredPath;
  const onMac = ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    applications.map((name) => join(folder, name)),
  );
  return (
    findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    onMac.find((path) => existsSync(path))
  );
}

async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const playwright = join(root, 'node_modules', '.bin', 'playwright');

/** Only root installs system packages: for other users, Playwright calls sudo and fails. */
const listAttempts = (isRoot) => [
  ...(isRoot
    ? [["Playwright's own Chromium, with the libraries it needs", playwright, ['install', '--with-deps', 'chromium']]]
    : []),
  ["Playwright's own Chromium", playwright, ['install', 'chromium']],
  ...(isRoot
    ? [
        [
          "Debian's Chromium",
          'sh',
          [
            '-c',
            'apt-get update -qq && (apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium)',
          ],
        ],
      ]
    : []),
];

export async function findBrowser() {
  const browser = findChromium() ?? (await findPlaywrightBrowser());
  if (browser) {
    console.log(`browser: ${browser}`);
    return browser;
  }
  const failures = [];
  for (const [what, command, args] of listAttempts(process.getuid?.() === 0)) {
    console.log(`browser: not installed, trying ${what}`);
    const { stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const path = findChromium() ?? (await findPlaywrightBrowser());
    if (path) {
      console.log(`browser: ${path} (${what})`);
      return path;
    }
    failures.push(`${what}: ${error?.message ?? stderr.trim()}`);
  }
  throw new Error(
    [
      'No Chromium found. Install one and set CHROMIUM_PATH. If libraries are missing, run: sudo npx playwright install-deps chromium',
      ...failures,
    ].join('\n'),
  );
}

/** Debian's path is `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. */
function findMiniBrowser() {
  const folders = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter((folder) => existsSync(folder));
  return folders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
}

export const otherBrowserPackages = 'firefox-esr webkit2gtk-driver xvfb gstreamer1.0-libav';

/** @returns {{ firefox: string, webKitDriver: string, miniBrowser: string, xvfb: string } | undefined} */
export function findOtherBrowsers() {
  const paths = {
    firefox: findProgram('firefox-esr', 'firefox'),
    webKitDriver: findProgram('WebKitWebDriver'),
    miniBrowser: findMiniBrowser(),
    xvfb: findProgram('Xvfb'),
  };
  return Object.values(paths).includes(undefined) ? undefined : paths;
}
