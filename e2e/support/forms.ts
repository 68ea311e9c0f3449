import type { Locator, Page } from '@playwright/test';

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds a field by its label, to which required fields add a star. */
export const field = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .getByLabel(new RegExp(`^${escapePattern(label)}\\*?$`))
    .and(page.locator('input, textarea, select'));

export const alerts = (page: Page): Locator => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Delays the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
