import type { Page } from '@playwright/test';
import { axeFaults, contrastFaults } from './axe';
import { expect, test } from './fixtures';
import { siteLanguages, sitePages } from './site-pages';

/** What a change of theme moves has come to rest: axe would read a colour on its way. */
async function inScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished)));
}

async function expectNothing(page: Page, where: string, part = 'html'): Promise<void> {
  expect(await axeFaults(page, part), where).toEqual([]);
}

/** 320 px, and so 1280 px at 400 % zoom with the window's height of then; nothing may need a sideways scroll. */
async function expectNarrow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  // the first frame after a change of the window may still have rules of the width before
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), { message: `${where} at 320 px` }).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
}

for (const lang of siteLanguages) {
  test(`A2 A5 B7 ${lang}: axe finds nothing on any public page, light or dark, and none scrolls sideways at 320 px`, async ({ page, trouble }) => {
    trouble.expected.push(/status of 404/);
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of [...sitePages, 'articles/arabic-interfaces', 'nowhere', 'details', 'login', 'signup']) {
      await page.goto(`/${lang}/${path}`);
      await inScheme(page, 'light');
      await expectNothing(page, `${path} light`);
      await inScheme(page, 'dark');
      expect(await contrastFaults(page), `${path} dark`).toEqual([]);
      await expectNarrow(page, path);
    }
  });

  test(`B1 V5 C6 ${lang}: axe finds nothing with a menu or an accordion open and the form in error, light or dark`, async ({ page }) => {
    const inBoth = async (where: string, part: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await inScheme(page, colorScheme);
        await expectNothing(page, `${where} ${colorScheme}`, part);
      }
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${lang}/contact`);
    for (const name of ['fullName', 'email', 'phoneNumber', 'message']) {
      // scripts come after the first paint (decision 013): a field left before them shows no error yet
      await expect(async () => {
        await page.locator(`[name=${name}]`).focus();
        await page.locator(`[name=${name}]`).blur();
        await expect(page.locator(`#${name}-error`)).not.toBeEmpty({ timeout: 500 });
      }).toPass();
    }
    await inBoth('form in error', 'main');
    await page.locator('button[popovertarget=menu]').click();
    await expect(page.locator('#menu a').first()).toBeVisible();
    await inBoth('menu open', 'header');
    await page.keyboard.press('Escape');
    await expect(page.locator('#menu a').first()).toBeHidden();
    await page.locator('button[popovertarget=languages]').click();
    await expect(page.locator('#languages a').first()).toBeVisible();
    await inBoth('languages open', 'header');
    await page.goto(`/${lang}/details/course-page/courses-data/digital-marketing-basics`);
    const closed = page.locator('main details:not([open]) > summary');
    for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
    await expect(closed).toHaveCount(0);
    await inBoth('accordions open', 'main');
  });
}

test('B1 the keyboard alone reaches everything in the header in its order, always with a ring, and works both menus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/ar/services');
  const order = await page.locator('header a, header button').evaluateAll((all) => all.filter((each) => (each as HTMLElement).checkVisibility()).map((each) => each.textContent));
  expect(order.length).toBeGreaterThan(8);
  await page.keyboard.press('Tab');
  for (const name of order) {
    await page.keyboard.press('Tab');
    const [text, ring] = await page.evaluate(() => [document.activeElement?.textContent, getComputedStyle(document.activeElement!).outlineStyle] as const);
    expect([text, ring]).toEqual([name, 'solid']);
  }
  await page.locator('header nav a[aria-current]').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/services$/);
  await page.setViewportSize({ width: 390, height: 844 });
  const button = page.locator('button[popovertarget=menu]');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#menu a').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#menu')).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const contact = page.locator('#menu a[href="/ar/contact"]');
  for (let stops = 0; stops < 12 && !(await contact.evaluate((link) => link === document.activeElement)); stops += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ar\/contact$/);
  await expect(page.locator('#menu')).toBeHidden();
});

test('V1 V5 the contact form is filled and sent by the keyboard alone', async ({ page }) => {
  await page.goto('/ar/contact');
  await expect(page.locator('main form [type=submit]')).toBeDisabled();
  await page.locator('[name=fullName]').focus();
  for (const words of ['منى عادل', '٠١٠١٢٣٤٥٦٧٨', 'mona@midan.example', 'سؤال من لوحة المفاتيح']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  await expect(page.locator('main form [type=submit]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'وصلت رسالتك' })).toBeVisible();
});

test('B1 the keyboard reaches the content first, then every tab, and works the menus', async ({ page }) => {
  await page.goto('/en/services');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const languages = page.locator('button[popovertarget=languages]');
  await languages.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#languages a').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#languages')).toBeHidden();
});
