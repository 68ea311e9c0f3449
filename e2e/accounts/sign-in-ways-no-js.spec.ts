import { expect, test } from '../support/fixtures';
import { field, press } from '../support/forms';
import { waitForMailedCode } from '../support/mail';
import { createLearner } from '../support/people/accounts';

test.use({ locale: 'en-GB' });

test('signs in by an emailed code with plain forms, and hides what needs scripts [N21]', async ({ page }) => {
  const { email } = await createLearner();
  await page.goto('/en/login?next=%2Fen%2Fprofile%2Fpayments');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  await press(page, 'Email me a sign-in code');
  await expect(page).toHaveURL(/\/en\/login\?next=.*error=invalid/);
  await field(page, 'Email').fill(email);
  await press(page, 'Email me a sign-in code');
  await expect(page).toHaveURL(/\/en\/login\/code\?email=/);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('OTP has been sent to your email')).toBeVisible();
  const typeCode = async (code: string) => {
    for (const [at, digit] of [...code].entries()) await page.getByLabel(`Digit ${at + 1} of 6`).fill(digit);
    await press(page, 'Login');
  };
  await typeCode('000000');
  await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
  await expect
    .poll(async () => {
      await typeCode(await waitForMailedCode(email));
      return page.url();
    })
    .toMatch(/\/en\/profile\/payments$/);
});
