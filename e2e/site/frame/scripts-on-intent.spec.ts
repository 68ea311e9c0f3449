import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures';

/** Records each script with its size, and can hold scripts back until they are released. */
async function watchScripts(page: Page) {
  const seen: string[] = [];
  let bytes = 0;
  let release: () => void = () => undefined;
  let gate = Promise.resolve();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    seen.push(response.url());
    void response.body().then(
      (body) => (bytes += body.length),
      () => undefined,
    );
  });
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    await gate;
    await route.continue();
  });
  return {
    seen,
    bytes: () => bytes,
    hold: () => void (gate = new Promise((resolve) => (release = resolve))),
    release: () => release(),
  };
}

/** Opens the page without waiting for React, as a visitor does. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'load' });
const isReactThere = (page: Page) => page.evaluate(() => window.reactListens === true);

test('a reader who follows links through five pages loads no script [A5]', async ({ page }) => {
  const scripts = await watchScripts(page);
  await open(page, '/en/home');
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Services', 'services'],
    ['Work', 'work'],
    ['Pricing', 'pricing'],
    ['Articles', 'articles'],
  ] as const) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/en/${path}$`));
    await page.mouse.wheel(0, 900);
    await page.keyboard.press('PageDown');
  }
  await page.locator('main ol li a').first().click();
  await expect(page).toHaveURL(/\/en\/articles\/./);
  await page.waitForLoadState('networkidle');
  expect([scripts.seen, await isReactThere(page)]).toEqual([[], false]);
});

test('menu, theme, accordion and the header’s look work before React has loaded [A5, B2, B4]', async ({ page }) => {
  const scripts = await watchScripts(page);
  scripts.hold();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/en/details/course-page/courses-data/nextjs-from-zero');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const question = page.locator('details summary').last();
  await question.click();
  await expect(page.locator('details').last()).toHaveAttribute('open', '');
  await page.mouse.wheel(0, 600);
  await expect(page.locator('html')).toHaveAttribute('data-scrolled', '');
  expect(await isReactThere(page)).toBe(false);
});

test('text typed while scripts load stays, and is checked once React has loaded [A5, V1]', async ({ page }) => {
  const scripts = await watchScripts(page);
  scripts.hold();
  await open(page, '/en/contact');
  expect(scripts.seen).toEqual([]);
  await page.getByRole('textbox', { name: 'Full name' }).click();
  await page.keyboard.type('Mona Adel', { delay: 20 });
  await page.getByRole('textbox', { name: 'Email' }).click();
  await page.keyboard.type('mona@', { delay: 20 });
  scripts.release();
  await expect.poll(() => isReactThere(page)).toBe(true);
  await page.keyboard.type('midan.example', { delay: 20 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Mona Adel');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('mona@midan.example');
});

test('a pointer on the language menu loads React, and a change of language then needs no reload [A2, C3]', async ({
  page,
}) => {
  await open(page, '/ar/about');
  await page.getByRole('button', { name: 'اللغة' }).hover();
  await expect.poll(() => isReactThere(page)).toBe(true);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('button', { name: 'اللغة' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('a language chosen before React has loaded keeps query and anchor, and is remembered [A1, A5, B3]', async ({
  page,
}) => {
  const scripts = await watchScripts(page);
  scripts.hold();
  await open(page, '/ar/pricing?from=mail#content');
  await page.getByRole('button', { name: 'اللغة' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/pricing\?from=mail#content$/);
  await open(page, '/');
  await expect(page).toHaveURL(/\/de\/home$/);
});

test('a signed-in learner’s page loads React by itself [A5, L8]', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }]);
  await open(page, '/en/home');
  await expect.poll(() => isReactThere(page)).toBe(true);
});
