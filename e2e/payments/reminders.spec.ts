import { createHmac, hkdfSync } from 'node:crypto';
import { devices } from '@playwright/test';
import { call, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { unsubscribeByOneClick, waitForConfirmationLink } from '../support/mail';
import { requestPayment } from '../support/payments';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { authSecret } from '../support/services/ports';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

/** Signs the link as a reminder does, because a real reminder would arrive only after an hour. */
function stopQuery(order: string | null): URLSearchParams {
  const key = createHmac('sha256', Buffer.from(hkdfSync('sha256', authSecret, '', 'stop-reminders', 32)))
    .update(order ?? '')
    .digest('base64url');
  return new URLSearchParams({ order: order ?? '', key });
}

test('a reminder’s link stops reminders without signing in, by a button or one POST, and the profile turns them on again [N13]', async ({
  page,
  t,
}) => {
  const learner = await createLearner();
  await fetch(await waitForConfirmationLink(learner.email, /./), { redirect: 'manual' });
  const { orderId } = await requestPayment(learner, course.productKey);
  await page.goto(`/ar/order-reminders?order=${orderId}&key=wrong`);
  await expect(page.getByText(t('payment.reminders_unknown'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('payment.reminders_stop') })).toHaveCount(0);

  await page.goto(`/ar/order-reminders?${stopQuery(orderId)}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: t('payment.reminders_stop') }).click();
  await expect(page.getByText(t('payment.reminders_stopped'))).toBeVisible();

  await signIn(page, learner, '/ar/profile/details');
  await expect(page.getByText(t('account.reminders_off'))).toBeVisible();
  await page.getByRole('button', { name: t('account.reminders_turn_on') }).click();
  await expect(page.getByText(t('account.reminders_changed'))).toBeVisible();
  await expect(page.getByText(t('account.reminders_on'))).toBeVisible();

  const url = `${testSite.url}/api/reminders/stop?${stopQuery(orderId)}&lang=ar`;
  expect((await call(url)).text, 'in a browser it leads to the page').toContain(t('payment.reminders_stop'));
  await unsubscribeByOneClick(url);
  await page.reload();
  await expect(page.getByText(t('account.reminders_off'))).toBeVisible();
});
