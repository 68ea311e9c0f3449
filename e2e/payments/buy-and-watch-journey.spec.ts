import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { cards, openHostedPage, payWithCard } from '../support/payments';
import { buildPerson } from '../support/people/accounts';
import { signIn, signUpByForm } from '../support/people/sign-in';
import { readCurrentSeconds, seekTo } from '../support/player';

test('a buyer gets from the home page to a bought lesson and the next one, and resumes on another browser [P1, P2, P6, L3, L4]', async ({
  page,
  browser,
  baseURL,
  lang,
  t,
}) => {
  test.setTimeout(120_000);
  const person = buildPerson();
  await signUpByForm(page, person, `/${lang}/home`);
  await page.goto(`/${lang}/details/course-page/courses-data/${course.slug}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('site.subscribe') })
    .first()
    .click();
  await page.waitForURL(/\/ar\/payment\?product=course-nextjs/);
  await page.goto(`/${lang}/payment?product=${course.productKey}`);
  const hosted = await openHostedPage(page, t);
  await expect(page.getByRole('heading', { name: t('payment.waiting') })).toBeVisible();
  await payWithCard(hosted, cards.paid);
  await page.waitForURL(new RegExp(`/${lang}/course/${course.slug}`), { timeout: 30_000 });
  await expect(hosted.getByRole('heading', { name: t('payment.paid') })).toBeVisible();
  await hosted.close();

  await page
    .getByRole('button', { name: t('player.play'), exact: true })
    .first()
    .click();
  await expect.poll(() => readCurrentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
  await seekTo(page, 9);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(9.5);
  const saved = page.waitForResponse((response) => response.url().includes('/progress/') && response.ok());
  await page.keyboard.press('k');
  await saved;
  const lesson = new URL(page.url()).pathname;
  await page
    .getByRole('link', { name: new RegExp(t('courses.next')) })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname !== lesson && url.pathname.includes('/course/'));

  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await elsewhere.newPage();
  await signIn(other, person, `/${lang}/course/${course.slug}/01-welcome.mp4`);
  await other.getByRole('button', { name: t('player.resume') }).click();
  await expect.poll(() => readCurrentSeconds(other), { timeout: 20_000 }).toBeGreaterThan(9.5);
  await elsewhere.close();
});
