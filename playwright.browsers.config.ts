import { defineConfig } from '@playwright/test';
import type { Variant } from './e2e/browsers/fixtures';
import base from './playwright.config';

const sizes = { phone: { width: 390, height: 760 }, desktop: { width: 1280, height: 800 } };

/** Runs tests through WebDriver in the Firefox and WebKit that the distribution provides (docs/browsers.md). */
export default defineConfig<{ variant: Variant }>({
  ...base,
  testDir: 'e2e/browsers',
  testMatch: '*.real.ts',
  outputDir: 'test-results/browsers-run',
  timeout: 240_000,
  workers: 2,
  projects: (['firefox', 'webkit'] as const).flatMap((engine) =>
    (['ar', 'en'] as const).flatMap((lang) =>
      Object.entries(sizes).map(([name, size]) => ({
        name: `${engine} ${lang} ${name}`,
        use: { variant: { engine, lang, size } },
      })),
    ),
  ),
});
