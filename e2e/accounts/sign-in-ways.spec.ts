import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { alerts, field, press } from '../support/forms';
import { waitForConfirmationLink, waitForMail, waitForMailedCode } from '../support/mail';
import { readMessages } from '../support/messages';
import { buildPerson, createEmail, createLearner } from '../support/people/accounts';
import { createAdministrator, enrolSecondFactorByForm } from '../support/people/administrators';
import { leave, signIn } from '../support/people/sign-in';

interface VirtualAuthenticator {
  count: () => Promise<number>;
}

/** Adds Chromium's virtual authenticator, which stores passkeys and unlocks them without a user. */
async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

async function askForCode(page: Page, email: string, next: string): Promise<void> {
  const lang = next.split('/')[1]!;
  const t = readMessages(lang);
  await page.goto(`/${lang}/login?next=${encodeURIComponent(next)}`);
  await field(page, t('auth.email')).fill(email);
  await press(page, t('auth.login_code_submit'));
  await page.waitForURL(`**/${lang}/login/code?**`);
}

const boxes = (page: Page, lang: string) =>
  page.getByLabel(new RegExp(`^${readMessages(lang)('auth.otp_digit').replace('{n}', '\\d')}$`));

const toArabicDigits = (code: string) => [...code].map((digit) => String.fromCharCode(0x0660 + Number(digit))).join('');

test('signs in by an emailed code typed in Arabic digits; one email field serves password managers and passkeys [N21, D1]', async ({
  page,
  t,
}) => {
  const { email } = await createLearner();
  await page.goto('/ar/login?next=%2Far%2Fprofile%2Fpayments');
  const address = field(page, t('auth.email'));
  await expect(address).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(field(page, t('auth.password'))).toHaveAttribute('autocomplete', 'current-password');
  await press(page, t('auth.login_code_submit'));
  await expect(alerts(page)).toHaveCount(1);
  await expect(address).toBeFocused();
  await address.fill(email);
  await press(page, t('auth.login_code_submit'));
  await page.waitForURL('**/ar/login/code?**');
  await expect(page.getByText(email)).toBeVisible();
  await expect(boxes(page, 'ar').first()).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(boxes(page, 'ar').first()).toHaveAttribute('inputmode', 'numeric');
  const code = await waitForMailedCode(email);
  await boxes(page, 'ar').first().fill(toArabicDigits(code));
  await expect(boxes(page, 'ar').nth(5)).not.toBeEmpty();
  await press(page, t('auth.login_submit'));
  await page.waitForURL('**/ar/profile/payments');
  const { text } = await waitForMail(email, /code|رمز/i);
  expect(text.trimEnd().split('\n').at(-1)).toBe(`@localhost #${code}`);
});

test('an unknown email gets the same code page; a wrong code is refused there, and another can be requested [N21, D3]', async ({
  page,
}) => {
  const { email } = await createLearner();
  for (const address of [email, createEmail('nobody')]) {
    await askForCode(page, address, '/en/home');
    await expect(page.getByText(address)).toBeVisible();
    await boxes(page, 'en').first().focus();
    await page.keyboard.type('000000');
    await press(page, 'Login');
    await expect(alerts(page)).toHaveText('The code is wrong or has expired. You can ask for a new one.');
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(alerts(page).last()).toHaveText('OTP has been sent to your email');
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL(/\/en\/login\?next=%2Fen%2Fhome$/);
});

test('asks for the second factor after the code if the account has one [N21, D12]', async ({ page }) => {
  const learner = await createLearner();
  await fetch(await waitForConfirmationLink(learner.email, /./), { redirect: 'manual' });
  await signIn(page, learner, '/en/home');
  const nextCode = await enrolSecondFactorByForm(page, 'en');
  await leave(page);
  await askForCode(page, learner.email, '/en/profile/payments');
  await boxes(page, 'en')
    .first()
    .fill(await waitForMailedCode(learner.email));
  await press(page, 'Login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
  await field(page, 'Authenticator code').fill(nextCode());
  await press(page, 'Login');
  await page.waitForURL('**/en/profile/payments');
});

test('a passkey is added, named, used from the email field and by the button, and removed, with an email to the owner [N22]', async ({
  page,
}) => {
  const learner = await createLearner();
  const authenticator = await addAuthenticator(page);
  await signIn(page, learner, '/en/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(alerts(page)).toHaveText('Your passkey is ready to use.');
  expect(await authenticator.count()).toBe(1);
  await waitForMail(learner.email, /أُضيف مفتاح مرور/);
  const list = page.getByRole('list', { name: 'Passkeys' });
  await list.getByText('Rename').click();
  await list.getByRole('textbox', { name: /^Name/ }).fill('هاتف منى');
  await list.getByRole('button', { name: 'Save name' }).click();
  await expect(alerts(page)).toHaveText('The name is saved.');
  await expect(list.getByText('هاتف منى')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(alerts(page).last()).toHaveText('This device already has a passkey for this account.');
  await leave(page);
  // Press no button: the virtual authenticator accepts the suggested passkey by itself.
  await page.goto('/en/login?next=%2Fen%2Fprofile%2Fpayments');
  await page.waitForURL('**/en/profile/payments');
  await leave(page);
  // Test the button in a browser that suggests no passkeys in the field.
  await page.addInitScript(() => {
    if ('PublicKeyCredential' in globalThis)
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await page.goto('/en/login?next=%2Fen%2Fprofile%2Fsecurity');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/en/profile/security');
  await expect(list.getByText(/Last used/)).toBeVisible();
  await list.getByRole('button', { name: 'Remove' }).click();
  await expect(alerts(page)).toContainText('The passkey no longer opens your account.');
  await waitForMail(learner.email, /أُزيل مفتاح مرور/);
  await leave(page);
  await page.goto('/en/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/en\/login\?error=passkey-refused/);
  await expect(alerts(page).first()).toHaveText(
    'This passkey was not accepted. Try again, or choose another way to sign in.',
  );
});

test('an administrator uses a passkey for step-up [N22, D12]', async ({ page, pageErrors }) => {
  pageErrors.allow(/403/);
  const administrator = await createAdministrator();
  const learner = await createLearner(null, undefined, { ...buildPerson(), name: 'Karim Nabil' });
  await fetch(await waitForConfirmationLink(learner.email, /./), { redirect: 'manual' });
  await addAuthenticator(page);
  await signIn(page, administrator, '/en/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(alerts(page)).toHaveText('Your passkey is ready to use.');
  await enrolSecondFactorByForm(page, 'en');
  // Simulate an expired second factor.
  await page.route(
    `**/api/admin/users/${learner.userId}/role`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: '/problems/step-up', title: 'step-up', status: 403, requestId: 'x' }),
      }),
    { times: 1 },
  );
  await page.goto(`/en/admin/learners/${learner.userId}`);
  const t = readMessages('en');
  await page.getByRole('button', { name: `${t('admin.make_admin')}: Karim Nabil` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('admin.make_admin') })
    .click();
  await expect(page.getByRole('dialog', { name: t('admin.proof_title') })).toBeVisible();
  await page.getByRole('button', { name: t('admin.proof_passkey') }).click();
  await expect(page.getByRole('button', { name: `${t('admin.make_learner')}: Karim Nabil` })).toBeVisible();
});
