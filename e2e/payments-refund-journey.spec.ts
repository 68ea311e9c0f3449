import { expect, test } from './fixtures';
import { makeLearner, signIn } from './learner';
import { worldPorts } from './world-ports';

const mock = `http://127.0.0.1:${worldPorts().paymob}/_mock`;
const control = { headers: { 'x-mock-token': 'mock' } };
const langOf = (locale: string | undefined) => (locale ?? 'ar').slice(0, 2);

test('P7 P6 a learner sees what is left of the refund policy, asks, gets the money back and loses the course', async ({ page, request, locale }) => {
  const lang = langOf(locale);
  const learner = await makeLearner('course-nextjs');
  await signIn(page, learner, `/${lang}/profile/payments`);
  const card = page.locator('[data-order]').first();
  await expect(card).toHaveAttribute('data-status', 'paid');
  await expect(card.locator('details')).toContainText(/0.*3.*30/s);
  await card.locator('summary').click();
  await card.locator('textarea').fill('ليست مناسبة لي');
  await card.locator('details [type=submit]').click();
  await expect(page.locator('main [role=alert]')).toBeVisible();
  await expect(card).toHaveAttribute('data-status', 'refund_requested');

  const order = await card.getAttribute('data-order');
  await page.goto(`/${lang}/payment/receipt/${order}`);
  await expect(page.getByTestId('receipt')).toContainText(/R-\d{6}/);
  const transaction = /\b9\d{5,}\b/.exec(await page.getByTestId('receipt').innerText())?.[0];
  const refunded = await request.post(`${mock}/transactions/${transaction}/refund`, { ...control, data: {} });
  expect(refunded.ok(), await refunded.text()).toBe(true);

  await expect(async () => {
    await page.goto(`/${lang}/profile/payments`);
    await expect(card).toHaveAttribute('data-status', 'refunded', { timeout: 500 });
  }).toPass();
  await page.goto(`/${lang}/payment/receipt/${order}`);
  await expect(page.getByTestId('credit-note')).toContainText(/CN-\d{6}/);
  await page.goto(`/${lang}/course/nextjs-from-zero`);
  await expect(page).toHaveURL(/payment\?product=course-nextjs/);
});
