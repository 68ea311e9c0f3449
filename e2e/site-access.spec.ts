import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { siteLanguages, sitePages } from './site-pages';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNothing(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(found, where).toEqual([]);
}

for (const lang of siteLanguages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`A5 B7 ${lang} ${colorScheme}: axe finds nothing on any public page`, async ({ page, trouble }) => {
      trouble.expected.push(/status of 404/);
      test.setTimeout(180_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of [...sitePages, 'nowhere', 'details']) {
        await page.goto(`/${lang}/${path}`);
        await expectNothing(page, path);
      }
    });
  }

  test(`B1 V5 ${lang}: axe finds nothing with the menus open and the form in error`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/${lang}/contact`);
    await page.locator('[name=fullName]').focus();
    await page.locator('[name=email]').focus();
    await page.locator('[name=message]').focus();
    await expectNothing(page, 'form in error');
    await page.locator('button[popovertarget=menu]').click();
    await expect(page.locator('#menu a').first()).toBeVisible();
    await expectNothing(page, 'menu open');
    await page.keyboard.press('Escape');
    await expect(page.locator('#menu a').first()).toBeHidden();
    await page.locator('button[popovertarget=languages]').click();
    await expectNothing(page, 'languages open');
  });
}

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
