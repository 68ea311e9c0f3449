import { languageName } from '../../lib/language';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { enterAdministration } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';

const path = '/ar/course/nextjs-from-zero/quiz';

test('a quiz is created in administration and taken by a learner, and its figures are explained [N16, O9]', async ({
  page,
  browser,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422/);
  test.setTimeout(120_000);
  const id = `made-${Date.now() % 1_000_000}`;
  await enterAdministration(page, '/ar/admin/quizzes/new');
  await page.getByLabel(t('admin.quiz_id')).fill(id);
  await page.getByLabel(t('admin.quiz_lesson'), { exact: true }).selectOption('nextjs-from-zero/02-first-page.mp4');
  await page
    .getByRole('group', { name: t('admin.quiz_label_title') })
    .getByLabel(languageName('ar', 'ar'))
    .fill('اختبار قصير');
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(page.getByText(t('validation.questions_none'))).toBeVisible();
  const questions = page.getByRole('group', { name: t('admin.quiz_label_questions') });
  await questions.getByRole('button', { name: t('editor.add') }).click();
  await questions.getByLabel(t('editor.kind')).selectOption('true_false');
  await questions
    .getByRole('group', { name: t('admin.quiz_label_text') })
    .getByLabel(languageName('ar', 'ar'))
    .fill('المجلد هو العنوان');
  await questions.getByLabel(t('admin.quiz_label_right')).check();
  await page.getByLabel(t('admin.quiz_published')).check();
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/ar/admin/quizzes/${id}$`));
  await expect(page.getByText(t('admin.items_none'))).toBeVisible();

  const learnerPage = await (await browser.newContext()).newPage();
  await signIn(learnerPage, await createLearner('course-nextjs'), `${path}/${id}`);
  await expect(learnerPage.getByRole('heading', { level: 1 })).toHaveText('اختبار قصير');
  await learnerPage.getByRole('button', { name: t('quiz.start') }).click();
  await learnerPage
    .getByRole('group', { name: 'المجلد هو العنوان' })
    .getByLabel(t('quiz.true'), { exact: true })
    .check();
  await learnerPage.getByRole('button', { name: t('quiz.finish') }).click();
  await expect(learnerPage.getByText(t('quiz.passed_title'))).toBeVisible();
  await learnerPage.context().close();

  await page.reload();
  await expect(page.getByRole('region', { name: t('admin.items'), exact: true }).first()).toContainText('100');
  await expect(page.getByText(t('admin.items_explain_discrimination'))).toBeVisible();
});
