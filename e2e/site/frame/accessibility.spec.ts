import type { Page } from '@playwright/test';
import { type Language, languageTraits } from '../../../lib/language';
import {
  findAxeViolations,
  findContrastViolations,
  findTextViolations,
  findTornButtons,
  measureSidewaysScroll,
} from '../../support/axe';
import { expect, test } from '../../support/fixtures';
import { field } from '../../support/forms';
import { readMessages } from '../../support/messages';
import { findMovingParts } from '../../support/motion';
import { languages, publicPages } from '../../support/public-pages';

/** Waits until colours have settled, which axe would otherwise misread. */
async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
}

const measureDistanceFromFooter = (page: Page) =>
  page.evaluate(() => {
    const ends = [...document.querySelectorAll('main :is(a, button, p, li, input)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('aside'))
      .map((element) => element.getBoundingClientRect().bottom);
    return document.querySelector('footer svg')!.getBoundingClientRect().top - Math.max(...ends);
  });

/** Tests at 320 px, which equals 1280 px at 400 % zoom. */
async function expectNarrow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  // The first frame after a resize may still use the old width's rules.
  await expect.poll(() => measureSidewaysScroll(page), { message: `${where} at 320 px` }).toBeLessThanOrEqual(0);
  expect(await findTornButtons(page), `${where} at 320 px`).toEqual([]);
  expect(
    await measureDistanceFromFooter(page),
    `${where}: its end keeps its distance from the footer’s wave`,
  ).toBeGreaterThanOrEqual(24);
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Spreads the colour schemes over the languages, because only the texts depend on the language. */
const listSchemes = (lang: Language) =>
  (['light', 'dark'] as const).filter((scheme) => lang === 'ar' || (lang === 'en') === (scheme === 'dark'));

for (const lang of languages) {
  test(`${lang}: public pages pass axe in light and dark, fit 320 px and respect reduced motion [A2, A5, B5, B7, N19, L1, C11]`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/status of 404/);
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const searches = ['Next.js', 'quokkaword', 'x'.repeat(200)].map((words) => `search?q=${encodeURIComponent(words)}`);
    // accounts/accessibility.spec.ts covers sign-in and sign-up.
    for (const path of [...publicPages, 'search', ...searches, 'articles/arabic-interfaces', 'nowhere', 'details']) {
      await page.goto(`/${lang}/${path}`);
      await setScheme(page, 'light');
      if (lang === 'ar') {
        expect(await findAxeViolations(page), `${path} light`).toEqual([]);
        expect(await findMovingParts(page), path).toEqual([]);
        await setScheme(page, 'dark');
        expect(await findContrastViolations(page), `${path} dark`).toEqual([]);
      } else {
        expect(await findTextViolations(page), path).toEqual([]);
      }
      await expectNarrow(page, path);
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect((await findMovingParts(page)).length, 'moving parts without reduced motion').toBeGreaterThan(0);
  });

  test(`${lang}: open menus, accordions and form errors pass axe; names match visible text, and help is announced [B1, B3, V1, V5, V7, C6, L1]`, async ({
    page,
  }) => {
    const t = readMessages(lang);
    const check = async (where: string, part: string) => {
      for (const colorScheme of listSchemes(lang)) {
        await setScheme(page, colorScheme);
        expect(await findAxeViolations(page, part), `${where} ${colorScheme}`).toEqual([]);
      }
      if (lang === 'ar') expect(await findMovingParts(page), where).toEqual([]);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${lang}/contact`);
    await expect(field(page, t('contact.phone_number'))).toHaveAccessibleDescription(t('contact.phone_help'));
    for (const [index, name] of ['full_name', 'phone_number', 'email', 'message'].entries()) {
      const control = field(page, t(`contact.${name}`));
      // Retry, because fields show errors only once the scripts run after the first paint.
      await expect(async () => {
        await control.focus();
        await control.blur();
        await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(index + 1, {
          timeout: 500,
        });
      }).toPass();
    }
    await check('form in error', 'main');
    const menu = page
      .getByRole('navigation', { name: t('chrome.main_navigation') })
      .getByRole('link')
      .first();
    await page.getByRole('button', { name: t('chrome.open_menu') }).click();
    await expect(menu).toBeVisible();
    await check('menu open', 'header');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    const languageMenu = page.getByRole('banner').getByRole('button', { name: t('chrome.choose_language') });
    await expect(languageMenu).toHaveAccessibleName(
      new RegExp(String.raw`${languageTraits[lang].name} \(${lang.toUpperCase()}\)`),
    );
    await expect(languageMenu).toContainText(lang.toUpperCase());
    await languageMenu.click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Deutsch' })).toBeVisible();
    await check('languages open', 'header');
    await page.goto(`/${lang}/details/course-page/courses-data/digital-marketing-basics`);
    const closed = page.locator('main details:not([open]) > summary');
    for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
    await expect(closed).toHaveCount(0);
    await check('accordions open', 'main');
  });
}

test('the keyboard reaches the content first, then the header in order with a focus ring, and operates both menus [B1]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en/services');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Language' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = page.getByRole('banner').getByRole('link', { name: 'العربية' });
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await page.goto('/ar/services');
  const order = await page
    .getByRole('banner')
    .locator('a, button')
    .evaluateAll((all) =>
      all.filter((each) => (each as HTMLElement).checkVisibility()).map((each) => each.textContent),
    );
  expect(order.length).toBeGreaterThan(8);
  await page.keyboard.press('Tab');
  for (const name of order) {
    await page.keyboard.press('Tab');
    const [text, ring] = await page.evaluate(
      () => [document.activeElement?.textContent, getComputedStyle(document.activeElement!).outlineStyle] as const,
    );
    expect([text, ring]).toEqual([name, 'solid']);
  }
  await page.getByRole('banner').locator('nav a[aria-current]').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/services$/);
  await page.setViewportSize({ width: 390, height: 844 });
  const button = page.getByRole('button', { name: 'افتح القائمة' });
  const menu = page.getByRole('navigation', { name: 'التنقّل الرئيسي' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const contact = menu.getByRole('link', { name: 'تواصل معنا' });
  for (let stops = 0; stops < 12 && !(await contact.evaluate((link) => link === document.activeElement)); stops += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ar\/contact$/);
  await expect(menu).toBeHidden();
});

test('the contact form is filled in and sent by keyboard alone [V1, V5]', async ({ page }) => {
  await page.goto('/ar/contact');
  await expect(page.getByRole('button', { name: 'أرسل الرسالة' })).toBeDisabled();
  await page.getByLabel('الاسم الكامل').focus();
  for (const text of ['منى عادل', '٠١٠١٢٣٤٥٦٧٨', 'mona@midan.example', 'سؤال من لوحة المفاتيح']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'أرسل الرسالة' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'وصلت رسالتك' })).toBeVisible();
});
