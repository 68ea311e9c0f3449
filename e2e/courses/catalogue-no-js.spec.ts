import { expect, test } from '../support/fixtures';

test('the catalogue’s filter works as a form without JavaScript and can be cleared [N1]', async ({ page }) => {
  await page.goto('/de/courses');
  await page.getByLabel('Niveau').selectOption('intermediate');
  await page.getByLabel('Sprache oder Untertitel').selectOption('de');
  await page.getByRole('button', { name: 'Kurse zeigen' }).click();
  await expect(page).toHaveURL(/level=intermediate&language=de$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Mobile Apps mit React Native']);
  await expect(page.getByLabel('Niveau')).toHaveValue('intermediate');
  await page.getByRole('link', { name: 'Filter aufheben' }).click();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })).toHaveCount(3);
});

test('a course page has its facts, free lesson and questions without JavaScript [N2]', async ({ page }) => {
  await page.goto('/en/details/course-page/courses-data/nextjs-from-zero');
  await expect(page.getByRole('term').filter({ hasText: 'Slides in' })).toBeVisible();
  await expect(page.locator('#free-lesson video')).toHaveAttribute('controls', '');
  await page.locator('#question-1 summary').click();
  await expect(page.locator('#question-1')).toContainText('We explain the parts of React');
});
