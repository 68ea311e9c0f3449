import { expect, test } from '../support/fixtures';

test('search works without JavaScript, keeps its words, and each kind of result has its own pages [N19]', async ({
  page,
  t,
  request,
}) => {
  await expect
    .poll(
      async () =>
        (
          (await (
            await request.get(`/api/search?lang=ar&kind=lesson&q=${encodeURIComponent('الصفحة')}`)
          ).json()) as unknown[]
        ).length,
    )
    .toBe(1);
  await page.goto('/ar/home');
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('search.title'), exact: true })
    .click();
  const field = page.getByRole('searchbox', { name: t('search.label') });
  await field.fill('صفحه');
  await page.getByRole('button', { name: t('search.submit') }).click();
  await expect(field).toHaveValue('صفحه');
  for (const kind of ['course', 'lesson', 'article', 'page'])
    await expect(
      page
        .getByRole('region', { name: t(`search.kind_${kind}`) })
        .locator('mark')
        .first(),
    ).toBeVisible();
  await page.getByRole('link', { name: t('search.all_lesson') }).click();
  await expect(page).toHaveURL(/kind=lesson/);
  await expect(page.getByRole('region')).toHaveCount(1);
  await page.getByRole('link', { name: t('search.all_kinds') }).click();
  await expect(page.getByRole('region', { name: t('search.kind_course') })).toBeVisible();
  await field.fill('قققققق');
  await page.getByRole('button', { name: t('search.submit') }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    t('search.none_title').replace('<bdi>{q}</bdi>', 'قققققق'),
  );
});
