import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

test('a lesson stays open and offers a reload if a part of its page is gone after a deployment [B17]', async ({
  page,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load|ERR_FAILED|404/);
  const learner = await createLearner(course.productKey);
  await signIn(page, learner, `/ar/course/${course.slug}/03-layouts.mp4`);
  const heading = page.getByRole('heading', { level: 1 });
  const title = await heading.innerText();
  await page.route('**/_next/static/**/*.js', (route) => route.abort());
  await page.getByRole('link', { name: t('sections.notes'), exact: true }).click();
  const offer = page.getByRole('alert').filter({ hasText: t('chrome.part_missing_title') });
  await expect(offer).toBeVisible();
  await expect(heading).toHaveText(title);
  await page.unroute('**/_next/static/**/*.js');
  await offer.getByRole('button', { name: t('chrome.part_missing_reload') }).click();
  await expect(page.getByRole('textbox', { name: t('notes.text') })).toBeVisible();
});
