import type { Browser, Page } from '@playwright/test';
import { call, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { alerts, field, press } from '../support/forms';
import { waitForConfirmationLink, waitForMail, waitForMailedLink } from '../support/mail';
import { readMessages } from '../support/messages';
import { createEmail, createLearner, type Person } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

const escapePattern = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const events = (page: Page) => page.getByTestId('security-events').getByRole('listitem');

async function openInOtherBrowser(browser: Browser, person: Person, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person, path);
  return page;
}

test('a new email is confirmed and signs out other devices, and a link in the old mailbox restores the account [N24]', async ({
  page,
  browser,
  lang,
  t,
}) => {
  test.setTimeout(120_000);
  const buildSubjectPattern = (template: string) => escapePattern(t(`mail.${template}.subject`));
  const person = await createLearner();
  await fetch(await waitForConfirmationLink(person.email, buildSubjectPattern('confirm-email')), {
    redirect: 'manual',
  });
  await signIn(page, person, `/${lang}/profile/details`);
  const other = await openInOtherBrowser(browser, person, `/${lang}/profile/myCourses`);
  const newEmail = createEmail('new');
  await field(page, t('auth.new_email')).fill(newEmail);
  await press(page, t('auth.new_email_submit'));
  await expect(alerts(page)).toHaveText(t('account.email_asked'));
  await expect(page.getByText(newEmail)).toBeVisible();
  await page.goto(await waitForMailedLink(newEmail, buildSubjectPattern('confirm-new-email'), 'confirm-new-email'));
  await press(page, t('auth.new_email_confirm'));
  await expect(page).toHaveURL(/\/profile\/details\?notice=email-changed$/);
  await expect(alerts(page)).toHaveText(t('account.email_changed'));
  await expect(page.getByText(newEmail).first()).toBeVisible();
  await other.goto(`/${lang}/profile/myCourses`);
  await expect(other).toHaveURL(/\/ar\/login/);

  const link = await waitForMailedLink(person.email, buildSubjectPattern('email-changed'), 'restore-email');
  await other.goto(link);
  await expect(other.getByText(person.email)).toBeVisible();
  await press(other, t('auth.restore_email_submit'));
  await expect(other).toHaveURL(new RegExp(`/${lang}/resetPassword$`));
  await field(other, t('auth.new_password')).fill('another-lantern-7');
  await field(other, t('auth.confirm_new_password')).fill('another-lantern-7');
  await press(other, t('auth.reset_submit'));
  await expect(other).toHaveURL(/profile\/reset-password\?done=1/);
  await expect(other.getByText(person.email)).toBeVisible();
  await page.goto(`/${lang}/profile/details`);
  await expect(page).toHaveURL(/\/ar\/login/);
  await other.goto(link);
  await expect(alerts(other)).toHaveText(t('auth.error_link_used'));

  await other.goto(`/${lang}/profile/activity`);
  await expect(events(other).nth(0)).toContainText(t('account.event_password_set'));
  await expect(events(other).nth(1)).toContainText(t('account.event_email_restored'));
  await expect(events(other).nth(2)).toContainText(newEmail);
  await expect(events(other).nth(0)).toContainText('Chrome ·');
  await other.context().close();
});

test('name and phone change at once in the profile and its list of changes; digits of any script are accepted, and errors have the exact text [N24, V1]', async ({
  page,
}) => {
  const learner = await createLearner();
  await signIn(page, learner, '/en/profile/details');
  await expect(field(page, 'Full name')).toHaveValue(learner.name);
  await field(page, 'Full name').fill('R2D2');
  await press(page, 'Save name');
  await expect(alerts(page)).toHaveText('Only alphabetic characters and spaces are allowed.');
  await field(page, 'Full name').fill('Nadia Farouk');
  await press(page, 'Save name');
  await expect(page.getByRole('alert').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(page.getByText('Nadia Farouk').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).toContain('Nadia Farouk');
  await field(page, 'Phone number').fill('٠١٠٠٧٦٥٤٣٢١');
  await press(page, 'Save phone number');
  await expect(field(page, 'Phone number')).toHaveValue('01007654321');
  await page.goto('/en/profile/security');
  await expect(events(page).first()).toContainText('01007654321');
});

test('an email that belongs to another account gets the same answer, and its owner is notified [N24]', async ({
  page,
}) => {
  const holder = await createLearner();
  const asker = await createLearner();
  await signIn(page, asker, '/en/profile/details');
  await field(page, 'New email').fill(asker.email);
  await press(page, 'Send confirmation link');
  await expect(alerts(page).filter({ hasText: 'already the address' })).toBeVisible();
  await field(page, 'New email').fill(holder.email);
  await press(page, 'Send confirmation link');
  await expect(alerts(page)).toHaveText('Open the link we have just emailed to the new address.');
  await expect(page.getByText(holder.email)).toBeVisible();
  expect(
    (await waitForMail(holder.email, escapePattern(readMessages('ar')('mail.email-in-use.subject')))).text,
  ).not.toContain('token');
});

test('the link for a new email asks a signed-out user to sign in, and has no effect in another account [N24]', async ({
  t,
}) => {
  const [asker, stranger] = [await createLearner(), await createLearner()];
  const email = createEmail('new');
  await call(`${testSite.url}/api/user/${asker.userId}/profile/email`, {
    headers: asker.headers,
    body: { email, currentPassword: asker.password },
  });
  const link = await waitForMailedLink(email, escapePattern(t('mail.confirm-new-email.subject')), 'confirm-new-email');
  expect((await call(link, { headers: stranger.headers })).text).toContain(t('auth.error_link_used'));
  const signedOut = await fetch(link, { redirect: 'manual' });
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
    307,
    expect.stringMatching(/\/ar\/login\?next=%2Far%2Fconfirm-new-email%3Ftoken%3D/),
  ]);
});
