import { call, type Session, testSite } from '../support/api';
import { findAxeViolations } from '../support/axe';
import { watchEveryLesson } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';

const slug = 'mobile-apps-with-react-native';
const details = `/ar/details/course-page/courses-data/${slug}`;

async function createViewer() {
  const learner = await createLearner('course-mobile');
  await watchEveryLesson(learner, slug);
  return learner;
}

const rate = ({ userId, headers }: Session, stars: number) =>
  call(`${testSite.url}/api/user/${userId}/rating/${slug}`, { headers, body: { stars, text: '' } });

test('a rating is written on a phone, moderated and answered, and then shown to all visitors [N4, N1]', async ({
  page,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const words = `شرح واضح ومختصر ${Date.now()}`;
  for (const stars of [5, 4]) await rate(await createViewer(), stars);
  const mona = await createLearner('course-mobile');
  await signIn(page, mona, `/ar/course/${slug}/rating`);
  await expect(page.getByText('يمكنك تقييم الدورة بعد أن تشاهد ثلثها')).toBeVisible();
  await watchEveryLesson(mona, slug);
  await page.goto(`/ar/course/${slug}`);
  await page.getByRole('link', { name: 'قيّم هذه الدورة' }).click();
  const send = page.getByRole('button', { name: 'انشر تقييمي' });
  await page.getByLabel('ماذا تقول لمن لم يقرر بعد؟').fill(words);
  await send.click();
  await expect(page.getByText('اختر من نجمة إلى خمس نجوم')).toBeVisible();
  await page.getByRole('radio', { name: '3 من 5' }).check({ force: true });
  await send.click();
  await expect(page.getByText('سنقرأ النص قبل نشره')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);

  const administrator = await shareAdministrator();
  const adminContext = await browser.newContext({
    locale: 'ar-EG',
    extraHTTPHeaders: { authorization: `Bearer ${administrator.accessToken}` },
  });
  const moderation = await adminContext.newPage();
  await moderation.goto('/ar/admin/ratings');
  const waiting = moderation.getByRole('article').filter({ hasText: words });
  await waiting.getByLabel('رد المدرّس').fill('شكرًا يا منى');
  await waiting.getByRole('button', { name: 'انشر' }).click();
  await expect(waiting).toHaveCount(0);
  await adminContext.close();

  const visitor = await browser.newContext({ locale: 'ar-EG', javaScriptEnabled: false });
  const course = await visitor.newPage();
  await expect(async () => {
    await course.goto(details);
    await expect(course.getByRole('heading', { name: 'ماذا يقول المتعلمون' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(course.getByText('شكرًا يا منى').first()).toBeVisible();
  expect(await course.locator('script[type="application/ld+json"]').allTextContents()).toContainEqual(
    expect.stringMatching(/"aggregateRating":\{[^}]*"ratingCount":\d/),
  );
  // A busy server may send the stale list once more.
  await expect(async () => {
    await course.goto('/ar/courses');
    await expect(course.getByRole('listitem').filter({ hasText: /\d\.\d من 5/ })).not.toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await visitor.close();
});
