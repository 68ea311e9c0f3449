import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { mailedCode } from './people/mail';
import { freshEmail, password } from './people/person';

const submit = (page: Page, action: string) => page.locator(`main form[action="${action}"] [type=submit]`).click();

test.describe('without JavaScript', () => {
  test('D1 D2 D9 signing up, out and in by plain forms; what was typed is kept, a password never', async ({ page }) => {
    const email = freshEmail();
    await page.goto('/en/signup?next=%2Fen%2Fprofile%2Fpayments');
    for (const [name, value] of Object.entries({ name: 'Nadia Farouk', phone: '01001234567', email, sub: 'password123', confirmPassword: 'other' })) await page.locator(`[name=${name}]`).fill(value);
    await submit(page, '/auth/createUser');
    await expect(page).toHaveURL(/error=invalid/);
    await expect(page.locator('[name=email]')).toHaveValue(email);
    await expect(page.locator('[name=sub]')).toHaveValue('');
    await expect(page.getByText('This password is too common.')).toBeVisible();
    await page.locator('[name=sub]').fill(password);
    await page.locator('[name=confirmPassword]').fill(password);
    await submit(page, '/auth/createUser');
    await expect(page).toHaveURL(/\/en\/profile\/payments$/);
    await page.locator('form[action="/auth/logout"] button').first().click();
    await expect(page).toHaveURL(/\/ar\/home/);
    await page.goto('/en/login');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill('wrong password');
    await submit(page, '/api/auth/callback/credentials');
    await expect(page).toHaveURL(/\/en\/login\?error=wrong-credentials/);
    await expect(page.locator('[name=email]')).toHaveValue(email);
    await page.locator('[name=password]').fill(password);
    await submit(page, '/api/auth/callback/credentials');
    await expect(page).toHaveURL(/\/en\/home/);
  });

  test('D3 D4 D5 a forgotten password by plain forms', async ({ page }) => {
    const { email } = await newLearner();
    await page.goto('/ar/forgetPassword');
    await page.locator('[name=email]').fill(email);
    await submit(page, '/auth/forgot-password');
    await expect(page).toHaveURL(/\/ar\/otpcode\?email=/);
    const code = await mailedCode(email);
    for (const [at, digit] of [...code].entries()) await page.locator(`[name="otp.${at}"]`).fill(digit);
    await submit(page, '/auth/verify-otp');
    await expect(page).toHaveURL(/\/ar\/resetPassword$/);
    await page.locator('[name=sub]').fill('another-lantern-7');
    await page.locator('[name=confirmPassword]').fill('another-lantern-7');
    await submit(page, '/auth/reset-password');
    await expect(page).toHaveURL(/\/ar\/profile\/reset-password\?done=1/);
  });

  test('D6 D7 guests and both providers by plain forms', async ({ page, context }) => {
    await page.goto('/en/login');
    await page.locator('[data-way=guest] button').click();
    await expect(page).toHaveURL(/\/en\/home/);
    for (const way of ['google', 'linkedin']) {
      await context.clearCookies();
      await page.goto('/en/login?next=%2Fen%2Fprofile%2Fpayments');
      await page.locator(`[data-way=${way}] button`).click();
      await page.getByTestId('person-omar.nabil@gmail.example').click();
      await expect(page).toHaveURL(/\/en\/profile\/payments/);
    }
  });
});
