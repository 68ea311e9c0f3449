import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { answerCorrectly, readSampleQuiz } from '../support/quizzes';

test.use({ viewport: { width: 390, height: 844 } });

test('a visitor takes a placement test without JavaScript and reads which lesson to start with and why [N16, L5]', async ({
  page,
}) => {
  await page.goto('/ar/courses');
  await page.getByRole('link', { name: 'أجرِ اختبار تحديد المستوى' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('اختبار تحديد المستوى');
  const card = page.getByRole('article', { name: 'التسويق الرقمي' });
  await card.getByRole('link', { name: 'ابدأ الاختبار' }).click();
  const test = readSampleQuiz('level-marketing');
  const known = test.questions.filter(({ begin }) => !begin?.endsWith('04-search-and-content.mp4'));
  for (const question of known) await answerCorrectly(page, question);
  await page.getByRole('button', { name: 'اعرف من أين تبدأ' }).click();
  const result = page.getByRole('region', { name: /^ابدأ من:/ });
  await expect(result).toContainText('لماذا هنا؟');
  await expect(result).toContainText(test.questions.find((question) => !known.includes(question))!.text.ar);
  await result.getByRole('link', { name: 'افتح الدورة' }).click();
  await expect(page).toHaveURL(/digital-marketing-basics$/);
});

test('the page of an unknown placement test has a title and is not indexed [N16, A10]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  expect((await page.goto('/en/level-test/none'))?.status()).toBe(404);
  await expect(page).toHaveTitle(/\S/);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});

test('a quiz is started, saved, finished and reviewed without JavaScript [N16]', async ({ page }) => {
  await signIn(page, await createLearner('course-nextjs'), '/ar/course/nextjs-from-zero/03-layouts.mp4');
  await page
    .getByRole('main')
    .getByRole('link', { name: /الصفحات والقوالب/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'ابدأ الاختبار' }).click();
  const { questions } = readSampleQuiz('nextjs-start');
  await answerCorrectly(page, questions[0]!);
  await page.getByRole('button', { name: 'احفظ وأكمل لاحقًا' }).click();
  await expect(page).toHaveURL(/saved=1$/);
  await page.getByRole('button', { name: 'أنهِ الاختبار' }).click();
  const confirmation = page.getByRole('region', { name: 'أتنهي الاختبار وفيه أسئلة بلا إجابة؟' });
  await expect(confirmation).toContainText(`بلا إجابة: ${questions.length - 1} من ${questions.length}`);
  await confirmation.getByRole('link', { name: 'عد إلى الأسئلة' }).click();
  for (const question of questions.slice(1)) await answerCorrectly(page, question);
  await page.getByRole('button', { name: 'أنهِ الاختبار' }).click();
  await expect(page.getByText('نجحت في الاختبار')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(questions[0]!.explanation!.ar);
});

test('an ordering question is answered by choosing places without JavaScript [N16]', async ({ page }) => {
  await signIn(
    page,
    await createLearner('course-mobile'),
    '/ar/course/mobile-apps-with-react-native/quiz/mobile-store',
  );
  await page.getByRole('button', { name: 'ابدأ الاختبار' }).click();
  for (const question of readSampleQuiz('mobile-store').questions) await answerCorrectly(page, question);
  await page.getByRole('button', { name: 'أنهِ الاختبار' }).click();
  await expect(page.getByText('نجحت في الاختبار')).toBeVisible();
});
