import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { expect, test } from '../support/fixtures';
import { type Postgres, type Service, startDatabase, startService } from '../support/services/services';

const folder = mkdtempSync(join(tmpdir(), 'articles-'));
const measurementId = 'G-TEST12345';
const long = 'نص طويل '.repeat(40).trim();
let postgres: Postgres;
let site: Service;
let stopped = false;

/** Writes 23 Arabic articles and none in German. The second newest is long and has no picture. */
async function writeArticles(): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`INSERT INTO "Article" ("id", "category", "imageUrl", "views", "publishedAt", "published", "updatedAt")
    SELECT 'article-' || n, 'web', CASE WHEN n = 2 THEN NULL ELSE '/assets/midan/images/logo.svg' END, n - 1, timestamp '2026-03-24 20:30' - n * interval '1 day', true, now()
    FROM generate_series(1, 23) n`);
  await client.query(
    `INSERT INTO "ArticleText" ("articleId", "lang", "title", "description", "category", "html", "searchText", "publishedAt", "published", "updatedAt")
    SELECT a."id", 'ar', 'مقال رقم ' || (a."views" + 1), CASE WHEN a."id" = 'article-2' THEN $1 ELSE 'وصف قصير للمقال' END, 'الويب', '<p>نص المقال</p>', 'مقال', a."publishedAt", true, now()
    FROM "Article" a`,
    [long],
  );
  await client.query(`INSERT INTO "OldSlug" ("kind", "from", "to") VALUES ('article', 'first-article', 'article-1')`);
  await client.end();
}

function copyContent(): string {
  const copy = join(folder, 'content');
  cpSync('content', copy, { recursive: true });
  for (const lang of ['ar', 'en', 'de']) {
    const file = join(copy, `midan/${lang}/course-page/courses-data.json`);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        '"courseName": "nextjs-from-zero"',
        '"courseName": "nextjs-from-zero", "formerSlugs": ["next-js"]',
      ),
    );
  }
  const about = join(copy, 'midan/ar/aboutus-page/meta-data.json');
  const {
    meta: { title: _forgotten, ...meta },
    ...page
  } = JSON.parse(readFileSync(about, 'utf8')) as { meta: Record<string, string> };
  writeFileSync(about, JSON.stringify({ meta, ...page }));
  return copy;
}

const articlesOn = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  postgres = await startDatabase();
  site = await startService(join(folder, 'data'), {
    DATABASE_URL: postgres.url,
    ANALYTICS_ID: measurementId,
    CONTENT_DIR: copyContent(),
    LIMIT_SCALE: '1000',
  });
  await writeArticles();
});
test.afterAll(async () => {
  await site?.stop();
  if (!stopped) await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a row shows picture or placeholder on alternating sides, 180 characters, category, views, date and a link [C11]', async ({
  page,
}) => {
  await page.goto(`${site.url}/ar/articles`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('المقالات');
  const rows = articlesOn(page);
  await expect(rows).toHaveCount(10);
  const sides = await rows.evaluateAll((items) =>
    items.map((item) => (item.firstElementChild?.getBoundingClientRect().x ?? 0) < innerWidth / 2),
  );
  expect(sides).toEqual(sides.map((_, index) => sides[0] === (index % 2 === 0)));
  await expect(rows.nth(0).locator('img')).toHaveJSProperty('complete', true);
  await expect(rows.nth(1).locator('img')).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('لا توجد صورة');
  const cut = await rows.nth(1).locator('p').last().innerText();
  expect(cut).toBe(`${long.slice(0, 180)}…`);
  await expect(rows.nth(0).locator('p').last()).toHaveText('وصف قصير للمقال');
  const views = ['بلا مشاهدات', 'مشاهدة واحدة', 'مشاهدتان', '3 مشاهدات'];
  for (const [index, text] of views.entries()) await expect(rows.nth(index)).toContainText(text);
  await expect(rows.first()).toContainText('يُقرأ في دقيقة');
  // 20:30 in London is 22:30 in Cairo in March, before the clocks change.
  await expect(rows.nth(0).locator('time')).toHaveText('23-03-2026');
  await expect(rows.nth(0)).toContainText('الويب');
  await expect(rows.nth(0).getByRole('link', { name: 'مقال رقم 1' })).toHaveAttribute('href', '/ar/articles/article-1');
});

test('the next page of the list shows a spinner while it loads, and going back restores the scroll position [C11, A11]', async ({
  page,
}) => {
  await page.goto(`${site.url}/ar/articles`);
  let release: () => void = () => undefined;
  await page.route(/page=2.*_rsc|_rsc.*page=2/, async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  const older = page.getByRole('link', { name: 'مقالات أقدم' });
  await older.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await expect(older.locator('svg circle')).toHaveCount(0);
  await older.click();
  await expect(older.locator('svg circle')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/ar\/articles\?page=2$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('مقال رقم 11');
  await expect(page.getByText('صفحة 2 من 3', { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('مقال رقم 1');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await page.goForward();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('مقال رقم 11');
});

test('the next page of the list arrives after a failed request, and the spinner ends [C13, C11]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to (?:fetch|load)/);
  await page.goto(`${site.url}/ar/articles`);
  await page.route(/_rsc/, (route) => route.abort());
  await page.getByRole('link', { name: 'مقالات أقدم' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('مقال رقم 11');
  await expect(page.locator('main nav svg circle')).toHaveCount(0);
});

test('paging, topics and search work without JavaScript, and a language without articles says so [C11]', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/ar/articles');
  await page.getByRole('link', { name: 'مقالات أقدم' }).click();
  await page.getByRole('link', { name: 'مقالات أقدم' }).click();
  await expect(page).toHaveURL(/page=3$/);
  await expect(articlesOn(page)).toHaveCount(3);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/ar\/articles\?page=3$/);
  expect((await page.goto('/ar/articles?page=4'))?.status()).toBe(404);
  await page.getByRole('link', { name: 'اعرض كل المقالات' }).click();
  await expect(page).toHaveURL(/\/ar\/articles$/);
  await page.getByRole('main').getByRole('navigation').getByRole('link', { name: 'الويب' }).click();
  await expect(articlesOn(page)).toHaveCount(10);
  for (const [lang, text] of [
    ['de', 'Keine Artikel gefunden'],
    ['en', 'No articles found'],
  ] as const) {
    await page.goto(`/${lang}/articles`);
    await expect(page.getByRole('main')).toContainText(text);
    await expect(articlesOn(page)).toHaveCount(0);
  }
  await context.close();
});

test('former addresses of an article, a course and a service redirect permanently to the present ones [A14]', async ({
  request,
}) => {
  for (const [path, to] of [
    ['articles/first-article', 'articles/article-1'],
    ['details/course-page/courses-data/next-js', 'details/course-page/courses-data/nextjs-from-zero'],
    ['details/service-page/build/website-development', 'details/service-page/build/web-development'],
  ] as const) {
    const answer = await request.get(`${site.url}/ar/${path}`, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 308, `/ar/${to}`]);
    expect([to, (await request.get(`${site.url}/ar/${to}`)).status()]).toEqual([to, 200]);
  }
});

test('a page without a title uses the configured product name [B13, B11]', async ({ request }) => {
  const { productName } = (await (await request.get(`${site.url}/config/config.json`)).json()) as {
    productName: string;
  };
  const html = await (await request.get(`${site.url}/ar/about`)).text();
  expect(html).toContain(`<title>${productName}</title>`);
  expect(html).toMatch(/<meta name="description" content="[^"]+"/);
});

test('the search field’s placeholder fits into it at 320 px in each language [C11]', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const lang of ['ar', 'en', 'de']) {
    await page.goto(`${site.url}/${lang}/articles`);
    const [textWidth, fieldWidth] = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      const style = getComputedStyle(field);
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.font = style.font;
      return [
        canvas.measureText(field.placeholder).width,
        field.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd),
      ] as const;
    });
    expect(fieldWidth, lang).toBeGreaterThanOrEqual(textWidth);
  }
});

const consent = {
  ar: ['موافق', 'لا، شكرًا', 'قياس الزيارات'],
  en: ['Yes, count', 'No, thanks', 'Visit measurement'],
  de: ['Ja, zählen', 'Nein, danke', 'Besuchsmessung'],
} as const;

for (const [lang, [yes, no, label]] of Object.entries(consent)) {
  test(`${lang}: visits are measured only after the visitor agreed, and the answer is remembered [O3]`, async ({
    browser,
  }) => {
    for (const agrees of [false, true]) {
      const context = await browser.newContext({ baseURL: site.url });
      const requestedUrls: string[] = [];
      await context.route(/^https:\/\/(?!localhost)/, async (route) => {
        requestedUrls.push(route.request().url());
        await route.fulfill({
          contentType: 'text/javascript',
          body: 'window.measured = window.dataLayer.map((command) => [...command].slice(0, 2))',
        });
      });
      const page = await context.newPage();
      await page.goto(`/${lang}/about`);
      const question = page.getByRole('region', { name: label });
      await expect(question).toBeVisible();
      expect(requestedUrls).toEqual([]);
      await question.getByRole('button', { name: agrees ? yes : no }).click();
      await expect(question).toBeHidden();
      expect(await page.evaluate(() => window.reactListens), 'without React').toBeUndefined();
      if (agrees)
        await expect
          .poll(() => page.evaluate(() => JSON.stringify((window as { measured?: unknown }).measured)))
          .toContain(`["config","${measurementId}"]`);
      await page.goto(`/${lang}/services`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('region', { name: label })).toHaveCount(0);
      if (agrees) await expect.poll(() => requestedUrls.length).toBe(2);
      expect(requestedUrls).toEqual(
        agrees ? Array(2).fill(`https://www.googletagmanager.com/gtag/js?id=${measurementId}`) : [],
      );
      await context.close();
    }
  });
}

test('the first press on the cookie settings opens them once React has loaded, and pressing again does not close them [A5, O3]', async ({
  page,
}) => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${site.url}/en/pricing`, { waitUntil: 'load' });
  await page.getByRole('button', { name: 'No, thanks' }).click();
  const settings = page.getByRole('button', { name: 'Cookie settings' });
  await settings.click();
  await settings.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'No, thanks', pressed: true })).toBeVisible();
});

test('articles answer 503 with a message while the database is down, the failure is logged, and cached pages still work [C13]', async ({
  page,
  pageErrors,
  request,
}) => {
  pageErrors.allow(/status of 503/, /Failed to (?:fetch|load)/);
  await page.goto(`${site.url}/ar/articles`);
  await postgres.stop();
  stopped = true;
  await page.getByRole('searchbox').fill('مقال');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('تعذّر تحميل المقالات الآن')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('المقالات');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const again = page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.status() === 503);
  await page.getByRole('main').getByRole('link', { name: 'أعد المحاولة' }).click();
  await again;
  await expect(page.locator('main svg circle')).toHaveCount(0);
  const statuses = await Promise.all(
    ['articles?q=x', 'articles/article-5', 'articles', 'home'].map(async (path) =>
      (await request.get(`${site.url}/ar/${path}`)).status(),
    ),
  );
  expect(statuses).toEqual([503, 503, 200, 200]);
  expect(site.log()).toContain('Articles could not be read');
  expect(site.log()).toContain('An article could not be read');
});
