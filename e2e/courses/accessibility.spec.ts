import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { course, finishCourse } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { findMovingParts } from '../support/motion';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

const looks = [
  ['ar', 320, 'dark'],
  ['en', 390, 'light'],
  ['de', 1280, 'dark'],
] as const;

test('lesson pages pass axe in three languages, on phone and desktop, and respect reduced motion [L1, L3, L5, N14, N15]', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const learner = await createLearner(course.productKey);
  const certificate = await finishCourse(learner);
  await signIn(page, learner, '/ar/profile/myCourses');
  for (const [lang, width, colorScheme] of looks) {
    const t = readMessages(lang);
    const check = async (where: string) => {
      expect(await findAxeViolations(page), `${lang} ${where}`).toEqual([]);
      expect(await measureSidewaysScroll(page), `${lang} ${where} scrolls sideways`).toBeLessThanOrEqual(0);
      if (lang === 'ar') expect(await findMovingParts(page), where).toEqual([]);
    };
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const sections =
      lang === 'ar'
        ? [
            'profile/notes',
            ...['notes', 'questions'].map((section) => `course/${course.slug}/03-layouts.mp4?section=${section}`),
          ]
        : [];
    for (const path of [
      ...sections,
      `course/${course.slug}/feedback`,
      `certificate/${certificate}`,
      `details/course-page/courses-data/${course.slug}`,
      `course/${course.slug}/02-first-page.mp4`,
    ]) {
      await page.goto(`/${lang}/${path}`);
      await check(path);
    }
    await page
      .getByRole('button', { name: new RegExp(`^(${t('player.play')}$|${t('player.resume')})`) })
      .first()
      .click();
    await page.getByRole('button', { name: t('player.settings') }).click();
    const panel = page.getByRole('dialog');
    const box = (await panel.boundingBox())!;
    expect(
      box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 844,
      `${lang} settings stand inside the window`,
    ).toBe(true);
    await check('settings');
  }
});
