import { expect, test } from './fixtures';

const pages = ['home', 'about', 'services', 'pricing', 'contact', 'policy', 'refund-policy', 'articles', 'articles/fast-website-in-egypt', 'details/course-page/courses-data/nextjs-from-zero'];

test('A1 the bare address leads to the Arabic home page', async ({ page }) => {
  await page.goto('/');
  expect(new URL(page.url()).pathname).toBe('/ar/home');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

for (const lang of ['ar', 'en', 'de']) {
  for (const path of pages) {
    test(`A5 A6 /${lang}/${path} reads whole without JavaScript`, async ({ page }) => {
      const answer = await page.goto(`/${lang}/${path}`);
      expect(answer?.status()).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('h1')).toBeVisible();
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
    });
  }
}
