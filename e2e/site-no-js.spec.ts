import { expect, test } from './fixtures';
import { siteLanguages, sitePages } from './site-pages';

for (const lang of siteLanguages) {
  test(`A2 A5 ${lang}: every public page is complete without JavaScript`, async ({ page }) => {
    for (const path of sitePages) {
      const answer = await page.goto(`/${lang}/${path}`);
      expect(answer?.status(), path).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
      await expect(page.locator('h1'), path).toHaveCount(1);
      await expect(page.locator('h1'), path).toBeVisible();
      await expect(page.locator('main'), path).not.toBeEmpty();
      await expect(page.locator('footer a[href$="/refund-policy"]')).toBeVisible();
    }
  });
}

test('A3 A4 an unknown path is the home page under 404, with a notice in its language', async ({ page, trouble }) => {
  trouble.expected.push(/status of 404/);
  for (const [path, lang] of [['/de/nowhere', 'de'], ['/nowhere', 'en'], ['/zz/home', 'ar']] as const) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main').getByText(/address|Tippfehler|العنوان/)).toBeVisible();
  }
});

test('A7 A10 a details address without an item keeps the chrome and says so under 404', async ({ page, trouble }) => {
  trouble.expected.push(/status of 404/);
  for (const path of ['/ar/details', '/ar/details/service-page/build', '/ar/details/service-page/build/no-such', '/ar/details/x/y/z']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.locator('h1')).toHaveText('هذا المحتوى غير متاح الآن');
    await expect(page.locator('header nav')).toHaveCount(1);
    await expect(page.locator('footer')).toBeVisible();
  }
});

test('A14 a service that changed its slug is found at its old address', async ({ request }) => {
  const answer = await request.get('/en/details/service-page/build/website-development', { maxRedirects: 0 });
  expect(answer.status()).toBe(308);
  expect(answer.headers().location).toMatch(/\/en\/details\/service-page\/build\/web-development$/);
});

test('S3 V6 the contact form works without JavaScript and says what is wrong', async ({ page }) => {
  await page.goto('/en/contact');
  await page.locator('[name=fullName]').fill('Mona Adel');
  await page.locator('[name=phoneNumber]').fill('01012345678');
  await page.locator('[name=email]').fill('mona@midan.example');
  await page.locator('[name=message]').fill('A question about prices');
  await page.locator('main [type=submit]').click();
  await expect(page).toHaveURL(/\/en\/contact\?sent=1$/);
  await expect(page.locator('main').getByText('Your message has arrived')).toBeVisible();
});
