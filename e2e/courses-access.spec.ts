import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { newLearner, type Learner } from './people/account';
import { signIn } from './people/sign-in';
import { worldPorts } from './world-ports';

const slug = 'nextjs-from-zero';
const lessons = ['01-welcome', '02-first-page', '03-layouts', '04-data', '05-forms', '06-deploy'];
const site = `http://localhost:${worldPorts().site}`;

async function watchAll({ userId, accessToken }: Learner): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const ask = (path: string, method: string, body: unknown) => fetch(`${site}/api/user/${userId}/${path}`, { method, headers, body: JSON.stringify(body) });
  for (const lesson of lessons) await ask(`progress/${slug}`, 'PUT', { lesson: `${lesson}.mp4`, played: true, watched: [[0, 60]] });
  const { id } = (await (await ask(`certificate/${slug}`, 'POST', {})).json()) as { id: string };
  return id;
}

async function expectFaultless(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`)), where).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

test('L1 L3 L5 axe finds nothing on lesson, settings, feedback and certificate, in three languages, on phone and desktop', async ({ page }) => {
  test.setTimeout(180_000);
  const learner = await newLearner('course-nextjs');
  const certificate = await watchAll(learner);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, learner, '/ar/profile/myCourses');
  for (const [lang, width, colorScheme] of [['ar', 320, 'dark'], ['en', 390, 'light'], ['de', 1280, 'dark']] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    for (const path of [`course/${slug}/feedback`, `certificate/${certificate}`, `details/course-page/courses-data/${slug}`, `course/${slug}/02-first-page.mp4`]) {
      await page.goto(`/${lang}/${path}`);
      await expectFaultless(page, `${lang} ${path}`);
    }
    await page.locator('video ~ div button').first().click();
    await page.locator('button[aria-haspopup=dialog]').click();
    const panel = page.locator('dialog[open]');
    const box = (await panel.boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 844, `${lang} settings stand inside the window`).toBe(true);
    await expectFaultless(page, `${lang} settings`);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(await page.evaluate(() => [...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).animationName.includes('drift')).length)).toBe(0);
  }
});

test('C6 P7 the page of a course says who teaches, what follows payment and when the money comes back', async ({ page }) => {
  await page.goto(`/en/details/course-page/courses-data/${slug}`);
  await expect(page.getByRole('heading', { name: 'Your teacher' })).toBeVisible();
  await expect(page.getByText('Ask within 30 days')).toBeVisible();
  await page.getByRole('link', { name: 'Welcome: what we will build' }).click();
  await expect(page.locator('#free-lesson')).toBeInViewport();
  await page.goto('/en/details/course-page/courses-data/digital-marketing-basics');
  await expect(page.locator('#price-card')).toContainText('no refund');
  await expect(page.getByText('At the sale price this course is not refunded')).toBeVisible();
});
