import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const folder = join(import.meta.dirname, '../../test-results/pictures');
export const widths = [390, 768, 1280, 1920] as const;
export const schemes = ['light', 'dark'] as const;

export const buildFileName = (name: string, width: number, scheme: string): string => `${name}-${width}-${scheme}.jpg`;

/** Saves to `<folder>/<lang>/<name>-<width>-<scheme>.jpg`. */
export async function takePictures(
  page: Page,
  { lang, name, path }: { lang: string; name: string; path: string },
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  mkdirSync(join(folder, lang), { recursive: true });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: widths[0], height: 900 });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await showEverything(page);
      await page.screenshot({
        path: join(folder, lang, buildFileName(name, width, colorScheme)),
        fullPage: true,
        type: 'jpeg',
        quality: 75,
      });
    }
  }
}

const showEverything = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
