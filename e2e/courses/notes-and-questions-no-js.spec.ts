import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

const path = `/ar/course/${course.slug}/03-layouts.mp4`;

test('a note is written, changed, found, downloaded and deleted without JavaScript [N14]', async ({ page, t }) => {
  await signIn(page, await createLearner(course.productKey), path);
  await page.getByRole('link', { name: t('sections.notes'), exact: true }).click();
  await page.locator('#note-text').fill('ملاحظة أولى');
  await page.getByLabel(t('notes.at')).fill('٠:١٢');
  await page
    .getByRole('button', { name: t('notes.save'), exact: true })
    .first()
    .click();
  const note = page.getByRole('listitem').filter({ hasText: 'ملاحظة أولى' });
  await expect(note.getByRole('link')).toHaveText('0:12');
  await note.getByText(t('notes.edit'), { exact: true }).click();
  await note.getByRole('textbox').fill('ملاحظة معدلة');
  await note.getByRole('button', { name: t('notes.save') }).click();
  await page.goto('/ar/profile/notes?q=معدّلة');
  const card = page.getByRole('article');
  await expect(card).toContainText('ملاحظة معدلة');
  const file = await page.request.get(
    (await page.getByRole('link', { name: t('notes.export') }).getAttribute('href'))!,
  );
  expect(await file.text()).toContain('- **0:12** ملاحظة معدلة');
  await card.getByText(t('notes.edit'), { exact: true }).click();
  await card.getByRole('button', { name: t('notes.remove') }).click();
  await expect(page.getByText(t('notes.removed'))).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a question is asked, answered, marked and deleted without JavaScript [N15]', async ({ page, t }) => {
  const text = `سؤال بلا سكربت ${Date.now()}`;
  await signIn(page, await createLearner(course.productKey), `${path}?section=questions`);
  await page.getByLabel(t('questions.ask')).fill(text);
  await page.getByRole('button', { name: t('questions.send') }).click();
  await expect(page.getByRole('article')).toContainText(text);
  await page.getByLabel(t('questions.answer')).fill('وجدت الإجابة');
  await page.getByRole('button', { name: t('questions.answer_send') }).click();
  await page.getByRole('button', { name: t('questions.accept') }).click();
  await expect(page.getByText(t('questions.accepted'), { exact: true })).toBeVisible();
  const question = page.getByRole('article');
  await question.getByText(t('questions.edit'), { exact: true }).first().click();
  await question.getByRole('button', { name: t('questions.remove') }).click();
  await expect(page).toHaveURL(/section=questions$/);
  await expect(page.getByText(text)).toHaveCount(0);
});
