import type { Locator, Page } from '@playwright/test';
import { measureSidewaysScroll } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { readMessages } from '../support/messages';
import { cards, payButton, payWithCard } from '../support/payments';
import { buildPerson } from '../support/people/accounts';
import { readCurrentSeconds } from '../support/player';

async function pressTabUntil(page: Page, target: Locator, limit = 120): Promise<void> {
  await target.waitFor();
  for (
    let stops = 0;
    stops < limit && !(await target.evaluate((element) => element === document.activeElement));
    stops += 1
  )
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function openByKeyboard(page: Page, target: Locator): Promise<void> {
  await pressTabUntil(page, target);
  await page.keyboard.press('Enter');
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await pressTabUntil(page, target);
  await page.keyboard.type(text);
}

// e2e/site/frame/accessibility.spec.ts covers the contact form and the wide header.
test('the keyboard alone is enough at 320 px to sign up, buy, watch, write notes, ask for a refund and change theme and language [N1, D2, P1, L3, N14, N15, P7, B3, B7]', async ({
  page,
  t,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first();
  await page.goto('/ar/home');
  await openByKeyboard(page, link('تصفّح الدورات'));
  await page.waitForURL('**/ar/courses');
  await openByKeyboard(page, link(/Next\.js/));
  await page.waitForURL(new RegExp(`/details/course-page/courses-data/${course.slug}`));
  await openByKeyboard(page, link(t('site.subscribe')));
  await page.waitForURL(/\/ar\/login\?next=/);

  await openByKeyboard(page, link(t('auth.signup_link')));
  await page.waitForURL(/\/ar\/signup\?next=/);
  const person = buildPerson();
  const typed = {
    full_name: person.name,
    phone: person.phone,
    email: person.email,
    password: person.password,
    confirm_password: person.password,
  };
  for (const [key, value] of Object.entries(typed)) await typeInto(page, field(page, t(`auth.${key}`)), value);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ar\/payment\?product=course-nextjs/);

  const opening = page.context().waitForEvent('page');
  await openByKeyboard(page, payButton(page, t));
  const hosted = await opening;
  await payWithCard(hosted, cards.paid);
  await page.waitForURL(new RegExp(`/ar/course/${course.slug}`), { timeout: 30_000 });
  await hosted.close();

  await openByKeyboard(page, page.getByRole('button', { name: t('player.play'), exact: true }).first());
  await expect.poll(() => readCurrentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
  await page.keyboard.press('k');
  await openByKeyboard(page, link(t('sections.questions')));
  await typeInto(page, page.getByLabel(t('questions.ask')), 'لماذا مجلدان؟');
  await pressTabUntil(page, page.getByRole('button', { name: t('questions.send') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('paragraph').filter({ hasText: 'لماذا مجلدان؟' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: t('notes.text') })).toBeFocused();
  await page.keyboard.type('سؤالي عند هذه الثانية');
  await pressTabUntil(page, page.getByRole('button', { name: t('notes.save'), exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'سؤالي عند هذه الثانية' })).toBeVisible();

  await page.goto('/ar/profile/payments');
  await openByKeyboard(
    page,
    page
      .getByRole('main')
      .locator('summary')
      .filter({ hasText: t('refund.ask') }),
  );
  await typeInto(page, page.getByLabel(t('refund.reason_label')), 'لا تناسبني');
  await pressTabUntil(page, page.getByRole('button', { name: t('refund.send') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: t('refund.sent') })).toBeVisible();

  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await readBackground();
  await openByKeyboard(page, page.getByRole('button', { name: t('chrome.change_theme') }));
  await expect.poll(readBackground).not.toBe(before);
  const chosen = await readBackground();
  await openByKeyboard(page, page.getByRole('button', { name: t('chrome.choose_language') }));
  await openByKeyboard(page, page.getByRole('banner').getByRole('link', { name: 'Deutsch' }));
  await page.waitForURL(/\/de\/profile\/payments/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(readMessages('de')('profile.my_payments'));
  expect(await readBackground()).toBe(chosen);
  expect(await measureSidewaysScroll(page)).toBeLessThanOrEqual(0);
});
