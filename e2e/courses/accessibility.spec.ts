import { newLearner } from '../support/accounts';
import { axeViolations, sidewaysScroll } from '../support/axe';
import { course, finishCourse } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { messages } from '../support/messages';
import { signIn } from '../support/sign-in';

const looks = [['ar', 320, 'dark'], ['en', 390, 'light'], ['de', 1280, 'dark']] as const;

test('L1 L3 L5 axe finds nothing on lesson, settings, feedback and certificate, in three languages, on phone and desktop', async ({ page }) => {
  test.setTimeout(120_000);
  const learner = await newLearner(course.productKey);
  const certificate = await finishCourse(learner);
  await signIn(page, learner, '/ar/profile/myCourses');
  for (const [lang, width, colorScheme] of looks) {
    const t = messages(lang);
    const check = async (where: string) => {
      expect(await axeViolations(page), `${lang} ${where}`).toEqual([]);
      expect(await sidewaysScroll(page), `${lang} ${where} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of [`course/${course.slug}/feedback`, `certificate/${certificate}`, `details/course-page/courses-data/${course.slug}`, `course/${course.slug}/02-first-page.mp4`]) {
      await page.goto(`/${lang}/${path}`);
      await check(path);
    }
    await page.getByRole('button', { name: new RegExp(`^(${t('player.play')}$|${t('player.resume')})`) }).first().click();
    await page.getByRole('button', { name: t('player.settings') }).click();
    const panel = page.getByRole('dialog');
    const box = (await panel.boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 844, `${lang} settings stand inside the window`).toBe(true);
    await check('settings');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(await page.evaluate(() => [...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).animationName.includes('drift')).length)).toBe(0);
  }
});

test('C6 P7 the page of a course says who teaches, what follows payment and when the money comes back', async ({ page }) => {
  await page.goto(`/en/details/course-page/courses-data/${course.slug}`);
  await expect(page.getByRole('heading', { name: 'Your teacher' })).toBeVisible();
  await expect(page.getByText('Ask within 30 days')).toBeVisible();
  await page.getByRole('link', { name: 'Welcome: what we will build' }).click();
  await expect(page.locator('#free-lesson')).toBeInViewport();
  await page.goto('/en/details/course-page/courses-data/digital-marketing-basics');
  await expect(page.getByText(/^No refund at the sale price/).first()).toBeVisible();
  await expect(page.getByText('At the sale price this course cannot be refunded')).toBeVisible();
});
