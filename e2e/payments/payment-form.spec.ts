import type { Page } from '@playwright/test';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { holdScripts } from '../support/forms';
import { cards, openHostedPage, payWithCard } from '../support/payments';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

const form = `/en/payment?product=${course.productKey}`;

test.use({ locale: 'en-GB' });
test.beforeEach(async ({ page }) => signIn(page, await createLearner(), form));

const submit = (page: Page) => page.getByRole('button', { name: 'Pay 180 L.E', exact: true });

test('a declined card does not enrol and explains what to do; a missing callback is found when the buyer returns [P5, P9]', async ({
  page,
  t,
}) => {
  await payWithCard(await openHostedPage(page, t), cards.declined);
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Help by WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+\?text=.*\d/,
  );
  await page.goto(`/en/course/${course.slug}`);
  await expect(page).toHaveURL(/\/payment\?product=course-nextjs/);
  await page.goto(form);
  await payWithCard(await openHostedPage(page, t), cards.silent);
  await page.waitForURL((url) => url.pathname.includes(`/course/${course.slug}`));
});

test('the button waits for a valid form with errors on touched fields; a blocked popup falls back to a link to the hosted page [P1, P2, V2]', async ({
  page,
}) => {
  const errors = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  await expect(submit(page)).toBeEnabled();
  await page.getByLabel('Last Name').fill('');
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel('Last Name').blur();
  await expect(errors).toHaveText(['Last name is required']);
  await page.getByLabel('Last Name').fill('عادل');
  await expect(errors).toHaveCount(0);
  await expect(submit(page)).toBeEnabled();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await submit(page).click();
  await page.waitForURL(/blocked=1/);
  await expect(page.getByRole('alert').filter({ hasText: 'Your browser blocked the new tab' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Open the payment page' });
  await expect(link).toHaveAttribute('href', /unifiedcheckout/);
  await expect(link).toHaveAttribute('target', '_blank');
  await page.goto('/en/payment');
  await expect(page.getByText('No course chosen yet')).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
});

test('values typed before the scripts ran are used [P1, V2]', async ({ page, t }) => {
  const release = await holdScripts(page);
  await page.goto(form, { waitUntil: 'commit' });
  await page.getByLabel('First Name').fill('هدى');
  await page.getByLabel('Phone Number').fill('abc');
  release();
  await expect(submit(page), 'the form knows what it has').toBeDisabled();
  await page.getByLabel('Phone Number').fill('01001234567');
  await expect(page.getByLabel('First Name')).toHaveValue('هدى');
  await payWithCard(await openHostedPage(page, t), cards.paid);
  await page.waitForURL((url) => url.pathname.includes(`/course/${course.slug}`));
});

test('the order on a phone is one line above the form, its amount stays in view, and the coupon field is one step away [P1]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(form);
  const order = page.getByText('Details', { exact: true });
  const amount = page.getByRole('main').getByText('180 L.E', { exact: true }).filter({ visible: true });
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Your order' })).toBeHidden();
  await submit(page).scrollIntoViewIfNeeded();
  await expect(amount).toBeInViewport();
  await submit(page).focus();
  for (const name of ['Email', 'Phone Number', 'Last Name']) {
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('textbox', { name })).toBeFocused();
    const hasHiddenParts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main details')].some(
          (bar) =>
            getComputedStyle(bar).position === 'sticky' &&
            bar.getBoundingClientRect().bottom > document.activeElement!.getBoundingClientRect().top,
        ),
      );
    await expect.poll(hasHiddenParts, { message: `${name} under the amount` }).toBe(false);
  }
  await order.click();
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Refund within 30 days');
  await expect(page.getByLabel('Coupon code')).toBeHidden();
  await page.getByText('Have a code?').click();
  const [field, button] = await Promise.all([
    page.getByLabel('Coupon code').boundingBox(),
    page.getByRole('button', { name: 'Apply code' }).boundingBox(),
  ]);
  // The row belongs to the field, so that a whole code shows.
  expect(button!.y - (field!.y + field!.height)).toBeGreaterThanOrEqual(0);
  expect(button!.y - (field!.y + field!.height)).toBeLessThan(24);
  await page.goto(form.replace('course-nextjs', 'course-marketing'));
  await expect(
    page.getByText('Bought at a reduced price: this order cannot be refunded').filter({ visible: true }),
  ).toHaveCount(1);
  await page.goto(form.replace('/en/', '/de/'));
  await expect(page.getByRole('button', { name: '180 L.E bezahlen', exact: true })).toBeVisible();
});
