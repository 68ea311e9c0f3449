import { freshEmail, newLearner } from '../support/accounts';
import { enrolSecondFactor, newAdministrator } from '../support/administrators';
import { call, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { mailedLink } from '../support/mail';
import { cards, payWithCard } from '../support/payments';
import { leave, signIn } from '../support/sign-in';

test('P1 P2 V2 the purchase works without JavaScript: the form leads to the hosted page and back to the paid order', async ({ page, t }) => {
  await signIn(page, await newLearner(), '/ar/payment?product=course-mobile');
  const phone = page.getByLabel(t('payment.phone_number'));
  const submit = page.getByRole('button', { name: t('payment.submit') });
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

test('N10 a coupon works without JavaScript', async ({ page, t }) => {
  const chief = await newAdministrator();
  await enrolSecondFactor(chief);
  const code = `NOJS-${Date.now() % 1_000_000}`;
  const terms = { percent: 50, amount: null, startsAt: null, endsAt: null, maxUses: 1, maxUsesPerLearner: null, withSale: true, refundable: false, courses: [] };
  await call(`${testSite.url}/api/admin/coupons`, { headers: chief.headers, body: { code, ...terms } });
  await signIn(page, await newLearner(), '/ar/payment?product=course-nextjs');
  await page.getByLabel(t('payment.coupon_label')).fill('nothing-like-it');
  await page.getByRole('button', { name: t('payment.coupon_apply') }).click();
  await expect(page.getByLabel(t('payment.coupon_label'))).toHaveAccessibleDescription(t('problems.coupon_unknown'));
  await page.getByLabel(t('payment.coupon_label')).fill(code.toLowerCase());
  await page.getByRole('button', { name: t('payment.coupon_apply') }).click();
  await expect(page.getByTestId('price')).toContainText(/180.*90/);
  await page.getByRole('button', { name: t('payment.submit') }).click();
  await page.waitForURL(/unifiedcheckout/);
  await expect(page.getByText(/90/).first()).toBeVisible();
});

test('N11 seats work without JavaScript: the total follows the number, people are invited, and one accepts', async ({ page, t }) => {
  const manager = await newLearner();
  const email = freshEmail('salma');
  await signIn(page, manager, '/ar/payment?product=course-nextjs&seats=5');
  await page.getByLabel(t('team.how_many')).fill('٣');
  await page.getByRole('button', { name: t('team.update_total') }).click();
  await expect(page.getByTestId('price')).toContainText('540');
  await page.getByRole('button', { name: t('payment.submit') }).click();
  await page.waitForURL(/unifiedcheckout/);
  await payWithCard(page, cards.frictionless);
  await page.waitForURL(/unifiedcheckout\/payment-status|payment\?order=/);
  if (!page.url().includes('order=')) await page.getByTestId('back').click();
  await page.getByRole('link', { name: t('payment.to_team') }).click();
  await page.getByLabel(t('team.emails')).fill(email);
  await page.getByRole('button', { name: t('team.invite') }).click();
  await expect(page.getByText(t('team.invited_notice'))).toBeVisible();
  await leave(page);
  const { pathname, search } = new URL(await mailedLink(email, /دعوة إلى دورة/, 'seat'));
  await signIn(page, await newLearner(), `${pathname}${search}`);
  await page.getByRole('button', { name: t('team.accept') }).click();
  await page.waitForURL(/\/ar\/course\/nextjs-from-zero/);
});
