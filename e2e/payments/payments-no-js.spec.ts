import { call, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { waitForMailedLink } from '../support/mail';
import { cards, payButton, payWithCard } from '../support/payments';
import { createEmail, createLearner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { leave, signIn } from '../support/people/sign-in';

test('a purchase works without JavaScript from the form to the hosted page and back to the paid order [P1, P2, V2]', async ({
  page,
  t,
}) => {
  await signIn(page, await createLearner(), '/ar/payment?product=course-mobile');
  const phone = page.getByLabel(t('payment.phone_number'));
  const submit = payButton(page, t);
  await phone.fill('abc');
  await submit.click();
  await expect(page).toHaveURL(/error=invalid/);
  await expect(phone).toHaveValue('abc');
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  await phone.fill('٠١٠٠١٢٣٤٥٦٧');
  await submit.click();
  await page.waitForURL(/unifiedcheckout/);
  await payWithCard(page, cards.frictionless);
  await page.waitForURL(/unifiedcheckout\/payment-status|payment\?order=/);
  if (!page.url().includes('order=')) await page.getByTestId('back').click();
  await page.waitForURL(/\/ar\/payment\?order=/);
  await expect(page.getByRole('heading', { name: t('payment.paid') })).toBeVisible();
});

test('a coupon works without JavaScript [N10]', async ({ page, t }) => {
  const chief = await shareAdministrator();
  const code = `NOJS-${Date.now() % 1_000_000}`;
  const terms = {
    percent: 50,
    amount: null,
    startsAt: null,
    endsAt: null,
    maxUses: 1,
    maxUsesPerLearner: null,
    withSale: true,
    refundable: false,
    courses: [],
  };
  await call(`${testSite.url}/api/admin/coupons`, { headers: chief.headers, body: { code, ...terms } });
  await signIn(page, await createLearner(), '/ar/payment?product=course-nextjs');
  await page.getByText(t('payment.coupon_ask')).click();
  await page.getByLabel(t('payment.coupon_label')).fill('nothing-like-it');
  await page.getByRole('button', { name: t('payment.coupon_apply') }).click();
  await expect(page.getByLabel(t('payment.coupon_label'))).toHaveAccessibleDescription(t('problems.coupon_unknown'));
  await page.getByLabel(t('payment.coupon_label')).fill(code.toLowerCase());
  await page.getByRole('button', { name: t('payment.coupon_apply') }).click();
  await expect(page.getByTestId('price')).toContainText(/180.*90/);
  await payButton(page, t, '90').click();
  await page.waitForURL(/unifiedcheckout/);
  await expect(page.getByText(/90/).first()).toBeVisible();
});

test('a company buys seats at the right total without JavaScript and invites a learner, who accepts [N11]', async ({
  page,
  t,
}) => {
  const manager = await createLearner();
  const email = createEmail('salma');
  await signIn(page, manager, '/ar/payment?product=course-nextjs&seats=5');
  await page.getByLabel(t('team.how_many')).fill('مئة');
  await page.getByRole('button', { name: t('team.update_total') }).click();
  await expect(page.getByLabel(t('team.how_many'))).toHaveValue('مئة');
  await expect(page.getByLabel(t('team.how_many'))).toHaveAccessibleDescription(/من 2 إلى 50/);
  await expect(page.getByRole('button', { name: t('payment.submit') })).toBeDisabled();
  await page.getByLabel(t('team.how_many')).fill('٣');
  await page.getByRole('button', { name: t('team.update_total') }).click();
  await expect(page.getByTestId('price')).toContainText('540');
  await payButton(page, t, '540').click();
  await page.waitForURL(/unifiedcheckout/);
  await payWithCard(page, cards.frictionless);
  await page.waitForURL(/unifiedcheckout\/payment-status|payment\?order=/);
  if (!page.url().includes('order=')) await page.getByTestId('back').click();
  await page.getByRole('link', { name: t('payment.to_team') }).click();
  await page.getByLabel(t('team.emails')).fill(email);
  await page.getByRole('button', { name: t('team.invite') }).click();
  await expect(page.getByText(t('team.invited_notice'))).toBeVisible();
  await leave(page);
  const { pathname, search } = new URL(await waitForMailedLink(email, /دعوة إلى دورة/, 'seat'));
  await signIn(page, await createLearner(), `${pathname}${search}`);
  await page.getByRole('button', { name: t('team.accept') }).click();
  await page.waitForURL(/\/ar\/course\/nextjs-from-zero/);
});
