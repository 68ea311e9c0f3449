import { axeFaults } from './axe';
import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { askToPay, endPayment } from './people/purchase';
import { signIn } from './people/sign-in';

test('P1 P9 D10 every screen of a payment passes axe and fits 320 pixels', async ({ page }) => {
  const learner = await newLearner('course-nextjs');
  await signIn(page, learner, '/ar/profile/payments');
  const declined = await askToPay(learner, 'course-marketing');
  await endPayment(declined, 'declined');
  const waiting = await askToPay(learner, 'course-mobile');
  const paid = await page.locator('[data-status=paid]').getAttribute('data-order');
  const screens = [
    '/ar/profile/payments', '/ar/payment', '/ar/payment?product=course-marketing', `/ar/payment?order=${declined.order}`,
    `/ar/payment?order=${waiting.order}`, `/ar/payment?order=${paid}`, `/ar/payment/receipt/${paid}`,
  ];
  for (const screen of screens) {
    await page.goto(screen);
    expect(await axeFaults(page), screen).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: screen }).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
