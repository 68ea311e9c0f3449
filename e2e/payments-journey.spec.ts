import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { newPerson } from './people/person';
import { cards, openHostedPage, payWithCard } from './people/purchase';
import { signUp } from './people/sign-in';

const product = 'course-nextjs';
const slug = 'nextjs-from-zero';

const enter = (page: Page, lang: string) => signUp(page, newPerson(), `/${lang}/payment?product=${product}`);

/** Submits the payment form and gives the hosted page, which opens in a new tab. */
async function toHostedPage(page: Page, lang: string): Promise<Page> {
  await page.goto(`/${lang}/payment?product=${product}`);
  const hosted = await openHostedPage(page);
  await page.waitForURL(/payment\?order=/);
  await expect(page.locator('[data-status=pending]')).toBeVisible();
  return hosted;
}

test.describe('buying a course', () => {
  test('P1 P2 P6 the form, the hosted page in a new tab, and the waiting tab that goes on to the course', async ({ page, lang }) => {
    await enter(page, lang);
    const hosted = await toHostedPage(page, lang);
    await payWithCard(hosted, cards.frictionless);
    await page.waitForURL((url) => url.pathname.includes(`/course/${slug}`));
    await hosted.waitForURL(/payment\?order=/);
    await expect(hosted.locator('[data-status=paid]')).toBeVisible();
  });

  test('P5 P9 a declined card does not enrol, says why and what next, with help at hand', async ({ page, lang }) => {
    await enter(page, lang);
    const hosted = await toHostedPage(page, lang);
    await payWithCard(hosted, cards.declined);
    await expect(page.locator('[data-status=failed]')).toBeVisible();
    await expect(page.locator('main a[href^="https://wa.me/"]')).toBeVisible();
    await page.goto(`/${lang}/course/${slug}`);
    await expect(page).toHaveURL(new RegExp(`/payment\\?product=${product}`));
  });

  test('P5 a callback that never comes is found when the buyer returns', async ({ page, lang }) => {
    await enter(page, lang);
    const hosted = await toHostedPage(page, lang);
    await payWithCard(hosted, cards.silent);
    await page.waitForURL((url) => url.pathname.includes(`/course/${slug}`));
  });

  test('P2 a blocked popup falls back to a link to the hosted page', async ({ page, lang }) => {
    await enter(page, lang);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`/${lang}/payment?product=${product}`);
    await page.locator('main form [type=submit]').click();
    await page.waitForURL(/blocked=1/);
    await expect(page.locator('main [role=alert]')).toBeVisible();
    await expect(page.locator('main a[href*="unifiedcheckout"]')).toHaveAttribute('target', '_blank');
  });

  test('P1 V2 the button waits for a valid form, and faults show once a field was touched', async ({ page, lang }) => {
    await enter(page, lang);
    await page.goto(`/${lang}/payment?product=${product}`);
    const submit = page.locator('main form [type=submit]');
    await expect(submit).toBeEnabled();
    await page.locator('#last_name').fill('');
    await expect(submit).toBeDisabled();
    await page.locator('#last_name').blur();
    await expect(page.locator('main form [role=alert]:not(:empty)')).toHaveCount(1);
    await page.locator('#last_name').fill('عادل');
    await expect(page.locator('main form [role=alert]:not(:empty)')).toHaveCount(0);
    await expect(submit).toBeEnabled();
    await page.goto(`/${lang}/payment`);
    await expect(page.locator('main form')).toHaveCount(0);
  });
});
