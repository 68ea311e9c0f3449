import { defineConfig, devices } from '@playwright/test';
import base from './playwright.config';

export default defineConfig({
  ...base,
  testDir: 'e2e/pictures',
  testMatch: '*.pictures.ts',
  outputDir: 'test-results/pictures-run',
  timeout: 180_000,
  retries: 0,
  reporter: 'line',
  globalTeardown: 'e2e/pictures/contact-sheets.ts',
  projects: ['ar', 'en', 'de'].map((lang) => ({ name: lang, use: { ...devices['Desktop Chrome'], locale: lang } })),
});
