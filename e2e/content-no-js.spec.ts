import { expect, test } from './fixtures';

const pages = ['home', 'about', 'services', 'contact', 'policy', 'refund-policy', 'pricing', 'articles', 'articles/backups-that-work',
  'details/service-page/promote/paid-campaigns', 'details/course-page/courses-data/nextjs-from-zero'];

for (const lang of ['ar', 'en', 'de']) {
  test(`A5 A6 A2 every public page in ${lang} is complete without JavaScript`, async ({ page, request }) => {
    await expect.poll(async () => (await request.get(`/api/blog/backups-that-work?lang=${lang}`)).status()).toBe(200);
    for (const path of pages) {
      const response = await page.goto(`/${lang}/${path}`);
      expect([path, response?.status()]).toEqual([path, 200]);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
      await expect(page.locator('h1'), path).toHaveCount(1);
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(150);
      const pictures = await page.locator('main img').evaluateAll((images) => images.filter((image) => !image.getAttribute('src') || !image.hasAttribute('alt') || !image.getAttribute('width')).length);
      expect([path, pictures]).toEqual([path, 0]);
    }
  });
}
