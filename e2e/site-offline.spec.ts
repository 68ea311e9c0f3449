import { expect, test } from './fixtures';

test('B12 offline the page says so and is not lost to a click; back online links work again', async ({ page, context, trouble }) => {
  trouble.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/ar/services', { waitUntil: 'networkidle' });
  const notice = page.getByText('لا يوجد اتصال بالإنترنت');
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await page.locator('footer nav a[href="/ar/pricing"]').click();
  await expect(page).toHaveURL(/\/ar\/services$/);
  await expect(page.locator('h1')).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await page.locator('footer nav a[href="/ar/pricing"]').click();
  await expect(page).toHaveURL(/\/ar\/pricing$/);
});
