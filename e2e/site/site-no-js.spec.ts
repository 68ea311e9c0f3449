import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { publicPages } from '../support/public-pages';

test('all public pages work without JavaScript [A2, A5, A6]', async ({ page }) => {
  for (const path of publicPages) {
    const answer = await page.goto(`/ar/${path}`);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    // `innerText` leaves out hidden text.
    expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(200);
  }
});

test('the right tabs are shown without JavaScript, and a lesson’s address accepts each language [B2, A13]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/);
  const tabs = (lang: string) =>
    [
      page.locator(`header nav a[href="/${lang}/login"]`),
      page.locator(`header nav a[href="/${lang}/profile/myCourses"]`),
    ] as const;
  for (const path of ['/de/home', '/ar/login']) {
    await page.goto(path);
    const [login, profile] = tabs(path.slice(1, 3));
    await expect(login).toBeVisible();
    await expect(profile).toBeHidden();
  }
  await signIn(page, await createLearner('course-nextjs'), '/ar/course/nextjs-from-zero/03-layouts.mp4');
  for (const [lang, title] of [
    ['ar', 'القوالب واللغات'],
    ['en', 'Layouts and languages'],
    ['de', 'Layouts'],
  ] as const) {
    const answer = await page.goto(`/${lang}/course/nextjs-from-zero/03-layouts.mp4`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    const [login, profile] = tabs(lang);
    await expect(profile).toBeVisible();
    await expect(login).toBeHidden();
  }
  for (const path of [
    '/en/course/nextjs-from-zero/none.mp4',
    '/en/course/none',
    '/xx/course/nextjs-from-zero/03-layouts.mp4',
    '/en/course/nextjs-from-zero/01-start/03-layouts.mp4',
  ]) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
  }
  await page.goto('/de/home');
  await expect(tabs('de')[1]).toBeVisible();
  await expect(tabs('de')[0]).toBeHidden();
});

test('an unknown path shows the home page with 404 and a notice in its language [A3, A4]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/);
  for (const [path, lang] of [
    ['/de/nowhere', 'de'],
    ['/nowhere', 'en'],
    ['/zz/home', 'ar'],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText(/address|Tippfehler|العنوان/)).toBeVisible();
  }
});

test('the contact form works without JavaScript and reports errors [S3, V6]', async ({ page }) => {
  await page.goto('/en/contact');
  await field(page, 'Full name').fill('Mona Adel');
  await field(page, 'Phone number').fill('01012345678');
  await field(page, 'Email').fill('mona@midan.example');
  await field(page, 'Message').fill('A question about prices');
  await field(page, 'Email').fill('mona@nowhere');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/en\/contact\?error=invalid$/);
  await expect(field(page, 'Full name')).toHaveValue('Mona Adel');
  await expect(field(page, 'Message')).toHaveValue('A question about prices');
  await expect(page.getByRole('alert').filter({ hasText: 'Please enter a valid email address.' })).toBeVisible();
  await field(page, 'Email').fill('mona@midan.example');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/en\/contact\?sent=1$/);
  await expect(field(page, 'Full name')).toHaveValue('');
  await expect(page.getByRole('main').getByText('Your message has arrived')).toBeVisible();
});
