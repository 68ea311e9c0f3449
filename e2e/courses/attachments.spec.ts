import { readFile } from 'node:fs/promises';
import { type Language, languageName, languages } from '../../lib/language';
import { callJson, testSite } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createEmail, createLearner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';

const lesson = '04-data.mp4';
const path = `/ar/course/${course.slug}/${lesson}`;
const list = `${testSite.url}/api/lesson-attachments/${course.slug}/${lesson}`;

interface ListedAttachment {
  id: string;
  name: string;
  url: string;
}

test('a file attached by an administrator can be saved only by learners of the course, until it is deleted [N17, O7]', async ({
  page,
  browser,
  pageErrors,
  t,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/status of 422/);
  const admin = await shareAdministrator();
  const stamp = createEmail().slice(0, 12);
  const adminContext = await browser.newContext({ locale: 'ar-EG' });
  await adminContext.setExtraHTTPHeaders(admin.headers);
  const adminPage = await adminContext.newPage();
  await adminPage.goto(`/ar/admin/courses/${course.slug}?part=files`);
  const formatNameLabel = (each: Language) => t('admin.name_in', { language: languageName(each, 'ar') });
  const form = adminPage.getByRole('region', { name: t('admin.attachments_title') });
  await form.getByLabel(t('admin.attachment_lesson')).selectOption(lesson);
  await form
    .getByLabel(t('admin.attachment_file'))
    .first()
    .setInputFiles({ name: 'تمرين.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ no document') });
  for (const each of languages) await form.getByLabel(formatNameLabel(each)).first().fill(`${stamp} ${each}`);
  await form.getByRole('button', { name: t('admin.attachment_send') }).click();
  await expect(form.getByText(t('validation.attachment_content'))).toBeVisible();
  await form
    .getByLabel(t('admin.attachment_file'))
    .first()
    .setInputFiles({ name: 'تمرين.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${stamp}`) });
  await form.getByRole('button', { name: t('admin.attachment_send') }).click();
  await expect(form.getByText(t('admin.attachment_added'))).toBeVisible();
  const row = form.getByRole('listitem').filter({ hasText: stamp });
  await expect(row).toContainText('تمرين.pdf');
  // Scroll up: axe counts a button half under the header as too small.
  await adminPage.evaluate(() => window.scrollTo(0, 0));
  expect(await findAxeViolations(adminPage)).toEqual([]);
  await row.getByText(t('admin.attachment_names'), { exact: true }).click();
  await row.getByLabel(formatNameLabel('ar')).fill(`${stamp} تمارين`);
  await row.getByRole('button', { name: t('admin.attachment_save_names') }).click();
  await expect(row.locator('strong')).toHaveText(`${stamp} تمارين`);

  const learner = await createLearner(course.productKey);
  await signIn(page, learner, path);
  await page.getByRole('link', { name: t('sections.attachments') }).click();
  const listed = page.getByRole('listitem').filter({ hasText: `${stamp} تمارين` });
  await expect(listed).toContainText('PDF');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await measureSidewaysScroll(page)).toBe(0);
  const [download] = await Promise.all([page.waitForEvent('download'), listed.getByRole('link').click()]);
  expect(download.suggestedFilename()).toBe('تمرين.pdf');
  expect(await readFile(await download.path(), 'utf8')).toBe(`%PDF-1.7 ${stamp}`);

  const found = (await callJson<ListedAttachment[]>(list, { headers: learner.headers })).find(({ name }) =>
    name.includes(stamp),
  )!;
  const mine = await fetch(testSite.url + found.url, { headers: learner.headers });
  expect([
    mine.status,
    mine.headers.get('content-type'),
    mine.headers.get('x-content-type-options'),
    mine.headers.get('cache-control'),
  ]).toEqual([200, 'application/pdf', 'nosniff', 'private, no-store']);
  expect(mine.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('تمرين.pdf')}`);
  const part = await fetch(testSite.url + found.url, { headers: { ...learner.headers, range: 'bytes=0-3' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF']);
  const other = await createLearner(null);
  const another = await createLearner(course.productKey);
  expect((await fetch(list, { headers: other.headers })).status).toBe(403);
  expect((await fetch(testSite.url + found.url, { headers: another.headers })).status).toBe(403);
  expect((await fetch(testSite.url + found.url)).status).toBe(403);
  expect(
    (await fetch(`${testSite.url}/api/user/${other.userId}/attachments/${found.id}`, { headers: other.headers }))
      .status,
  ).toBe(403);
  expect((await fetch(`${testSite.url}/api/preview/${course.slug}/${lesson}/attachments/${found.id}`)).status).toBe(
    404,
  );

  await row.getByRole('button', { name: t('admin.attachment_remove'), exact: false }).click();
  await adminPage
    .getByRole('dialog')
    .getByRole('button', { name: t('admin.attachment_remove'), exact: true })
    .click();
  await expect(row).toHaveCount(0);
  expect((await fetch(testSite.url + found.url, { headers: learner.headers })).status).toBe(404);
  await adminContext.close();
});

test('a visitor can save the files of the free lesson [N17, C6]', async ({ page, t }) => {
  await page.goto(`/ar/details/course-page/courses-data/${course.slug}`);
  await expect(page.getByRole('heading', { name: t('attachments.preview') })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: t('attachments.download') })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe('course-plan.md');
  expect(await readFile(await download.path(), 'utf8')).toContain('تعلّم Next.js من الصفر');
});

test('files are listed and saved by plain links without JavaScript [N17]', async ({ browser, t }) => {
  const context = await browser.newContext({ locale: 'ar-EG', javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, await createLearner(course.productKey), `/ar/course/${course.slug}/03-layouts.mp4`);
  await page.getByRole('link', { name: t('sections.attachments') }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('attachments.download') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('layout.tsx');
  await context.close();
});
