import { expect, test } from '../support/fixtures';
import { enrolSecondFactor, newAdministrator } from '../support/administrators';
import { photo } from '../support/pictures';

test('N7 without JavaScript pictures are uploaded together, the refused one is named, texts are written and a picture is deleted', async ({ page, context, t }) => {
  const administrator = await newAdministrator();
  await enrolSecondFactor(administrator);
  await context.setExtraHTTPHeaders(administrator.headers);
  const name = `no-script-${process.pid}-${Date.now()}`;
  await page.goto('/ar/admin/media');
  await page.getByLabel(new RegExp(t('admin.picture_files'))).setInputFiles([
    { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await photo(800, 600) }, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ]);
  await page.getByRole('button', { name: t('admin.picture_upload'), exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: `drawing.svg: ${t('problems.picture_svg')}` })).toBeVisible();
  const picture = page.getByRole('main').getByRole('link', { name: new RegExp(name) });
  await expect(async () => {
    await page.reload();
    await expect(picture).toContainText(t('admin.picture_alt_missing'), { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await picture.click();
  for (const lang of ['ar', 'en', 'de']) await page.getByLabel(t(`admin.picture_alt_${lang}`)).fill(`${name} ${lang}`);
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(page.getByText(t('admin.picture_saved'))).toBeVisible();
  await page.getByRole('button', { name: t('admin.picture_remove') }).click();
  await expect(page).toHaveURL(/\/ar\/admin\/media$/);
  await expect(picture).toHaveCount(0);
});
