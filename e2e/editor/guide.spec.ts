import { findAxeViolations } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { createEditor } from '../support/people/administrators';

test('an editor reaches the guide’s section about the edited page, in each language [O12]', async ({
  page,
  context,
  t,
}) => {
  await context.setExtraHTTPHeaders((await createEditor()).headers);
  await page.goto('/ar/admin/content/home-page.hero');
  await page.getByRole('link', { name: t('admin.guide_how') }).click();
  await expect(page).toHaveURL(/\/ar\/admin\/guide#pages$/);
  await expect(page.getByRole('heading', { name: 'تغيير صفحة' })).toBeInViewport();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto('/ar/admin/articles/new');
  await expect(page.getByRole('link', { name: t('admin.guide_how') })).toHaveAttribute(
    'href',
    '/ar/admin/guide#articles',
  );
  for (const [lang, heading] of [
    ['en', 'Two editors at once'],
    ['en', 'Adding a course'],
    ['de', 'Zwei Personen zugleich'],
  ] as const) {
    await page.goto(`/${lang}/admin/guide`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await page.goto('/de/admin/content/work-page.cases');
  await page.locator('details:has-text("Was der Kunde tut, und wo.") > summary').first().click();
  await expect(page.getByText('Was der Kunde tut, und wo.').first()).toBeVisible();
});
