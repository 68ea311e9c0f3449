import { join } from 'node:path';
import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test';
import base from '../../playwright.config';

/** Every page and state as pictures (`npm run pictures`), in the language of the project. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../test-results/pictures-run',
  timeout: 180_000,
  retries: 0,
  reporter: 'line',
  webServer: { ...(base.webServer as NonNullable<Exclude<PlaywrightTestConfig['webServer'], unknown[]>>), cwd: join(import.meta.dirname, '../..') },
  globalTeardown: './contact-sheets.ts',
  projects: ['ar', 'en', 'de'].map((lang) => ({ name: lang, use: { ...devices['Desktop Chrome'], locale: lang } })),
});
