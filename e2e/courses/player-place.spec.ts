import type { Page } from '@playwright/test';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds, readVideoState, seekTo } from '../support/player';

const first = `/ar/course/${course.slug}/01-welcome.mp4`;

const waitForReport = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/progress/'));
const readPosition = (report: Awaited<ReturnType<typeof waitForReport>>) =>
  (report.postDataJSON() as { positionSeconds?: number }).positionSeconds;

test('a lesson left during playback resumes where it was [L4]', async ({ page }) => {
  await signIn(page, await createLearner(course.productKey), first);
  await play(page);
  await seekTo(page, 20);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(20.5);
  const report = waitForReport(page);
  await page
    .getByRole('link', { name: /الدرس التالي/ })
    .first()
    .click();
  await expect(page).toHaveURL(/02-first-page\.mp4$/);
  expect(readPosition(await report)).toBeGreaterThan(20);
  await (await report).response();
  await page.getByRole('link', { name: /الدرس السابق/ }).click();
  await expect(page).toHaveURL(first);
  await page.getByRole('button', { name: /تابع من/ }).click();
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(20);
});

test('clicking the current lesson in the list does not interrupt it [L1, L3]', async ({ page }) => {
  await signIn(page, await createLearner(course.productKey), first);
  await play(page);
  await seekTo(page, 20);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(20.5);
  const readAgain = page.waitForResponse(
    (answer) =>
      new URL(answer.url()).pathname === first && answer.request().headers()['next-router-prefetch'] === undefined,
  );
  await page.locator('#lessons a[aria-current=page]').click();
  await readAgain;
  const at = await readCurrentSeconds(page);
  expect(at).toBeGreaterThan(20);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(at + 1);
  expect((await readVideoState(page)).isPaused).toBe(false);
});

test('the start time in an address applies to the first play only [N14, N19]', async ({ page }) => {
  await signIn(page, await createLearner(course.productKey), first);
  await page.goto(`${first}?section=notes&t=30`);
  await play(page);
  expect(await readCurrentSeconds(page)).toBeGreaterThan(30);
  await expect(page).toHaveURL(`${first}?section=notes`);
  await seekTo(page, 50);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(50.5);
  const report = waitForReport(page);
  await page.keyboard.press('k');
  expect(readPosition(await report)).toBeGreaterThan(50);
  await (await report).response();
  await page.reload();
  await play(page);
  expect(await readCurrentSeconds(page)).toBeGreaterThan(50);
});
