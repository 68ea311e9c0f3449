import { expect, test } from '../../support/fixtures';
import { field } from '../../support/forms';
import { findMovingParts } from '../../support/motion';

test('the root redirects to Arabic, or to the language chosen in the menu [A1]', async ({ page, request }) => {
  const first = await request.get('/', { maxRedirects: 0, headers: { 'accept-language': 'de' } });
  expect([first.status(), first.headers().location]).toEqual([307, expect.stringMatching(/\/ar\/home$/)]);
  await page.goto('/ar/pricing?from=mail#content');
  await page.getByRole('button', { name: 'اللغة' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/pricing\?from=mail#content$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/de\/home$/);
});

test('/version is a page in the site’s colours and the visitor’s language, or JSON by Accept, and respects reduced motion [A9, L1]', async ({
  page,
  request,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/version');
  await expect(page.getByText('إصدار الموقع', { exact: true })).toBeVisible();
  expect(
    await page.evaluate(() =>
      [document.body, document.querySelector('main')!].map((part) => getComputedStyle(part).backgroundColor),
    ),
  ).toEqual(['rgb(248, 243, 233)', 'rgb(255, 253, 248)']);
  expect([refused, await findMovingParts(page)]).toEqual([[], []]);
  for (const [lang, name] of [
    ['ar', 'إصدار الموقع'],
    ['en', 'Site version'],
    ['de', 'Version der Website'],
  ] as const) {
    const html = await (
      await request.get('/version', { headers: { accept: 'text/html', 'accept-language': lang } })
    ).text();
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${lang}".*${name}.*href="/${lang}/home"`, 's'));
  }
  const facts = (await (await request.get('/version', { headers: { accept: 'application/json' } })).json()) as {
    version: string;
    project: string;
  };
  await expect(page.locator('dd')).toContainText([facts.version, facts.project]);
  await page.getByRole('link').click();
  await expect(page).toHaveURL(/\/ar\/home$/);
});

test('choosing a language changes text, language and direction without a reload, and closes the menu [A2, B3]', async ({
  page,
}) => {
  await page.goto('/ar/about');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const arabic = await page.getByRole('heading', { level: 1 }).textContent();
  const english = page.getByRole('banner').getByRole('link', { name: 'English' });
  await page.getByRole('button', { name: 'اللغة' }).click();
  await english.click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(arabic ?? '');
  await expect(english).toBeHidden();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('a visitor and a guest see only the login tab, a signed-in user only the profile tab [B2]', async ({
  page,
  context,
  baseURL,
}) => {
  const tab = (route: string) => page.locator(`header nav a[href="/ar${route}"]`);
  for (const [hint, shown, hidden] of [
    [null, '/login', '/profile/myCourses'],
    ['1', '/profile/myCourses', '/login'],
    ['guest', '/login', '/profile/myCourses'],
  ] as const) {
    await context.clearCookies();
    if (hint) await context.addCookies([{ name: 'signed_in', value: hint, url: baseURL ?? '' }]);
    await page.goto('/ar/services', { waitUntil: 'commit' });
    await expect(tab(shown)).toBeVisible();
    await expect(tab(hidden)).toBeHidden();
  }
});

test('the header’s tabs lead to pages in the page’s language, and the bar looks scrolled past 30 px, also on the next page [B1, B4]', async ({
  page,
}) => {
  await page.goto('/en/home');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Services' })).toHaveAttribute('href', '/en/services');
  await nav.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/en\/pricing$/);
  await expect(nav.getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/en\/home$/);
  const readShadow = () => page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).boxShadow);
  await page.mouse.wheel(0, 20);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(20);
  expect(await readShadow()).toBe('none');
  await page.mouse.wheel(0, 400);
  await expect.poll(readShadow).not.toBe('none');
  await nav.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(readShadow).not.toBe('none');
  await page.goto('/en/pricing');
  await expect.poll(readShadow).not.toBe('none');
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(30);
  await page.mouse.wheel(0, -400);
  await expect.poll(readShadow).toBe('none');
});

test('the footer’s links and the floating WhatsApp button are on the home page, a policy and the sign-in page [B5, B6]', async ({
  page,
}) => {
  for (const path of ['home', 'policy', 'login']) {
    await page.goto(`/de/${path}`);
    for (const route of ['services', 'contact', 'policy', 'refund-policy'])
      await expect(page.locator(`footer a[href="/de/${route}"]`)).toHaveCount(1);
    await expect(page.locator('body > aside > a[href="https://wa.me/201001234567"]')).toBeVisible();
    for (const name of ['WhatsApp', 'Facebook', 'Instagram', 'LinkedIn', 'YouTube', 'TikTok', 'E-Mail'])
      await expect(page.locator('footer').getByRole('link', { name, exact: true })).toHaveAttribute('target', '_blank');
  }
});

test('the theme’s colours are in the page’s first bytes, and a chosen theme is kept [B7]', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/ar/home')).text();
  expect(html.indexOf('--accent:#')).toBeGreaterThan(0);
  expect(html.indexOf('--accent:#')).toBeLessThan(html.indexOf('<body'));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/en/home');
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await readBackground();
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await readBackground()).not.toBe(light);
  const dark = await readBackground();
  await page.goto('/de/about', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await readBackground()).toBe(dark);
});

test('a page contains its styles, its policy lists few hashes, and the styles stay when the language changes [B7]', async ({
  page,
}) => {
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const path of [
    '/ar/home',
    '/de/pricing',
    '/ar/details/course-page/courses-data/nextjs-from-zero',
    '/en/login',
  ]) {
    const answer = await page.goto(path);
    const head = ((await answer?.text()) ?? '').split('</head>')[0]!.replaceAll(/<noscript>.*?<\/noscript>/g, '');
    expect(
      head.match(/<link\b[^>]*\brel="stylesheet"[^>]*>/g)?.filter((link) => !link.includes('disabled')),
      path,
    ).toEqual([]);
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    expect(policy.match(/style-src [^;]*/)?.[0].split("'sha256-").length, path).toBeLessThan(5);
    const before = await readBackground();
    expect(before, path).not.toBe('rgba(0, 0, 0, 0)');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(?:اللغة|Sprache|Language)/ })
      .click();
    const other = path.startsWith('/de/') ? { name: 'English', lang: 'en' } : { name: 'Deutsch', lang: 'de' };
    await page.getByRole('banner').getByRole('link', { name: other.name }).click();
    await expect(page.locator('html'), path).toHaveAttribute('lang', other.lang);
    expect(await readBackground(), path).toBe(before);
  }
});

test('a request that takes longer than a second dims the page until it ends [B8]', async ({ page }) => {
  await page.goto('/en/contact');
  let release: () => void = () => undefined;
  await page.route('**/api/contact', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.fulfill({ status: 201, json: { id: 'x' } });
  });
  const typed = {
    'Full name': 'Mona Adel',
    'Phone number': '01012345678',
    Email: 'mona@midan.example',
    Message: 'A question',
  };
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value);
  await page.getByRole('button', { name: 'Send message' }).click();
  const overlay = page.locator('[role=status] > div:not([data-when-offline])');
  await expect(overlay).toBeVisible();
  expect(
    await overlay.evaluate((element) => [
      getComputedStyle(element).zIndex,
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element).position,
    ]),
  ).toEqual(['9999', 'rgba(0, 0, 0, 0.4)', 'fixed']);
  release();
  await expect(overlay).toHaveCount(0);
});

test('going back and forward restores the scroll position, and an anchor stops below the header [A11]', async ({
  page,
}) => {
  const readScroll = () => page.evaluate(() => Math.round(scrollY));
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
  // Clicks at a point, because a locator's click would scroll first.
  const press = async (name: string) => {
    const box = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: true })
      .boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  const expectBelowHeader = async () => {
    await expect(page).toHaveURL(/\/en\/home#courses$/);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
          const gap = (document.getElementById('courses')?.getBoundingClientRect().top ?? -1) - header;
          return gap >= 0 && gap < 48;
        }),
      )
      .toBe(true);
  };
  await page.goto('/en/pricing');
  await scrollTo(900);
  await press('Services');
  await expect(page).toHaveURL(/services$/);
  await expect.poll(readScroll).toBe(0);
  await scrollTo(700);
  await press('Courses');
  await expect(page).toHaveURL(/\/en\/courses$/);
  await expect.poll(readScroll).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/services$/);
  await expect.poll(readScroll).toBe(700);
  await page.goBack();
  await expect(page).toHaveURL(/pricing$/);
  await expect.poll(readScroll).toBe(900);
  await page.goForward();
  await expect(page).toHaveURL(/services$/);
  await expect.poll(readScroll).toBe(700);
  await page.goForward();
  await expect(page).toHaveURL(/\/en\/courses$/);
  await page.goto('about:blank');
  await page.goto('/en/home#courses');
  await expectBelowHeader();
});
