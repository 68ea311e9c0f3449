import type { Page } from '@playwright/test';
import { call, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { waitForConfirmationLink } from '../support/mail';
import { readMessages } from '../support/messages';
import { buildPerson, createLearner, type Learner } from '../support/people/accounts';
import { signIn, signUpByForm } from '../support/people/sign-in';

test.use({ locale: 'en-GB' });

const form = `/en/payment?product=${course.productKey}`;
const arabic = readMessages('ar');
const pay = (page: Page) => page.getByRole('button', { name: 'Pay 180 L.E', exact: true });

const endAllSessions = async ({ userId, headers }: Learner) =>
  call(`${testSite.url}/api/user/${userId}/sessions/end-all`, { headers, body: {} });

async function signInOnLoginPage(page: Page, { email, password }: Learner): Promise<void> {
  await field(page, arabic('auth.email')).fill(email);
  await field(page, arabic('auth.password')).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: arabic('auth.login_submit'), exact: true })
    .click();
}

test('a confirmation link opened by a mail scanner during a purchase does not sign the buyer out [X28]', async ({
  page,
  request,
}) => {
  const person = buildPerson();
  await signUpByForm(page, person, form);
  await page.getByLabel('Last Name').fill('Adel');
  expect((await request.get(await waitForConfirmationLink(person.email, /./))).ok()).toBe(true);
  await pay(page).click();
  await page.waitForURL(/\/en\/payment\?order=/);
  await page.goto('/en/profile/security');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('paying after the session ended leads to sign-in with the reason, closes the payment tab and keeps what was typed [D8]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/401/);
  const learner = await createLearner();
  await signIn(page, learner, form);
  await page.getByLabel('Last Name').fill('Von Ende');
  await page.getByLabel('Phone Number').fill('01112223334');
  await endAllSessions(learner);
  const opened = page.context().waitForEvent('page');
  await pay(page).click();
  const tab = await opened;
  await page.waitForURL(/\/ar\/login\?/);
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(page.getByRole('alert').filter({ hasText: arabic('auth.notice_signed_out') })).toBeFocused();
  await expect.poll(() => page.title()).toContain(arabic('auth.notice_signed_out'));
  await signInOnLoginPage(page, learner);
  await page.waitForURL(`**${form}`);
  await expect(page.getByLabel('Last Name')).toHaveValue('Von Ende');
  await expect(page.getByLabel('Phone Number')).toHaveValue('01112223334');
  await expect(pay(page)).toBeEnabled();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('paying after the session ended leads to sign-in with the reason and back to the form with what was typed [D8]', async ({
    page,
  }) => {
    const learner = await createLearner();
    await signIn(page, learner, form);
    await page.getByLabel('Last Name').fill('Von Ende');
    await endAllSessions(learner);
    await pay(page).click();
    await page.waitForURL(/\/ar\/login\?/);
    await expect(page.getByText(arabic('auth.notice_signed_out'))).toBeVisible();
    await signInOnLoginPage(page, learner);
    await page.waitForURL(/\/en\/payment\?product=.*error=signed-out/);
    await expect(page.getByText(readMessages('en')('payment.error_signed_out'))).toBeVisible();
    await expect(page.getByLabel('Last Name')).toHaveValue('Von Ende');
    expect(await page.title()).toContain(readMessages('en')('payment.error_signed_out'));
  });
});
