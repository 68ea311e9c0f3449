import { expect, test } from '../support/fixtures';
import { field, press } from '../support/forms';
import { waitForMailedCode } from '../support/mail';
import { createEmail, createLearner, password } from '../support/people/accounts';
import { leave } from '../support/people/sign-in';

test.use({ locale: 'en-GB' });

test('signs up, out and in with plain forms, which keep what was typed except the password [D1, D2, D9]', async ({
  page,
}) => {
  const email = createEmail();
  await page.goto('/en/signup?next=%2Fen%2Fprofile%2Fpayments');
  const typed = {
    'Full name': 'Nadia Farouk',
    'Phone number': '01001234567',
    Email: email,
    Password: 'password123',
    'Confirm password': 'other',
  };
  for (const [name, value] of Object.entries(typed)) await field(page, name).fill(value);
  await press(page, 'Register');
  await expect(page).toHaveURL(/error=invalid/);
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Password')).toHaveValue('');
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await press(page, 'Register');
  await expect(page).toHaveURL(/\/en\/profile\/payments$/);
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/ar\/home/);
  await page.goto('/en/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('wrong password');
  await press(page, 'Login');
  await expect(page).toHaveURL(/\/en\/login\?error=wrong-credentials/);
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Login');
  await expect(page).toHaveURL(/\/en\/home/);
});

test('resets a forgotten password with plain forms [D3, D4, D5]', async ({ page }) => {
  const { email } = await createLearner();
  await page.goto('/en/forgetPassword');
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP Code' }).click();
  await expect(page).toHaveURL(/\/en\/otpcode\?email=/);
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(await waitForMailedCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/en\/resetPassword$/);
  await field(page, 'New password').fill('another-lantern-7');
  await field(page, 'Confirm new password').fill('another-lantern-7');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/en\/profile\/reset-password\?done=1/);
});

test('signs in as a guest and with both providers through plain forms [D6, D7]', async ({ page }) => {
  await page.goto('/en/login');
  await page.getByRole('button', { name: 'Login as guest' }).click();
  await expect(page).toHaveURL(/\/en\/home/);
  for (const provider of ['Google', 'LinkedIn']) {
    await leave(page);
    await page.goto('/en/login?next=%2Fen%2Fprofile%2Fpayments');
    await page.getByRole('button', { name: provider }).click();
    await page.getByTestId('person-omar.nabil@gmail.example').click();
    await expect(page).toHaveURL(/\/en\/profile\/payments/);
  }
});
