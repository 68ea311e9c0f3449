import { expect, test } from './fixtures';

const languages = ['ar', 'en', 'de'] as const;
const plurals = { ar: /مشاهد/, en: /view/, de: /Aufruf/ };

test.beforeEach(async ({ request }) => {
  await expect.poll(async () => (await (await request.get('/api/blogs?lang=de')).json() as unknown[]).length).toBe(6);
});

for (const lang of languages) {
  test(`A6 C11 the articles in ${lang}: newest first, each with picture, topic, views, date and a way in`, async ({ page }) => {
    await page.goto(`/${lang}/articles`);
    const rows = page.locator('main ol > li');
    await expect(rows).toHaveCount(6);
    const dates = await rows.locator('time').allTextContents();
    for (const date of dates) expect(date).toMatch(/^\d{2}-\d{2}-2026$/);
    const sortable = dates.map((date) => date.split('-').reverse().join(''));
    expect(sortable).toEqual([...sortable].sort().reverse());
    await expect(rows.first()).toContainText(plurals[lang]);
    await expect(rows.first().locator('img')).toHaveJSProperty('complete', true);
    const sides = await rows.evaluateAll((items) => items.map((item) => (item.querySelector('img')?.getBoundingClientRect().x ?? 0) < innerWidth / 2));
    expect(sides).toEqual([sides[0], !sides[0], sides[0], !sides[0], sides[0], !sides[0]]);
    for (const text of await rows.locator('p').allTextContents()) expect(text.length).toBeLessThanOrEqual(181);
    await rows.first().locator('h2 a').click();
    await expect(page).toHaveURL(new RegExp(`/${lang}/articles/fast-website-in-egypt$`));
    await expect(page.locator('main h1')).toBeVisible();
    expect((await page.locator('article').innerText()).length).toBeGreaterThan(1200);
  });

  test(`C7 the prices in ${lang}: the last word of a department stands out, a package shows its price only when it says so`, async ({ page }) => {
    await page.goto(`/${lang}/pricing`);
    const departments = page.locator('main h2');
    expect(await departments.count()).toBeGreaterThanOrEqual(3);
    const [whole, marked] = [await departments.first().innerText(), await departments.first().locator(':scope > *').last().innerText()];
    expect(whole.trim().endsWith(marked.trim())).toBe(true);
    const cards = page.locator('main h3');
    expect(await cards.count()).toBe(9);
    await expect(page.locator('main')).toContainText(/12[,.]000/);
    await expect(page.locator('main')).not.toContainText(/(?:^|\D)0\s*(?:EGP|L\.E|ج\.م)/);
  });

  test(`C8 C9 the legal pages on the ${lang} route are English and run left to right`, async ({ page }) => {
    await page.goto(`/${lang}/policy`);
    const policy = page.locator('main [lang="en"][dir="ltr"], html[lang="en"] main').first();
    await expect(policy).toContainText('3/7/2025');
    for (const word of ['collect', 'use', 'share', 'choices', 'Security', 'Changes', 'Contact']) await expect(policy).toContainText(word);
    await page.goto(`/${lang}/refund-policy`);
    const refund = page.locator('main [lang="en"][dir="ltr"], html[lang="en"] main').first();
    for (const term of ['no more than 3 videos', 'within 30 days', 'within 7 days', 'original payment method']) await expect(refund).toContainText(term);
  });
}

test('C12 an unknown article says so with 404, and an article is found by folded letters', async ({ page, trouble }) => {
  trouble.expected.push(/404/);
  const missing = await page.goto('/ar/articles/nothing-here');
  expect(missing?.status()).toBe(404);
  await expect(page.locator('h1')).toHaveText('لم نجد هذا المقال');
  await page.goto('/ar/articles');
  await page.getByRole('searchbox').fill('احتياطيه');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('main ol > li')).toHaveCount(1);
  await expect(page.locator('main ol > li')).toContainText('نسخة');
  await page.getByRole('searchbox').fill('زرافة');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('main')).toContainText('لا توجد مقالات');
});

test('C12 reading an article counts once a day for one reader', async ({ page, request }) => {
  const views = async () => (await (await request.get('/api/blog/choosing-a-payment-gateway?lang=en')).json() as { views: number }).views;
  const before = await views();
  await page.goto('/en/articles/choosing-a-payment-gateway');
  await expect.poll(views).toBe(before + 1);
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(await views()).toBe(before + 1);
});

test('A7 C5 a service opens from its card: title, body and picture; meta tags are its own', async ({ page }) => {
  await page.goto('/en/services');
  await page.locator('a[href="/en/details/service-page/build/web-development"]').first().click();
  await expect(page.locator('h1')).toHaveText('Web development');
  await expect(page.locator('main h2').first()).toBeVisible();
  await expect(page.locator('main img').first()).toHaveJSProperty('complete', true);
  expect(await page.locator('main img').first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page).toHaveTitle('Web development');
});

test('A7 A10 details without a match are a page with chrome, notice and 404', async ({ request }) => {
  for (const path of ['details', 'details/service-page', 'details/service-page/build', 'details/service-page/build/nothing', 'details/service-page/meta-data/x']) {
    const response = await request.get(`/ar/${path}`);
    const html = await response.text();
    expect([path, response.status()]).toEqual([path, 404]);
    expect(html).toMatch(/<html[^>]* lang="ar"/);
    expect(html).toContain('dir="rtl"');
    expect(html).toContain('<footer');
    expect(html).toContain('noindex');
  }
});

test('B11 og and twitter entries of a page become property tags, the others name tags', async ({ page }) => {
  await page.goto('/ar/home');
  await expect(page).toHaveTitle('ميدان | برمجة وتسويق رقمي من القاهرة');
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'ميدان: فريق واحد للبرمجة والتسويق');
  await expect(page.locator('meta[property="twitter:card"]')).toHaveCount(1);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /شركة مصرية/);
  await expect(page.locator('meta[name^="og:"]')).toHaveCount(0);
});

test('C2 C1 the home blocks stand in their order; on a narrow screen the hero picture is the small one, 410 px high', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ar/home');
  const hero = page.locator('main img').first();
  expect(await hero.evaluate((image: HTMLImageElement) => [image.currentSrc.split('/').at(-1), image.getBoundingClientRect().height, getComputedStyle(image).objectFit])).toEqual(['hero-small.svg', 410, 'cover']);
  const headings = await page.locator('main :is(h1, h2)').allInnerTexts();
  const order = ['نبني ما يكبر به عملك', 'تقنية وتسويق تحت سقف واحد', 'دورات يقدّمها أهل المهنة', 'أربع خطوات بلا مفاجآت', 'عندك فكرة؟ احكِها لنا'];
  expect(headings.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => order.includes(text))).toEqual(order);
});

test('C4 service cards are 48 % wide on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 760, height: 900 });
  await page.goto('/de/services');
  const card = page.locator('main li:has(a[href*="/details/service-page/"]), main article:has(a[href*="/details/service-page/"])').first();
  const [width, around] = await card.evaluate((element) => [element.getBoundingClientRect().width, element.parentElement?.getBoundingClientRect().width ?? 1]);
  expect((width ?? 0) / (around ?? 1)).toBeCloseTo(0.48, 2);
});

test('C10 the portfolio downloads in the same tab, the other links open their own', async ({ page }) => {
  await page.goto('/en/contact');
  const portfolio = page.locator('main a[href$="portfolio.pdf"]').first();
  await expect(portfolio).toHaveAttribute('download', /.*/);
  await expect(portfolio).not.toHaveAttribute('target', '_blank');
  const facebook = page.locator('main a[href*="facebook.com"]').first();
  await expect(facebook).toHaveAttribute('target', '_blank');
  await expect(facebook).toHaveAttribute('rel', /noopener/);
  const [download] = await Promise.all([page.waitForEvent('download'), portfolio.click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
});
