import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { signIn } from './people/sign-in';
import { siteLanguages, sitePages } from './site-pages';

for (const lang of siteLanguages) {
  test(`A2 A5 A6 ${lang}: every public page is complete without JavaScript`, async ({ page, request }) => {
    await expect.poll(async () => (await request.get(`/api/blog/fast-website-in-egypt?lang=${lang}`)).status()).toBe(200);
    for (const path of [...sitePages, 'articles/fast-website-in-egypt']) {
      const answer = await page.goto(`/${lang}/${path}`);
      expect(answer?.status(), path).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
      await expect(page.locator('h1'), path).toHaveCount(1);
      await expect(page.locator('h1'), path).toBeVisible();
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(200);
      expect(await page.locator('main img:is(:not([src]), [src=""], :not([alt]), :not([width]))').count(), path).toBe(0);
      await expect(page.locator('footer a[href$="/refund-policy"]')).toBeVisible();
    }
  });
}

test('B2 A13 without JavaScript too the tabs are whose they are, and a lesson’s address begins with any of the languages', async ({ page, trouble }) => {
  trouble.expected.push(/status of 404/);
  const tabs = (lang: string) => [page.locator(`header nav a[href="/${lang}/login"]`), page.locator(`header nav a[href="/${lang}/profile/myCourses"]`)] as const;
  for (const path of ['/de/home', '/ar/login']) {
    await page.goto(path);
    const [login, profile] = tabs(path.slice(1, 3));
    await expect(login).toBeVisible();
    await expect(profile).toBeHidden();
  }
  await signIn(page, await newLearner('course-nextjs'), '/ar/course/nextjs-from-zero/03-layouts.mp4');
  for (const [lang, title] of [['ar', 'القوالب واللغات'], ['en', 'Layouts and languages'], ['de', 'Layouts']] as const) {
    const answer = await page.goto(`/${lang}/course/nextjs-from-zero/03-layouts.mp4`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('h1')).toContainText(title);
    const [login, profile] = tabs(lang);
    await expect(profile).toBeVisible();
    await expect(login).toBeHidden();
  }
  for (const path of ['/en/course/nextjs-from-zero/none.mp4', '/en/course/none', '/xx/course/nextjs-from-zero/03-layouts.mp4', '/en/course/nextjs-from-zero/01-start/03-layouts.mp4']) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
  }
  await page.goto('/de/home');
  await expect(tabs('de')[1]).toBeVisible();
  await expect(tabs('de')[0]).toBeHidden();
});

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

test('S3 V6 the contact form works without JavaScript and says what is wrong', async ({ page }) => {
  await page.goto('/en/contact');
  await page.locator('[name=fullName]').fill('Mona Adel');
  await page.locator('[name=phoneNumber]').fill('01012345678');
  await page.locator('[name=email]').fill('mona@midan.example');
  await page.locator('[name=message]').fill('A question about prices');
  await page.locator('[name=email]').fill('mona@nowhere');
  await page.locator('main [type=submit]').click();
  await expect(page).toHaveURL(/\/en\/contact\?error=invalid$/);
  await expect(page.locator('[name=fullName]')).toHaveValue('Mona Adel');
  await expect(page.locator('[name=message]')).toHaveValue('A question about prices');
  await expect(page.locator('#email-error')).toHaveText('Please enter a valid email address.');
  await page.locator('[name=email]').fill('mona@midan.example');
  await page.locator('main [type=submit]').click();
  await expect(page).toHaveURL(/\/en\/contact\?sent=1$/);
  await expect(page.locator('[name=fullName]')).toHaveValue('');
  await expect(page.locator('main').getByText('Your message has arrived')).toBeVisible();
});
