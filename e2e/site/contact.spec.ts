import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { field, holdScripts } from '../support/forms';
import { readMessages } from '../support/messages';

const typed = {
  full_name: 'منى عادل',
  phone_number: '٠١٠١٢٣٤٥٦٧٨',
  email: 'mona@midan.example',
  message: 'سؤال عن الأسعار',
};

const control = (page: Page, lang: string, name: string) => field(page, readMessages(lang)(`contact.${name}`));
const send = (page: Page, lang: string) => page.getByRole('button', { name: readMessages(lang)('contact.send') });

async function fill(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(typed)) await control(page, 'ar', name).fill(value);
}

test('errors show as alerts once a field was touched, and the button waits for a valid form [V1, V5]', async ({
  page,
}) => {
  await page.goto('/en/contact');
  await expect(send(page, 'en')).toBeDisabled();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  for (const [name, wrong, message] of [
    ['full_name', '', 'Full name is required.'],
    ['full_name', 'Mona 1', 'Only alphabetic characters and spaces are allowed.'],
    ['phone_number', 'abc', 'Phone number can only contain numbers.'],
    ['phone_number', '123', 'Phone number must be 11 digits.'],
    ['email', 'mona', 'Please enter a valid email address.'],
    ['message', 'hey', 'Message must be at least 5 characters long.'],
  ] as const) {
    await control(page, 'en', name).fill(wrong);
    await control(page, 'en', name).blur();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect(control(page, 'en', name)).toHaveAttribute('aria-invalid', 'true');
    await expect(control(page, 'en', name)).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')));
  }
  await expect(send(page, 'en')).toBeDisabled();
});

test('a pasted message that is too long stays whole, and the error names the limit [V1, V18]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/en/contact');
  const message = control(page, 'en', 'message');
  await message.fill('Our brief: ');
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'x'.repeat(5200));
  await message.press('End');
  await message.press('ControlOrMeta+V');
  await expect(message).toHaveValue(`Our brief: ${'x'.repeat(5200)}`);
  await message.blur();
  await expect(page.getByRole('alert').filter({ hasText: '5,000 characters' })).toBeVisible();
  await expect(message).toHaveAttribute('maxlength', '5000');
});

test('values typed before the scripts ran are used [V1, B7]', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/ar/contact', { waitUntil: 'commit' });
  await fill(page);
  release();
  await expect(send(page, 'ar')).toBeEnabled();
  for (const [name, value] of Object.entries(typed)) await expect(control(page, 'ar', name)).toHaveValue(value);
});

test('a failed message is reported and kept, a sent one empties the form; Arabic-Indic digits and punctuated names are valid [V1, V6, S3]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource/);
  await page.goto('/ar/contact');
  await fill(page);
  await page.route('**/api/contact', (route) => route.abort());
  await send(page, 'ar').click();
  await expect(page.getByRole('alert').filter({ hasText: 'لم تُرسل الرسالة' })).toBeVisible();
  for (const [name, value] of Object.entries(typed)) await expect(control(page, 'ar', name)).toHaveValue(value);
  await page.unroute('**/api/contact');
  for (const fullName of [typed.full_name, 'J. R. O’Neil El-Sayed']) {
    await fill(page);
    await control(page, 'ar', 'full_name').fill(fullName);
    const answer = page.waitForResponse('**/api/contact');
    await send(page, 'ar').click();
    expect((await answer).status()).toBe(201);
    await expect(page.getByRole('alert').filter({ hasText: 'وصلت رسالتك' })).toBeVisible();
    for (const name of Object.keys(typed)) await expect(control(page, 'ar', name)).toHaveValue('');
  }
});
