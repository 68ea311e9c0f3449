import type { Language } from '../../lib/language';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { languages, publicPages } from '../support/public-pages';

test('the home blocks are in order with pictures, within 7,000 px on an Arabic phone; a narrow screen gets the small hero [C1, C2]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 560, height: 900 });
  await page.goto('/ar/home');
  const hero = page.getByRole('main').getByRole('img').first();
  expect(
    await hero.evaluate((image: HTMLImageElement) => [
      image.currentSrc.split('/').at(-1),
      image.getBoundingClientRect().height,
      getComputedStyle(image).objectFit,
    ]),
  ).toEqual(['hero-small.svg', 410, 'cover']);
  const headings = await page.getByRole('main').getByRole('heading').allInnerTexts();
  const order = [
    'نبني ما يكبر به عملك',
    'تقنية وتسويق تحت سقف واحد',
    'دورات يقدّمها أهل المهنة',
    'أربع خطوات بلا مفاجآت',
    'عندك فكرة؟ احكِها لنا',
  ];
  expect(headings.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => order.includes(text))).toEqual(
    order,
  );
  const pictures = ['home-studio', 'home-learn', 'home-steps', 'home-contact'];
  const shown = await page
    .getByRole('main')
    .getByRole('img')
    .evaluateAll((images) =>
      images.map((image) => `${(image as HTMLImageElement).src} ${(image as HTMLImageElement).alt}`),
    );
  expect(pictures.filter((name) => shown.some((text) => new RegExp(`/${name}\\.svg \\S`).test(text)))).toEqual(
    pictures,
  );
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7_000);
});

test('the first word of a heading on the about page is outlined [C3]', async ({ page }) => {
  await page.goto('/de/about');
  const articles = page.getByRole('main').getByRole('article');
  await expect(articles).toHaveCount(4);
  const outlined = articles.first().getByRole('heading', { level: 2 }).locator('span').first();
  expect(
    await outlined.evaluate((element) => parseFloat(getComputedStyle(element).webkitTextStrokeWidth)),
  ).toBeGreaterThan(0);
});

test('service cards are in two columns at 768 px and lead to their service’s title, text and picture [A7, C4, C5]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/en/services');
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Details: Web development' }) });
  const [width, around] = await card.evaluate(
    (element) => [element.getBoundingClientRect().width, element.parentElement!.getBoundingClientRect().width] as const,
  );
  expect(width / around).toBeCloseTo(0.48, 2);
  await card.getByRole('link', { name: 'Details: Web development' }).click();
  await expect(page).toHaveURL(/\/en\/details\/service-page\/build\/web-development$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Web development');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  const picture = page.getByRole('main').getByRole('img').first();
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page).toHaveTitle('Web development');
});

test('a course on sale shows the old price struck through beside the sale price, and its button leads to /ar/course [C6]', async ({
  page,
}) => {
  await page.goto('/de/details/course-page/courses-data/digital-marketing-basics');
  await expect(page.getByRole('main').getByRole('deletion').first()).toContainText('60');
  await expect(page.getByRole('main')).toContainText('45');
  await expect(page.getByRole('link', { name: 'Kurs kaufen' }).first()).toHaveAttribute(
    'href',
    '/ar/course/digital-marketing-basics',
  );
  const chapter = page.getByRole('main').getByRole('group').last();
  await chapter.locator('summary').click();
  await expect(chapter).toHaveAttribute('open');
});

test('departments highlight their last word, a package shows a price only if configured, and sales pages link to the contact form [C3, C4, C7]', async ({
  page,
  request,
}) => {
  const fetchMain = async (path: string) =>
    /<main.*<\/main>/s.exec(await (await request.get(path)).text())![0].replaceAll(/<script.*?<\/script>/gs, '');
  for (const [lang, price] of [
    ['ar', /12,000/],
    ['en', /12,000 L\.E/],
    ['de', /12\.000/],
  ] as const) {
    const html = await fetchMain(`/${lang}/pricing`);
    const shownText = html.replaceAll(/<[^>]+>/g, '');
    expect(
      [html.match(/<h3/g)?.length, price.test(shownText), /(?:^|\D)0\s*(?:EGP|L\.E|ج\.م)/.test(shownText)],
      lang,
    ).toEqual([9, true, false]);
  }
  for (const path of ['about', 'services', 'pricing'])
    expect(await fetchMain(`/en/${path}`), path).toMatch(
      new RegExp(`<a[^>]* href="/en/contact"[^>]*>(?:<[^>]+>)*${readMessages('en')('site.ask')}<`),
    );
  await page.goto('/en/pricing');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first().locator('span')).toHaveText(
    'development',
  );
  const partnership = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: 'Ongoing partnership' }) });
  await expect(partnership).not.toContainText('L.E');
});

test('both policies are English and left to right in all languages [C8, C9]', async ({ page }) => {
  const policies = {
    policy: ['3/7/2025', 'collect', 'use', 'share', 'choices', 'Security', 'Changes', 'Contact'],
    'refund-policy': ['no more than 3 videos', 'within 30 days', 'within 7 days', 'original payment method'],
  };
  // Skip English pages, where all text runs left to right.
  for (const lang of ['ar', 'de']) {
    for (const [path, terms] of Object.entries(policies)) {
      await page.goto(`/${lang}/${path}`);
      const article = page.getByRole('main').getByRole('article');
      for (const term of terms) await expect(article).toContainText(term);
      const note = article.getByText(readMessages(lang)('site.english_only').split(/[.<]/)[0] ?? '');
      await expect(note).toHaveCSS('direction', lang === 'ar' ? 'rtl' : 'ltr');
      await expect(note.getByRole('link')).toHaveAttribute('href', `/${lang}/contact`);
      expect(
        await article.evaluate((element) => [
          element.closest('[lang]')?.getAttribute('lang'),
          getComputedStyle(element).direction,
        ]),
      ).toEqual(['en', 'ltr']);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/en/${path}$`));
    }
  }
});

test('the contact page has address, WhatsApp, links in new tabs and the portfolio as a download [C10]', async ({
  page,
}) => {
  await page.goto('/en/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  const aside = page.getByRole('region', { name: 'Other ways to reach us' });
  await expect(aside.getByText('Egypt, Cairo')).toBeVisible();
  await expect(aside.getByRole('link', { name: 'Contact with us by Whatsapp' })).toHaveAttribute(
    'href',
    'https://wa.me/201001234567',
  );
  const portfolio = aside.getByRole('link', { name: /portfolio/ });
  await expect(portfolio).not.toHaveAttribute('target');
  for (const link of await aside.getByRole('link').all()) {
    if ((await link.getAttribute('download')) !== null) continue;
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
  }
  const [download] = await Promise.all([page.waitForEvent('download'), portfolio.click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
});

test('each page has its own title and the right share tags in each language [B11]', async ({ request }) => {
  for (const lang of languages) {
    const titles = new Set<string>();
    for (const path of publicPages) {
      const html = await (await request.get(`/${lang}/${path}`)).text();
      const head = html.slice(0, html.indexOf('</head>'));
      const count = (pattern: RegExp) => head.match(pattern)?.length ?? 0;
      titles.add(/<title>(.*?)<\/title>/s.exec(head)![1]!);
      const tags = [
        /<title>/g,
        /<meta property="og:title"/g,
        /<meta property="twitter:card"/g,
        /<meta name="description"/g,
        /<link rel="canonical"/g,
        /<meta name="(?:og|twitter):/g,
      ];
      expect([path, ...tags.map(count)]).toEqual([path, 1, 1, 1, 1, 1, 0]);
    }
    expect(titles.size).toBe(publicPages.length);
  }
});

test('a details page without a match is a full page with a notice and 404 [A7, A10]', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 404/);
  for (const path of [
    'details',
    'details/service-page',
    'details/service-page/build',
    'details/service-page/build/nothing',
    'details/service-page/meta-data/x',
  ]) {
    const html = await (await page.request.get(`/ar/${path}`)).text();
    expect(html, path).toMatch(/<html[^>]* lang="ar" dir="rtl"/);
    expect(html, path).toContain('noindex');
  }
  const answer = await page.goto('/ar/details/service-page/build/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('هذا المحتوى غير متاح الآن');
  await expect(page.getByRole('navigation', { name: 'التنقّل الرئيسي' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('an unknown article answers 404 with a message, and search finds an article in another spelling [C12]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  const missing = await page.goto('/ar/articles/nothing-here');
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('لم نجد هذا المقال');
  await page.goto('/ar/articles');
  await page.getByRole('searchbox').fill('احتياطيه');
  await page.getByRole('searchbox').press('Enter');
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') }),
  ).toHaveText([/نسخة/]);
  await page.getByRole('searchbox').fill('زرافة');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('main')).toContainText('لا توجد مقالات');
});

test('reading an article counts once a day per reader [C12]', async ({ page, request }) => {
  const fetchViews = async () =>
    ((await (await request.get('/api/blog/choosing-a-payment-gateway?lang=en')).json()) as { views: number }).views;
  const before = await fetchViews();
  await page.goto('/en/articles/choosing-a-payment-gateway');
  await expect.poll(fetchViews).toBe(before + 1);
  await page.reload({ waitUntil: 'networkidle' });
  expect(await fetchViews()).toBe(before + 1);
});

const views: Partial<Record<Language, RegExp>> = { ar: /مشاهد/, en: /view/, de: /Aufruf/ };

test('articles in each language are newest first, on alternating sides, with a link [A6, C11]', async ({ page }) => {
  for (const lang of languages) {
    await page.goto(`/${lang}/articles`);
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) });
    // Expect at least the six sample articles, because another test publishes more.
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(6);
    const dates = await rows.locator('time').allTextContents();
    for (const date of dates) expect(date).toMatch(/^\d{2}-\d{2}-2026$/);
    const sortable = dates.map((date) => date.split('-').reverse().join(''));
    expect(sortable).toEqual([...sortable].sort().reverse());
    await expect(rows.first()).toContainText(views[lang] ?? /\d/);
    const textStandsLeft = await rows.getByRole('heading').evaluateAll((headings) =>
      headings.map((heading) => {
        const { left, right } = heading.getBoundingClientRect();
        return (left + right) / 2 < innerWidth / 2;
      }),
    );
    expect(textStandsLeft).toEqual(textStandsLeft.map((_side, index) => textStandsLeft[0] === (index % 2 === 0)));
  }
  await page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .getByRole('link')
    .and(page.locator('[href$="/fast-website-in-egypt"]'))
    .click();
  await expect(page).toHaveURL(/\/de\/articles\/fast-website-in-egypt$/);
  expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(1200);
});
