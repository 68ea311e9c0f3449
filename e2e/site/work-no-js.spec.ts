import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';

test('an enquiry about a case works without JavaScript and reports errors next to the field [N3, V6]', async ({
  page,
}) => {
  await page.goto('/en/work/delta-citrus');
  await page.getByRole('main').getByRole('link', { name: 'Start a project like this' }).first().click();
  await field(page, 'Full name').fill('Mona Adel');
  await field(page, 'Phone number').fill('01012345678');
  await field(page, 'Email').fill('mona@midan.example');
  await field(page, 'Message').fill('We export dates.');
  await field(page, 'Kind of project').selectOption('website');
  await field(page, 'Needed by').fill('2001-01-01');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/en\/contact\?about=work%2Fdelta-citrus&error=invalid$/);
  await expect(field(page, 'Kind of project')).toHaveValue('website');
  await expect(field(page, 'Needed by')).toHaveAccessibleDescription(/This date has passed/);
  await field(page, 'Needed by').fill('2099-01-01');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/en\/contact\?sent=1$/);
  await expect(page.getByRole('main').getByText('Your message has arrived')).toBeVisible();
});
