import { newLearner } from '../support/accounts';
import { expect, test } from '../support/fixtures';
import { cards, payWithCard } from '../support/payments';
import { signIn } from '../support/sign-in';

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
