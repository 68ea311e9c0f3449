import { devices, type Page } from '@playwright/test';
import { call, type Session, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { waitForMail } from '../support/mail';
import {
  cards,
  completePayment,
  findPaidOrder,
  listPayments,
  openHostedPage,
  payButton,
  payWithCard,
  requestPayment,
} from '../support/payments';
import { createLearner } from '../support/people/accounts';
import { enterAdministration, shareAdministrator } from '../support/people/administrators';
import { leave, signIn } from '../support/people/sign-in';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

const form = `/ar/payment?product=${course.productKey}`;

const terms = {
  percent: 30,
  amount: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerLearner: null,
  withSale: true,
  refundable: false,
  courses: [],
};

const createCoupon = ({ headers }: Session, coupon: object) =>
  call(`${testSite.url}/api/admin/coupons`, { headers, body: { ...terms, ...coupon } });
const toArabicDigits = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
const createName = (name: string) => `${name}-${Date.now() % 1_000_000}`;
const price = (page: Page) => page.getByTestId('price');

async function apply(page: Page, t: (key: string) => string, code: string): Promise<void> {
  const field = page.getByLabel(t('payment.coupon_label'));
  if (await field.isHidden()) await page.getByText(t('payment.coupon_ask')).click();
  await field.fill(code);
  await page.getByRole('button', { name: t('payment.coupon_apply') }).click();
}

test('a coupon created in administration is used for a purchase on a phone, and each view of the order names it [N10, O9]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const code = createName('save30');
  await enterAdministration(page, '/ar/admin/coupons/new');
  await page.getByLabel(t('admin.coupon_code')).fill(code);
  await page.getByLabel(t('admin.coupon_value_percent')).fill('٣٠');
  await page.getByLabel(t('admin.coupon_max_uses')).fill('1');
  await page.getByLabel(t('admin.coupon_with_sale')).check();
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: code.toUpperCase() })).toBeVisible();
  await leave(page);

  const learner = await createLearner();
  await signIn(page, learner, form);
  await page.getByLabel(t('payment.last_name')).fill('عبد الرحمن');
  await apply(page, t, toArabicDigits(code));
  await expect(page.getByRole('status').filter({ hasText: code.toUpperCase() })).toBeVisible();
  await expect(price(page)).toContainText(/180.*126/);
  await expect(page.getByLabel(t('payment.last_name'))).toHaveValue('عبد الرحمن');
  const hosted = await openHostedPage(page, t);
  await expect(hosted.getByText(/126/).first()).toBeVisible();
  await payWithCard(hosted, cards.frictionless);
  await page.waitForURL((url) => url.pathname.includes(`/course/${course.slug}`));
  await hosted.close();

  await page.goto('/ar/profile/payments');
  await expect(page.getByRole('main')).toContainText(code.toUpperCase());
  await page.goto(`/ar/payment/receipt/${await findPaidOrder(learner)}`);
  for (const text of [code.toUpperCase(), '180', '54', '126'])
    await expect(page.getByTestId('receipt')).toContainText(text);
  expect((await waitForMail(learner.email, /إيصال/)).text).toContain(code.toUpperCase());

  const other = await createLearner();
  await leave(page);
  await signIn(page, other, form);
  await apply(page, t, code);
  await expect(page.getByRole('alert').filter({ hasText: t('problems.coupon_used_up') })).toBeVisible();
});

test('informs a buyer of the refund who pays on a declined order’s old page after the coupon’s last use (decision 107) [N10]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const code = createName('LAST');
  await createCoupon(await shareAdministrator(), { code, maxUses: 1 });
  const learner = await createLearner();
  await signIn(page, learner, `${form}&coupon=${code}`);
  const hosted = await openHostedPage(page, t);
  const oldPage = hosted.url();
  await payWithCard(hosted, cards.declined);
  await expect(page.getByRole('heading', { name: t('payment.failed') })).toBeVisible();

  const other = await createLearner();
  const { orderId, clientSecret } = await requestPayment(other, course.productKey, testSite, { coupon: code });
  await completePayment({ orderId, clientSecret }, 'paid');
  await expect
    .poll(async () => (await listPayments(other)).map(({ orderId: id, status }) => [id, status]))
    .toEqual([[orderId, 'paid']]);

  await hosted.goto(oldPage);
  await payWithCard(hosted, cards.frictionless);
  await expect(
    hosted
      .getByRole('heading', { name: t('payment.coupon_over') })
      .or(hosted.getByRole('heading', { name: t('payment.refunded') })),
  ).toBeVisible();
  await expect(hosted.getByRole('link', { name: t('payment.to_course') })).toHaveCount(0);
  await hosted.close();
  await page.goto('/ar/profile/payments');
  await expect(async () => {
    await page.reload();
    await expect(page.locator('[data-status="refunded"]')).toContainText(code, { timeout: 500 });
  }).toPass();
  expect((await waitForMail(learner.email, /في طريقه إليك/)).text).toContain(code);
});

test('a 100 % coupon unlocks the course at once without asking for a card [N10]', async ({ page, t }) => {
  const code = createName('GIFT');
  await createCoupon(await shareAdministrator(), { code, percent: 100 });
  await signIn(page, await createLearner(), `${form}&coupon=${code}`);
  await expect(price(page)).toContainText(t('payment.free'));
  await page.getByRole('button', { name: t('payment.free_submit') }).click();
  await page.waitForURL(/payment\?order=|\/course\//);
  await page.goto(`/ar/course/${course.slug}`);
  await expect(page).toHaveURL(new RegExp(`/course/${course.slug}`));
});

test('a wrong code shows the reason next to its field, and price and typed values stay [N10, V5]', async ({
  page,
  t,
}) => {
  const chief = await shareAdministrator();
  const [over, sale, later] = [createName('OVER'), createName('SALE'), createName('LATER')];
  await createCoupon(chief, { code: over, endsAt: '2026-01-01T00:00:00Z' });
  await createCoupon(chief, { code: sale, courses: ['digital-marketing-basics'] });
  await createCoupon(chief, { code: later, startsAt: '2030-01-01T00:00:00Z' });
  await signIn(page, await createLearner(), form);
  await page.getByLabel(t('payment.first_name')).fill('هدى');
  for (const [code, key] of [
    ['nothing-like-it', 'unknown'],
    [over, 'expired'],
    [sale, 'other_course'],
    [later, 'not_yet'],
  ] as const) {
    await apply(page, t, code);
    const field = page.getByLabel(t('payment.coupon_label'));
    await expect(field).toHaveAccessibleDescription(t(`problems.coupon_${key}`));
    await expect(field).toHaveValue(code);
    await expect(price(page)).toContainText('180');
    await expect(page.getByLabel(t('payment.first_name'))).toHaveValue('هدى');
  }
});

test('a code that ends while the buyer fills in the form is refused beside the button, and the price without it is shown [N10, V5]', async ({
  page,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/422 \(Unprocessable/);
  const chief = await shareAdministrator();
  const code = createName('BRIEF');
  const { text } = await createCoupon(chief, { code });
  await signIn(page, await createLearner(), form);
  await apply(page, t, code);
  await expect(price(page)).toContainText('126');
  await expect(payButton(page, t, '126')).toBeVisible();
  await call(`${testSite.url}/api/admin/coupons/${(JSON.parse(text) as { id: string }).id}/end`, {
    headers: chief.headers,
    body: {},
  });
  await payButton(page, t).click();
  await expect(page.getByRole('alert').filter({ hasText: t('payment.error_coupon') })).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel(t('payment.coupon_label'))).toHaveAccessibleDescription(t('problems.coupon_expired'));
  await expect(price(page)).not.toContainText('126');
});
