import { defineConfig, devices } from '@playwright/test';
import { ports } from './e2e/support/services/ports';
import { findChromium } from './scripts/environment/browser.mjs';

const journeys = /journey/;
const withoutScripts = /no-js/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Tests often wait, so use one worker more than two processors.
  workers: 3,
  // scripts/test.mjs reports a test that passes on retry as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }]],
  use: {
    baseURL: `http://localhost:${ports.site}`,
    timezoneId: 'Africa/Cairo',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  webServer: {
    command: 'node_modules/.bin/tsx --conditions=react-server e2e/support/services/test-site.ts',
    url: `http://127.0.0.1:${ports.control}`,
    timeout: 120_000,
    reuseExistingServer: !process.env.CI,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
  projects: [
    { name: 'ar', testIgnore: withoutScripts, use: { ...devices['Desktop Chrome'], locale: 'ar-EG' } },
    { name: 'en', testMatch: journeys, use: { ...devices['Desktop Chrome'], locale: 'en-GB' } },
    { name: 'de', testMatch: journeys, use: { ...devices['Desktop Chrome'], locale: 'de-DE' } },
    { name: 'mobile', testMatch: journeys, use: { ...devices['Pixel 7'], locale: 'ar-EG' } },
    {
      name: 'no-js',
      testMatch: withoutScripts,
      use: { ...devices['Desktop Chrome'], locale: 'ar-EG', javaScriptEnabled: false },
    },
  ],
});
