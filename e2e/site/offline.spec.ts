import { expect, test } from '../support/fixtures';
import { findMovingParts } from '../support/motion';

test('an offline page says so without motion and survives a click; links work again once online [B12, L1]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Pass `waitUntil`, so that the page opens without React (fixtures.ts): the notice must not need React.
  await page.goto('/ar/services', { waitUntil: 'load' });
  const notice = page.getByText('لا يوجد اتصال بالإنترنت');
  await expect(notice).toBeHidden();
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  expect(await findMovingParts(page), 'under reduced motion').toEqual([]);
  const [noticeBox, headingBox] = await Promise.all(
    [notice.locator('xpath=ancestor::*[@role="status"]'), page.getByRole('heading', { level: 1 })].map((part) =>
      part.boundingBox(),
    ),
  );
  expect(headingBox!.y, 'the notice does not cover the heading').toBeGreaterThanOrEqual(
    noticeBox!.y + noticeBox!.height,
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'الأسعار' }).click();
  await expect(page).toHaveURL(/\/ar\/services$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'الأسعار' }).click();
  await expect(page).toHaveURL(/\/ar\/pricing$/);
});
