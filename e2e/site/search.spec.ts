import type { Page } from '@playwright/test';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds } from '../support/player';

const lesson = `/ar/course/${course.slug}/03-layouts.mp4`;
/** Another spelling of «من اللغة نعرف الاتجاه», which is said at second 40 of the lesson. */
const spokenWords = 'اللغه نعرف الاتجاه';

// Wait for the job that indexes the captions after the service starts.
test.beforeAll(async ({ request }) => {
  await expect
    .poll(
      async () =>
        (
          (await (
            await request.get(`/api/search?lang=ar&kind=lesson&q=${encodeURIComponent(spokenWords)}`)
          ).json()) as unknown[]
        ).length,
    )
    .toBe(1);
});

const field = (page: Page, lang: string) => page.getByRole('searchbox', { name: readMessages(lang)('search.label') });

test('a learner of the course reaches the second at which a word is spoken [N19]', async ({ page, t }) => {
  await signIn(page, await createLearner(course.productKey), '/ar/search');
  await field(page, 'ar').fill(spokenWords);
  await field(page, 'ar').press('Enter');
  await expect(field(page, 'ar')).toHaveValue(spokenWords);
  const lessons = page.getByRole('region', { name: t('search.kind_lesson') });
  await expect(lessons.locator('mark').first()).toHaveText('اللغة');
  await lessons.getByRole('link', { name: t('search.at', { time: '0:40' }) }).click();
  await expect(page).toHaveURL(`${lesson}?t=40`);
  await play(page);
  expect(await readCurrentSeconds(page)).toBeGreaterThanOrEqual(40);
});

test('a visitor sees when a paid lesson says a word, but not the text, and reaches its course [N19, G3]', async ({
  page,
  t,
}) => {
  await page.goto(`/ar/search?q=${encodeURIComponent('الصفحة')}&kind=lesson`);
  const closed = page
    .getByRole('listitem')
    .filter({ hasText: t('search.closed') })
    .first();
  const saidAt = new RegExp(`^${t('search.said_at', { time: '\\d+:\\d{2}' })}$`);
  await expect(closed.getByRole('paragraph')).toHaveText([/./, saidAt, t('search.closed')]);
  await expect(closed.getByRole('link')).toHaveCount(1);
  await closed.getByRole('link').click();
  await expect(page).toHaveURL(/\/ar\/details\/course-page\/courses-data\//);
});

test('the header leads to the focused search field [N19]', async ({ page }) => {
  await page.goto('/en/contact');
  await page.getByRole('link', { name: readMessages('en')('search.title'), exact: true }).click();
  await expect(page).toHaveURL(/\/en\/search$/);
  await expect(field(page, 'en')).toBeFocused();
  await page.keyboard.type('website');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?q=website$/);
  await expect(page.getByRole('heading', { name: readMessages('en')('search.kind_article') })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});

test('search is the first line of the menu on a phone [N19, B1]', async ({ page, t }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/ar/home');
  await page.getByRole('button', { name: t('chrome.open_menu') }).click();
  const link = page
    .getByRole('navigation', { name: t('chrome.main_navigation') })
    .getByRole('link', { name: t('search.title'), exact: true });
  await expect(link).toBeVisible();
  expect(await link.boundingBox().then((box) => box!.y)).toBeLessThan(
    await page
      .getByRole('link', { name: t('tab_home'), exact: true })
      .first()
      .boundingBox()
      .then((box) => box!.y),
  );
  await link.click();
  await expect(field(page, 'ar')).toBeFocused();
  await expect(link).toBeHidden();
});
