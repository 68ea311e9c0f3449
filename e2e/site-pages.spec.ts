import { expect, test } from './fixtures';
import { siteLanguages, sitePages } from './site-pages';

test('C2 the hero’s picture is 410 px high on narrow screens and covers its place', async ({ page }) => {
  await page.setViewportSize({ width: 560, height: 900 });
  await page.goto('/ar/home');
  const image = page.locator('main picture img').first();
  expect(await image.evaluate((element: HTMLImageElement) => [getComputedStyle(element).height, getComputedStyle(element).objectFit, element.currentSrc.split('/').at(-1)])).toEqual(['410px', 'cover', 'hero-small.svg']);
});

test('C3 the first word of a title on the about page is outlined', async ({ page }) => {
  await page.goto('/de/about');
  const outlined = page.locator('main article h2 span').first();
  expect(await outlined.evaluate((element) => parseFloat(getComputedStyle(element).webkitTextStrokeWidth))).toBeGreaterThan(0);
  await expect(page.locator('main article')).toHaveCount(4);
});

test('C4 service cards stand two in a row at 768 px, and lead to their details', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/en/services');
  const cards = page.locator('main section ul').first().locator('> li');
  const [card, list] = await Promise.all([cards.first().boundingBox(), cards.first().locator('..').boundingBox()]);
  expect((card?.width ?? 0) / (list?.width ?? 1)).toBeCloseTo(0.48, 2);
  await page.getByRole('link', { name: 'Details: Web development' }).click();
  await expect(page).toHaveURL(/\/en\/details\/service-page\/build\/web-development$/);
  await expect(page.locator('h1')).toHaveText('Web development');
});

test('C6 a course in a sale shows the old price struck through beside the sale’s, and subscribing leads to /ar/course', async ({ page }) => {
  await page.goto('/de/details/course-page/courses-data/digital-marketing-basics');
  const card = page.locator('#price-card');
  await expect(card.locator('del')).toContainText('1.450');
  await expect(card).toContainText('990');
  const action = card.getByRole('link');
  await expect(action).toHaveAttribute('href', '/ar/course/digital-marketing-basics');
  await expect(action).toHaveText('Kurs kaufen');
  await page.locator('#content-2 summary').click();
  await expect(page.locator('#content-2')).toHaveAttribute('open', '');
});

test('C7 departments highlight the last word of their name; a package without a price shows none', async ({ page }) => {
  await page.goto('/en/pricing');
  await expect(page.locator('main h2').first().locator('span')).toHaveText('development');
  await expect(page.getByText('12,000 L.E')).toBeVisible();
  const open = page.locator('li', { has: page.locator('h3', { hasText: 'Ongoing partnership' }) });
  await expect(open).not.toContainText('L.E');
});

test('C8 C9 the two policies are English and left to right on every language’s route', async ({ page }) => {
  for (const path of ['policy', 'refund-policy']) {
    await page.goto(`/ar/${path}`);
    const article = page.locator('main article');
    await expect(article).toHaveAttribute('lang', 'en');
    expect(await article.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/en/${path}$`));
  }
  await page.goto('/ar/policy');
  await expect(page.locator('main article section')).toHaveCount(7);
  await expect(page.getByText('3/7/2025').first()).toBeVisible();
});

test('C10 the contact page: addresses, WhatsApp, and the portfolio as a download in the same tab', async ({ page }) => {
  await page.goto('/en/contact');
  await expect(page.locator('h1')).toHaveText('Contact Us');
  const aside = page.locator('section[aria-labelledby=reach-us]');
  await expect(aside.getByText('Egypt, Cairo')).toBeVisible();
  await expect(aside.getByRole('link', { name: 'Contact with us by Whatsapp' })).toHaveAttribute('href', 'https://wa.me/201001234567');
  const portfolio = aside.getByRole('link', { name: /portfolio/ });
  await expect(portfolio).toHaveAttribute('download', '');
  await expect(portfolio).not.toHaveAttribute('target');
  for (const link of await aside.locator('a:not([download])').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
  }
});

for (const lang of siteLanguages) {
  test(`B11 ${lang}: each page has its own title, and share tags of the right kind`, async ({ page }) => {
    const titles = new Set<string>();
    for (const path of sitePages) {
      await page.goto(`/${lang}/${path}`);
      titles.add(await page.title());
      await expect(page.locator('head title')).toHaveCount(1);
      await expect(page.locator('head meta[property="og:title"]'), path).toHaveCount(1);
      await expect(page.locator('head meta[name="description"]'), path).toHaveCount(1);
      await expect(page.locator('head link[rel=canonical]'), path).toHaveCount(1);
    }
    expect(titles.size).toBe(sitePages.length);
  });
}
