import { callJson, testSite } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { courseWithQuiz, watchEveryLesson } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { answerCorrectly, questionGroup, readSampleQuiz } from '../support/quizzes';

test.use({ viewport: { width: 390, height: 844 } });

const { slug, productKey, quiz: quizId } = courseWithQuiz;
const quiz = readSampleQuiz(quizId);

test('a quiz is failed, then passed, which unlocks the certificate [N16, P6]', async ({ page }) => {
  const learner = await createLearner(productKey);
  await watchEveryLesson(learner, slug);
  await signIn(page, learner, `/ar/course/${slug}`);
  await expect(page.getByText('بقي لك للشهادة أن تنجح في:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'احصل على شهادتك' })).toBeHidden();
  await page
    .getByRole('link', { name: /الحملات والقياس/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'ابدأ الاختبار' }).click();

  await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/);
  await answerCorrectly(page, quiz.questions[0]!);
  await expect(page.getByText(`أجبت عن 1 من ${quiz.questions.length}`)).toBeVisible();
  await expect(page.getByText('حُفظت إجاباتك')).toBeVisible();
  await page.getByRole('button', { name: 'أنهِ الاختبار' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`بلا إجابة: ${quiz.questions.length - 1} من ${quiz.questions.length}`);
  await dialog.getByRole('button', { name: 'أنهِ الاختبار على أي حال' }).click();
  await expect(page.getByText('لم تصل إلى درجة النجاح هذه المرة')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(quiz.questions[1]!.explanation!.ar);

  await page.getByRole('button', { name: 'أعد المحاولة' }).click();
  for (const question of quiz.questions) await answerCorrectly(page, question);
  await expect(page.getByText(`أجبت عن ${quiz.questions.length} من ${quiz.questions.length}`)).toBeVisible();
  await page.getByRole('button', { name: 'أنهِ الاختبار' }).click();
  await expect(page.getByText('نجحت في الاختبار')).toBeVisible();
  await page.getByRole('link', { name: 'العودة إلى الدورة' }).click();
  await page.getByRole('button', { name: 'احصل على شهادتك' }).click();
  await expect(page).toHaveURL(/\/ar\/certificate\/[A-Z0-9-]{14}$/);
});

test('a closed tab loses no answer, and an ordering question is answered by keyboard [N16]', async ({ page }) => {
  await signIn(page, await createLearner('course-nextjs'), '/ar/course/nextjs-from-zero/quiz/nextjs-launch');
  await page.getByRole('button', { name: 'ابدأ الاختبار' }).click();
  await expect(page.getByText('أجبت عن 0 من')).toBeVisible();
  const ordering = readSampleQuiz('nextjs-launch').questions.find(({ kind }) => kind === 'ordering')!;
  await answerCorrectly(page, ordering);
  await expect(page.getByText('حُفظت إجاباتك')).toBeVisible();
  const order = await questionGroup(page, ordering).getByRole('listitem').allInnerTexts();
  const url = page.url();
  await page.goto('/ar/course/nextjs-from-zero/06-deploy.mp4');
  await page
    .getByRole('main')
    .getByRole('link', { name: /البيانات والنماذج والنشر/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'أكمل محاولتك' }).click();
  await expect(page).toHaveURL(url);
  await expect(questionGroup(page, ordering).getByRole('listitem')).toHaveText(
    order.map((text) => new RegExp(text.split('\n').at(-1)!)),
  );
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);
});

test('the service reveals no right answer before an attempt ends; a quiz of an unbought course leads to payment [N16]', async ({
  page,
}) => {
  const learner = await createLearner(productKey);
  await signIn(page, learner, `/ar/course/${slug}/quiz/${quizId}`);
  const user = `${testSite.url}/api/user/${learner.userId}`;
  const { headers } = learner;
  const begin = () => callJson<{ id: string }>(`${user}/quizzes/${quizId}/attempts`, { headers, body: {} });
  const started = await Promise.all(Array.from({ length: 6 }, begin));
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  const { id } = started[0]!;
  const saved = await callJson<object>(`${user}/quiz-attempts/${id}`, {
    headers,
    body: { answers: { 'ads-repair-offer': 'true' } },
  });
  const answers = [JSON.stringify(started), JSON.stringify(saved)];
  for (const lang of ['ar', 'en', 'de']) {
    for (const path of [
      `course/${slug}`,
      `course/${slug}/06-measure.mp4`,
      `course/${slug}/quiz/${quizId}`,
      `course/${slug}/quiz/${quizId}/${id}`,
    ]) {
      for (const accept of ['text/html', 'text/x-component'])
        answers.push(
          await (
            await page.request.get(`/${lang}/${path}`, {
              headers: { accept, ...(accept === 'text/html' ? {} : { rsc: '1' }) },
            })
          ).text(),
        );
    }
  }
  const secrets = quiz.questions.flatMap(({ explanation }) => Object.values(explanation ?? {}) as string[]);
  expect(secrets.length).toBeGreaterThan(10);
  for (const text of answers) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/rightAnswer|isRight|\\?"(?:right|tolerance|explanation)\\?"|\\?"place\\?":\d/);
  }
  expect(answers.join()).toContain(quiz.questions[0]!.text.ar);
  const finish = () =>
    fetch(`${user}/quiz-attempts/${id}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ answers: {}, finish: true }),
    });
  const ends = await Promise.all(Array.from({ length: 4 }, finish));
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const stranger = await createLearner(productKey);
  const foreign = await fetch(`${testSite.url}/api/user/${stranger.userId}/quiz-attempts/${id}`, {
    method: 'POST',
    headers: { ...stranger.headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(foreign.status).toBe(404);
  const { headers: headersWithoutCourse } = await createLearner();
  const response = await fetch(`${testSite.url}/ar/course/${slug}/quiz/${quizId}`, {
    headers: headersWithoutCourse,
    redirect: 'manual',
  });
  expect([response.status, response.headers.get('location')]).toEqual([
    307,
    expect.stringMatching(/\/payment\?product=course-marketing$/),
  ]);
});
