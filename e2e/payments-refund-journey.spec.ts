import { mailTo, password } from './accounts-people';
import { enrolSecondFactor, newAdministrator } from './administrator';
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

const approve: Record<string, string> = { ar: 'الموافقة على الاسترداد', en: 'Approve refund', de: 'Erstattung genehmigen' };

test('P7 O6 an administrator approves with a second factor, Paymob pays back once, access ends and a mail says so', async ({ page, context, request, locale, trouble }) => {
  test.setTimeout(120_000);
  trouble.expected.push(/403 \(Forbidden\)/);
  const lang = langOf(locale);
  const learner = await makeLearner('course-nextjs');
  await signIn(page, learner, `/${lang}/profile/payments`);
  const card = page.locator('[data-order]').first();
  await card.locator('summary').click();
  await card.locator('textarea').fill('ليست مناسبة لي');
  await card.locator('details [type=submit]').click();
  await expect(card).toHaveAttribute('data-status', 'refund_requested');
  const order = await card.getAttribute('data-order');
  await page.goto(`/${lang}/payment/receipt/${order}`);
  const transaction = /\b9\d{5,}\b/.exec(await page.getByTestId('receipt').innerText())?.[0];
  await context.clearCookies();

  const administrator = await newAdministrator(request);
  await signIn(page, { ...administrator, password }, `/${lang}/profile/security`);
  const nextCode = await enrolSecondFactor(page, lang);
  await page.goto(`/${lang}/admin/orders?status=refund_requested`);
  await page.locator(`main a[href$="/admin/orders/${order}"]`).first().click();
  await expect(page.locator('h1')).toContainText(/\d/);
  const number = /\d+/.exec(await page.locator('h1').innerText())?.[0];
  // As ten minutes after signing in: the first try is told to prove the second factor again.
  await page.route(`**/api/admin/refunds/${order}/approve`, (route) => route.fulfill({
    status: 403, contentType: 'application/problem+json', body: JSON.stringify({ type: '/problems/step-up', title: 'step-up', status: 403, requestId: 'x' }),
  }), { times: 1 });
  await page.getByRole('button', { name: approve[lang], exact: true }).click();
  await page.locator('dialog textarea').fill('Within the policy');
  await page.locator('dialog').getByRole('button', { name: approve[lang], exact: true }).click();
  await page.locator('#step-up-code').fill(nextCode());
  await page.locator('dialog:has(#step-up-code) [type=submit]').click();
  await expect(page.getByRole('button', { name: approve[lang], exact: true })).toHaveCount(0);
  await context.clearCookies();

  await signIn(page, learner, `/${lang}/profile/payments`);
  await expect(async () => {
    await page.reload();
    await expect(card).toHaveAttribute('data-status', 'refunded', { timeout: 500 });
  }).toPass();
  const charges = (await (await request.get(`${mock}/transactions`, control)).json()) as { parent_transaction: number | null; amount_cents: number }[];
  expect(charges.filter((one) => String(one.parent_transaction) === transaction).map((one) => one.amount_cents)).toEqual([180_000]);
  await page.goto(`/${lang}/course/nextjs-from-zero`);
  await expect(page).toHaveURL(/payment\?product=course-nextjs/);
  const { text } = await mailTo(request, 'mona@example.com', new RegExp(`\\b${number}\\b.*(?:refunded|erstattet)|أُعيد.*\\b${number}\\b`));
  expect(text).toContain(`/payment/receipt/${order}`);
});
