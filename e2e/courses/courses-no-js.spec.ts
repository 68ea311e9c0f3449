import { course, watchEveryLesson } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

const { slug } = course;

test('a lesson has its video, transcript and neighbours without JavaScript [L1, L3, L9]', async ({ page }) => {
  await signIn(page, await createLearner('course-nextjs'), `/ar/course/${slug}/03-layouts.mp4`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('القوالب واللغات');
  const video = page.locator('video');
  await expect(video).toHaveAttribute('controls', '');
  await expect(video).toHaveAttribute('controlslist', 'nodownload');
  const source = await video.locator('source').first().getAttribute('src');
  const answer = await page.request.get(source!, { headers: { range: 'bytes=0-99' } });
  expect([answer.status(), answer.headers()['content-type']]).toEqual([206, 'video/mp4']);
  await expect(page.locator('ol[lang=ar] li').first()).toContainText('رأس الموقع');
  await page
    .getByRole('link', { name: /الدرس التالي/ })
    .first()
    .click();
  await expect(page).toHaveURL(/04-data\.mp4$/);
  await expect(page.locator('#lessons details').nth(1)).toHaveAttribute('open', '');
});

test('feedback is sent as a form and answered on the page without JavaScript [L5, L6]', async ({ page }) => {
  await signIn(page, await createLearner('course-nextjs'), `/ar/course/${slug}/feedback`);
  await page.getByRole('radio', { name: '5 من 5 نجوم' }).check();
  await page.getByLabel('ما الذي تودّ أن نحسّنه؟').fill('دروس أطول');
  await page.getByRole('button', { name: 'أرسل الإجابات' }).click();
  await expect(page).toHaveURL(/feedback\?sent=1$/);
  await expect(page.getByText('وصلتنا إجاباتك')).toBeVisible();
});

test('a learner who watched all lessons gets a certificate that any visitor can verify [P6]', async ({
  page,
  browser,
}) => {
  const learner = await createLearner('course-nextjs');
  await watchEveryLesson(learner);
  await signIn(page, learner, `/ar/course/${slug}`);
  await page.getByRole('button', { name: 'احصل على شهادتك' }).click();
  await expect(page).toHaveURL(/\/ar\/certificate\/[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  await expect(page.getByRole('main').getByRole('article')).toContainText('منى عادل');
  await expect(page.getByRole('img', { name: /امسح الرمز/ }).locator('svg')).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url().replace('/ar/', '/en/'));
  await expect(stranger.getByRole('status').filter({ hasText: 'genuine' })).toBeVisible();
  expect((await stranger.goto(page.url().replace(/.{4}$/, 'ZZZZ')))?.status()).toBe(404);
  await stranger.context().close();
  const certificate = page.url();
  await page.goto('/ar/profile/myCourses');
  await page.getByRole('link', { name: 'افتح شهادتك' }).click();
  await expect(page).toHaveURL(certificate);
});
