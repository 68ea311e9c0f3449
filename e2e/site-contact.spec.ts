import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const typed = { fullName: 'منى عادل', phoneNumber: '٠١٠١٢٣٤٥٦٧٨', email: 'mona@midan.example', message: 'سؤال عن الأسعار' };

async function fill(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
}

test('V1 V5 faults show once a field was touched, as alerts; the button waits until all is right', async ({ page }) => {
  await page.goto('/en/contact');
  const send = page.locator('main form [type=submit]');
  await expect(send).toBeDisabled();
  await expect(page.locator('main [role=alert]').filter({ hasText: /./ })).toHaveCount(0);
  for (const [name, wrong, words] of [
    ['fullName', '', 'Full name is required.'], ['fullName', 'Mona 1', 'Only alphabetic characters and spaces are allowed.'],
    ['phoneNumber', 'abc', 'Phone number can only contain numbers.'], ['phoneNumber', '123', 'Phone number must be 11 digits.'],
    ['email', 'mona', 'Please enter a valid email address.'], ['message', 'hey', 'Message must be at least 5 characters long.'],
  ] as const) {
    await page.locator(`[name=${name}]`).fill(wrong);
    await page.locator(`[name=${name}]`).blur();
    await expect(page.locator(`#${name}-error`)).toHaveText(words);
    await expect(page.locator(`#${name}-error`)).toHaveAttribute('role', 'alert');
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(send).toBeDisabled();
});

for (const [lang, help] of [['ar', /11 رقمًا.*10 إلى 13/], ['en', /11 digits in Egypt.*10 to 13/], ['de', /11 Ziffern.*10 bis 13/]] as const) {
  test(`V1 V7 ${lang}: the help beside a phone field explains its message and is read out with the field`, async ({ page }) => {
    for (const path of ['contact', 'signup']) {
      await page.goto(`/${lang}/${path}`);
      await expect(page.locator('main input[type=tel]')).toHaveAccessibleDescription(help);
    }
  });
}

test('V1 names with hyphen, apostrophe and full stop are sent as they were typed', async ({ page }) => {
  await page.goto('/en/contact');
  await fill(page);
  await page.locator('[name=fullName]').fill('J. R. O’Neil El-Sayed');
  const answer = page.waitForResponse('**/api/contact');
  await page.locator('main form [type=submit]').click();
  expect((await answer).status()).toBe(201);
});

test('V1 S3 a message is sent, the form is empty again, Arabic-Indic digits are taken', async ({ page }) => {
  await page.goto('/ar/contact');
  await fill(page);
  const answer = page.waitForResponse('**/api/contact');
  await page.locator('main form [type=submit]').click();
  expect((await answer).status()).toBe(201);
  await expect(page.getByRole('alert').filter({ hasText: 'وصلت رسالتك' })).toBeVisible();
  for (const name of Object.keys(typed)) await expect(page.locator(`[name=${name}]`)).toHaveValue('');
});

test('V1 B7 what was typed before the scripts came counts', async ({ page }) => {
  let come: (() => void) | undefined;
  const typedIn = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await typedIn;
    await route.continue();
  });
  await page.goto('/ar/contact', { waitUntil: 'commit' });
  await fill(page);
  come?.();
  await expect(page.locator('main form')).toHaveAttribute('novalidate', '');
  await expect(page.locator('main form [type=submit]')).toBeEnabled();
  for (const [name, value] of Object.entries(typed)) await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
});

test('V6 a failed send keeps what was typed and says so', async ({ page, trouble }) => {
  trouble.expected.push(/Failed to load resource/);
  await page.goto('/ar/contact');
  await fill(page);
  await page.route('**/api/contact', (route) => route.abort());
  await page.locator('main form [type=submit]').click();
  await expect(page.getByRole('alert').filter({ hasText: 'لم تُرسل الرسالة' })).toBeVisible();
  for (const [name, value] of Object.entries(typed)) await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
});
