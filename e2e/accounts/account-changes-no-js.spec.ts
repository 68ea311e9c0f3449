import { expect, test } from '../support/fixtures';
import { field, press } from '../support/forms';
import { waitForConfirmationLink, waitForMailedLink } from '../support/mail';
import { readMessages } from '../support/messages';
import { createEmail, createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

test.use({ locale: 'en-GB' });

test('changes name and email with plain forms, undoes the email change, and keeps what was typed [N24]', async ({
  page,
}) => {
  const learner = await createLearner();
  const buildSubjectPattern = (template: string) => new RegExp(readMessages('ar')(`mail.${template}.subject`));
  await fetch(await waitForConfirmationLink(learner.email, buildSubjectPattern('confirm-email')), {
    redirect: 'manual',
  });
  await signIn(page, learner, '/en/profile/details');
  await field(page, 'Full name').fill('R2D2');
  await press(page, 'Save name');
  await expect(page).toHaveURL(/\/profile\/details\?error=invalid/);
  await expect(field(page, 'Full name')).toHaveValue('R2D2');
  await expect(page.getByText('Only alphabetic characters and spaces are allowed.')).toBeVisible();
  await field(page, 'Full name').fill('Nadia Farouk');
  await press(page, 'Save name');
  await expect(page.getByText('Nadia Farouk').first()).toBeVisible();
  const newEmail = createEmail('new');
  await field(page, 'New email').fill(newEmail);
  await press(page, 'Send confirmation link');
  await page.goto(await waitForMailedLink(newEmail, buildSubjectPattern('confirm-new-email'), 'confirm-new-email'));
  await page.getByRole('main').locator('form').getByRole('button').click();
  await expect(page).toHaveURL(/\/profile\/details\?notice=email-changed$/);
  await page.goto(await waitForMailedLink(learner.email, buildSubjectPattern('email-changed'), 'restore-email'));
  await page.getByRole('main').locator('form').getByRole('button').click();
  await expect(page).toHaveURL(/\/resetPassword$/);
  await page.goto('/en/resetPassword');
  await field(page, 'New password').fill('another-lantern-7');
  await field(page, 'Confirm new password').fill('another-lantern-7');
  await press(page, 'Save password');
  await expect(page).toHaveURL(/\/en\/profile\/reset-password\?done=1/);
  await expect(page.getByText(learner.email)).toBeVisible();
});
