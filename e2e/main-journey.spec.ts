import { secondsOf } from './video';
import { expect, test } from './fixtures';
import { newPerson } from './people/person';
import { cards, openHostedPage, payWithCard } from './people/purchase';
import { signIn, signUp } from './people/sign-in';

const course = 'nextjs-from-zero';

test('P6 L3 L4 from the first page to a bought lesson, on to the next, and back to the place on another browser', async ({ page, browser, baseURL, lang }) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await signUp(page, person, `/${lang}/home`);
  await page.goto(`/${lang}/details/course-page/courses-data/${course}`);
  await page.locator(`main a[href="/ar/course/${course}"]`).first().click();
  await page.waitForURL(/\/ar\/payment\?product=course-nextjs/);
  const hosted = await openHostedPage(page);
  await payWithCard(hosted, cards.paid);
  await page.waitForURL(new RegExp(`/ar/course/${course}`), { timeout: 30_000 });

  const video = page.locator('video');
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => secondsOf(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
  await video.evaluate((element: HTMLVideoElement) => void (element.currentTime = 9));
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(9.5);
  const saved = page.waitForResponse((response) => response.url().includes('/progress/') && response.ok());
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await saved;
  const lesson = new URL(page.url()).pathname;
  await page.locator('main a[rel=next]').first().click();
  await page.waitForURL((url) => url.pathname !== lesson && url.pathname.includes('/course/'));

  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await elsewhere.newPage();
  await signIn(other, person, `/ar/course/${course}/01-welcome.mp4`);
  await other.getByRole('button', { name: 'تابع من' }).click();
  await expect.poll(() => secondsOf(other), { timeout: 20_000 }).toBeGreaterThan(9.5);
  await elsewhere.close();
});

test('P5 the same callback sent three times changes nothing', async ({ page, lang }) => {
  await signUp(page, newPerson(), `/${lang}/home`);
  await page.goto(`/ar/payment?product=course-nextjs`);
  await payWithCard(await openHostedPage(page), cards.threeCallbacks);
  await page.waitForURL(new RegExp(`/ar/course/${course}`), { timeout: 30_000 });
  await page.goto('/ar/profile/payments');
  await expect(page.locator('[data-order]')).toHaveCount(1);
  await expect(page.locator('[data-order][data-status=paid]')).toHaveCount(1);
});
