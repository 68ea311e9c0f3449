import { type Language, languageName } from '../../lib/language';
import { call, callJson, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { findPaidOrder } from '../support/payments';
import { createLearner } from '../support/people/accounts';
import { createAdministrator, enrolSecondFactor, shareAdministrator } from '../support/people/administrators';
import { drawPhoto } from '../support/pictures';

test('pictures are uploaded without JavaScript with each refusal named, their texts saved, and one picture deleted [N7]', async ({
  page,
  context,
  t,
}) => {
  const administrator = await shareAdministrator();
  await context.setExtraHTTPHeaders(administrator.headers);
  const name = `no-script-${process.pid}-${Date.now()}`;
  await page.goto('/ar/admin/media');
  await page.getByLabel(new RegExp(t('admin.picture_files'))).setInputFiles([
    { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(800, 600) },
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ]);
  await page.getByRole('button', { name: t('admin.picture_upload'), exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: `drawing.svg: ${t('problems.picture_svg')}` })).toBeVisible();
  const picture = page.getByRole('main').getByRole('link', { name: new RegExp(name) });
  await expect(async () => {
    await page.reload();
    await expect(picture).toContainText(t('admin.picture_alt_missing'), { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  const textIn = (each: Language) => page.getByLabel(t('admin.picture_alt_in', { language: languageName(each, 'ar') }));
  await picture.click();
  await textIn('ar').fill(`${name} ar`);
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(textIn('ar'), 'refused with what was typed').toHaveValue(`${name} ar`);
  for (const each of ['en', 'de'] as const) await textIn(each).fill(`${name} ${each}`);
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(page.getByText(t('admin.picture_saved'))).toBeVisible();
  await page.getByText(t('admin.picture_remove'), { exact: true }).first().click();
  await page.getByRole('button', { name: t('admin.picture_remove') }).click();
  await expect(page).toHaveURL(/\/ar\/admin\/media$/);
  await expect(picture).toHaveCount(0);
});

test('a course is created as a draft without JavaScript, and a refused form keeps what was typed [O7]', async ({
  page,
  context,
  t,
}) => {
  const administrator = await shareAdministrator();
  await context.setExtraHTTPHeaders(administrator.headers);
  const slug = `plain-form-${process.pid}-${Date.now()}`;
  const title = (each: Language) => page.getByLabel(`${t('admin.course_title')} (${languageName(each, 'ar')})`);
  const price = page.getByLabel(new RegExp(`^${t('admin.price')}`));
  const make = () => page.getByRole('button', { name: t('admin.make_course') }).click();
  await page.goto('/ar/admin/courses/new');
  await title('ar').fill('نموذج بسيط');
  await title('en').fill(slug.replaceAll('-', ' '));
  await page.getByLabel(t('admin.course_level')).selectOption('advanced');
  await price.fill('٢٥٠٫٥');
  await make();
  await expect(title('de')).toHaveAttribute('aria-invalid', 'true');
  await expect(title('ar')).toHaveValue('نموذج بسيط');
  await expect(page.getByLabel(t('admin.course_level'))).toHaveValue('advanced');
  await expect(price).toHaveValue('٢٥٠٫٥');
  await title('de').fill('Ein einfaches Formular');
  await make();
  await expect(page).toHaveURL(new RegExp(`/ar/admin/courses/${slug}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'نموذج بسيط' })).toBeVisible();
  await page.getByRole('link', { name: t('admin.course_words'), exact: true }).click();
  await expect(page.getByLabel(t('editor.labels.published'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('admin.lessons'), exact: true })).toBeHidden();
  const url = `${testSite.url}/api/admin/courses/${slug}`;
  expect(await callJson<unknown>(url, { headers: administrator.headers })).toMatchObject({
    slug,
    published: false,
    level: 'advanced',
  });
  expect(
    (await fetch(url, { method: 'DELETE', headers: { ...administrator.headers, origin: testSite.url } })).status,
  ).toBe(204);
});

test('a refund is approved without JavaScript on the order’s page, which says what needs scripts [O6, P7]', async ({
  page,
  context,
  t,
}) => {
  const administrator = await createAdministrator();
  await enrolSecondFactor(administrator);
  const learner = await createLearner('course-nextjs');
  const order = await findPaidOrder(learner);
  await call(`${testSite.url}/api/payment/${learner.userId}/orders/${order}/refund`, {
    headers: learner.headers,
    body: { reason: 'ليست مناسبة لي' },
  });
  await context.setExtraHTTPHeaders(administrator.headers);
  await page.goto(`/ar/admin/orders/${order}`);
  // Playwright finds no text inside noscript.
  expect(await page.locator('main').evaluate((main: HTMLElement) => main.innerText)).toContain(
    t('admin.without_scripts'),
  );
  await expect(page.getByRole('region', { name: t('admin.actions') })).toBeHidden();
  const form = page.locator(`form[action="/api/admin/refunds/${order}/approve"]`);
  await page.locator('details').filter({ has: form }).locator('summary').click();
  await form.getByRole('textbox').fill('طلب صحيح في مدته');
  await form.getByRole('button').click();
  await expect(page).toHaveURL(`/ar/admin/orders/${order}`);
  await expect(page.getByText('طلب صحيح في مدته').first()).toBeVisible();
  await expect(form).toHaveCount(0);
});
