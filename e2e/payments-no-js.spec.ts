import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { cards, payWithCard } from './people/purchase';
import { signIn } from './people/sign-in';

test('P1 P2 V2 the purchase works without JavaScript: the form leads to the hosted page and back to the paid order', async ({ page }) => {
  await signIn(page, await newLearner(), '/ar/payment');
  await page.goto('/ar/payment?product=course-mobile');
  await page.locator('#phone_number').fill('abc');
  await page.locator('main form [type=submit]').click();
  await expect(page).toHaveURL(/error=invalid/);
  await expect(page.locator('#phone_number')).toHaveValue('abc');
  await expect(page.locator('main [role=alert]').first()).toBeVisible();
  await page.locator('#phone_number').fill('٠١٠٠١٢٣٤٥٦٧');
  await page.locator('main form [type=submit]').click();
  await page.waitForURL(/unifiedcheckout/);
  await payWithCard(page, cards.frictionless);
  await page.waitForURL(/unifiedcheckout\/payment-status|payment\?order=/);
  if (!page.url().includes('order=')) await page.getByTestId('back').click();
  await page.waitForURL(/\/ar\/payment\?order=/);
  await expect(page.locator('[data-status=paid]')).toBeVisible();
});
