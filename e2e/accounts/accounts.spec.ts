import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { alerts, field, press } from '../support/forms';
import { waitForConfirmationLink, waitForMail, waitForMailedCode } from '../support/mail';
import { buildPerson, createEmail, createLearner } from '../support/people/accounts';
import { leave, sendSignInForm, signIn, signUpByForm } from '../support/people/sign-in';

const buildNadia = () => ({ ...buildPerson(), name: 'Nadia Farouk', phone: '٠١٠٠١٢٣٤٥٦٧' });

const readUserInfo = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? 'null') as Record<string, string> | null);

test('the sign-up form shows exact errors on touched fields and leads to the wanted page; the browser stores a name but no token [D1, D2, V1, V4, V7, B14]', async ({
  page,
  context,
}) => {
  await page.goto('/en/signup?next=%2Fen%2Fprofile%2Fpayments');
  await expect(alerts(page)).toHaveCount(0);
  await press(page, 'Register');
  await expect(alerts(page)).toHaveText([
    'Full name is required.',
    'Phone number is required.',
    'Email is required.',
    'Password must be at least 10 characters.',
  ]);
  await expect(field(page, 'Full name')).toBeFocused();
  await field(page, 'Full name').fill('R2D2');
  await field(page, 'Phone number').fill('0100a');
  await field(page, 'Email').fill('nadia');
  await field(page, 'Password').fill('password123');
  await field(page, 'Confirm password').fill('other');
  await field(page, 'Confirm password').blur();
  await expect(alerts(page)).toHaveText([
    'Only alphabetic characters and spaces are allowed.',
    'Phone number can only contain numbers.',
    'Please enter a valid email address.',
    'This password is too common.',
    'Password and Confirm Password must be the same',
  ]);
  await field(page, 'Phone number').fill('12345');
  await expect(alerts(page).nth(1)).toHaveText('Phone number must be 11 digits.');

  const { name, phone, email, password } = buildNadia();
  const typed = {
    'Full name': name,
    'Phone number': phone,
    Email: email,
    Password: password,
    'Confirm password': password,
  };
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value);
  await press(page, 'Register');
  await page.waitForURL('**/en/profile/payments');
  await expect.poll(() => readUserInfo(page)).toMatchObject({ name: 'Nadia Farouk', role: 'learner' });
  expect(Object.keys((await readUserInfo(page)) ?? {}).sort()).toEqual(['name', 'role', 'userId']);
  const cookies = await context.cookies();
  expect(cookies.filter((cookie) => !cookie.httpOnly).map((cookie) => cookie.name)).toEqual(['signed_in']);
});

test('signs in and out, which ends the session on the server too [D1, D9]', async ({ page, context }) => {
  const learner = await createLearner();
  await page.goto('/en/course/nextjs-from-zero');
  await expect(page).toHaveURL(/\/ar\/login\?next=%2Fen%2Fcourse%2Fnextjs-from-zero/);
  await sendSignInForm(page, { ...learner, password: 'not the password' }, '/en/home');
  await expect(alerts(page)).toHaveText('The email or password is wrong.');
  await expect(field(page, 'Email')).toHaveValue(learner.email);
  await sendSignInForm(page, learner, '/en/home');
  await page.waitForURL('**/en/home');
  await page.goto('/en/profile/myCourses');
  const cookies = await context.cookies();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL('**/ar/home');
  await expect.poll(() => readUserInfo(page)).toBeNull();
  await context.addCookies(cookies);
  await page.goto('/en/profile/myCourses');
  await expect(page).toHaveURL(/\/ar\/login/);
});

test('a confirmation link opened first by a mail scanner signs the browser that signed up in again [D2, X28]', async ({
  page,
}) => {
  const person = buildNadia();
  await signUpByForm(page, person, '/en/home');
  const link = await waitForConfirmationLink(person.email, /email address/);
  await expect.poll(() => readUserInfo(page)).not.toBeNull();
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  await page.goto(link);
  await expect(page).toHaveURL(/\/en\/profile\/security\?notice=email-confirmed$/);
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('resets a forgotten password with the emailed code [D3, D4, D5, V3]', async ({ page, request, context }) => {
  const { email, headers } = await createLearner();
  await page.goto('/en/forgetPassword');
  await field(page, 'Email').fill('nobody');
  await press(page, 'Send OTP Code');
  await expect(alerts(page)).toHaveText('Please enter a valid email address');
  await field(page, 'Email').fill(email);
  await press(page, 'Send OTP Code');
  await page.waitForURL(/\/en\/otpcode\?email=/);
  const code = await waitForMailedCode(email);
  const boxes = page.getByLabel(/^Digit \d of 6$/);
  await press(page, 'Verify');
  await expect(alerts(page)).toHaveText('Please enter a valid OTP');
  await boxes.first().focus();
  await page.keyboard.type(code.slice(0, 3));
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(3)).toBeEmpty();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    [...code].map((digit) => String.fromCharCode(0x0660 + Number(digit))).join(''),
  );
  await boxes.nth(1).focus();
  await page.keyboard.press('Control+V');
  await expect
    .poll(() => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join('')))
    .toBe(code);
  await press(page, 'Verify');
  await page.waitForURL('**/en/resetPassword');
  await field(page, 'New password').fill('another-lantern-7');
  await field(page, 'Confirm new password').fill('something else');
  await press(page, 'Save password');
  await expect(alerts(page)).toHaveText('Passwords do not match');
  await field(page, 'Confirm new password').fill('another-lantern-7');
  await press(page, 'Save password');
  await expect(alerts(page)).toHaveText('Password reset successfully');
  expect((await request.get('/api/payment/getPayments', { headers })).status()).toBe(401);
});

test('an unknown email gets the same answer, a failed call an error, and a code in the address is filled in but not sent [D3, D4]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource/);
  await page.goto('/en/otpcode');
  await expect(alerts(page).first()).toHaveText('Please enter a valid email address');
  await page.getByRole('main').getByRole('link', { name: 'Send OTP Code' }).click();
  await expect(page).toHaveURL(/\/en\/forgetPassword$/);
  await field(page, 'Email').fill(createEmail('nobody'));
  await page.route('**/auth/forgot-password', (route) => route.abort());
  await press(page, 'Send OTP Code');
  await expect(alerts(page)).toContainText('could not be reached');
  await expect(page.getByRole('button', { name: 'Send OTP Code' })).toBeEnabled();
  await page.unroute('**/auth/forgot-password');
  await press(page, 'Send OTP Code');
  await page.waitForURL(/\/en\/otpcode\?email=/);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(alerts(page)).toHaveText('OTP has been sent to your email');
  const calls: string[] = [];
  page.on('request', (sent) => calls.push(sent.url()));
  await page.goto('/en/otpcode/nobody%40midan.example/123456');
  await expect(page.getByLabel(/^Digit \d of 6$/).nth(5)).toHaveValue('6');
  await expect(page).toHaveURL(/\/en\/otpcode\?email=nobody%40midan.example$/);
  expect(calls.some((url) => url.includes('verify-otp'))).toBe(false);
});

test('signs in with Google and returns to the wanted page; a refusal shows a message [D6]', async ({ page }) => {
  await page.goto('/en/login?next=%2Fen%2Fprofile%2Fpayments');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByTestId('person-mona.adel@gmail.example').click();
  await page.waitForURL('**/en/profile/payments');
  await expect.poll(() => readUserInfo(page)).not.toBeNull();
  await leave(page);
  await page.goto('/de/login');
  await page.getByRole('button', { name: /Google/ }).click();
  await page.getByTestId('deny').click();
  await page.waitForURL(/\/de\/login\?error=provider-refused/);
  await expect(alerts(page)).toHaveText('Der Anbieter hat die Anmeldung nicht erlaubt. Wählen Sie einen anderen Weg.');
});

test('LinkedIn opens in a 600×600 popup that notifies the page and closes, and a blocked popup is reported [D6]', async ({
  page,
  context,
}) => {
  await page.goto('/en/signup');
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Continue with LinkedIn' }).click();
  const popup = await opening;
  await popup.getByTestId('person-omar.nabil@gmail.example').waitFor();
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 600]);
  const closed = popup.waitForEvent('close');
  await popup.getByTestId('person-omar.nabil@gmail.example').click();
  await page.waitForURL('**/en/home');
  await closed;
  await expect.poll(() => readUserInfo(page)).not.toBeNull();
  await leave(page);
  await page.goto('/en/login');
  await page.evaluate(() => (window.open = () => null));
  await page.getByRole('button', { name: 'Continue with LinkedIn' }).click();
  await expect(alerts(page)).toHaveText('Popup blocked. Please allow popups for this site.');
});

test('a guest cannot open personal pages, and signing up keeps the guest’s user id [D7, G2]', async ({ page }) => {
  await page.goto('/en/login');
  await page.getByRole('button', { name: 'Login as guest' }).click();
  await page.waitForURL('**/en/home');
  await expect.poll(() => readUserInfo(page)).toMatchObject({ role: 'guest' });
  const guest = await readUserInfo(page);
  await page.goto('/en/profile/myCourses');
  await expect(page).toHaveURL(/\/ar\/login/);
  await signUpByForm(page, buildNadia(), '/en/home');
  await expect.poll(() => readUserInfo(page)).toMatchObject({ role: 'learner', userId: guest?.userId });
  await page.goto('/en/login');
  await expect(page).toHaveURL(/\/en\/home/);
});

test('a page with an expired access token refreshes it and retries its calls [D8]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/401/);
  await signIn(page, await createLearner(), '/en/profile/security');
  await context.clearCookies({ name: /session-token/ });
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await context.clearCookies({ name: /session-token/ });
  await page.goto('/en/profile/payments');
  await expect(page).toHaveURL(/\/en\/profile\/payments/);
  await context.clearCookies({ name: /session-token|refresh/ });
  await page.goto('/en/profile/payments');
  await expect(page).toHaveURL(/\/ar\/login\?next=%2Fen%2Fprofile%2Fpayments/);
});

test('an unknown profile page shows My Courses, and the profile lists and signs out another device [D10]', async ({
  page,
  request,
}) => {
  const learner = await createLearner();
  const isOver = async () =>
    (await request.get(`/api/user/${learner.userId}/sessions`, { headers: learner.headers })).status() === 401;
  await signIn(page, learner, '/en/profile/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Courses');
  await page.goto('/en/profile/security');
  expect(await isOver()).toBe(false);
  // Other sessions have this button; the current one has only "Sign out".
  await page.getByRole('listitem').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(alerts(page)).toHaveText('That session is over.');
  expect(await isOver()).toBe(true);
  await page.goto('/en/profile/reset-password');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/en\/login/);
});

test('a confirmation link works after HEAD and when opened twice; an account can be exported and deleted [D2, D12, X28]', async ({
  page,
}) => {
  const person = buildNadia();
  const { email } = person;
  await signUpByForm(page, person, '/de/home');
  expect((await waitForMail(email, /E-Mail/)).subject).toMatch(/^Midan/);
  const link = await waitForConfirmationLink(email, /E-Mail/);
  expect((await page.request.fetch(link, { method: 'HEAD' })).status()).toBe(204);
  for (let opened = 0; opened < 2; opened += 1) {
    await page.goto(link);
    await expect(page).toHaveURL(/\/de\/profile\/security\?notice=email-confirmed$/);
    await expect(alerts(page)).toHaveText('Ihre E-Mail-Adresse ist bestätigt. Vielen Dank.');
  }
  await expect(page.getByText('Bestätigt', { exact: true })).toBeVisible();
  const { userId } = (await readUserInfo(page))!;
  const data = (await (await page.request.get(`/api/user/${userId}/profile/export`)).json()) as Record<string, unknown>;
  expect(data).toMatchObject({ email, name: 'Nadia Farouk', phone: '01001234567' });
  expect(JSON.stringify(data)).not.toContain('argon2');
  await page.getByRole('textbox', { name: /E-Mail/ }).fill(email);
  await page.getByRole('button', { name: 'endgültig' }).click();
  await page.waitForURL(/\/de\/login\?notice=deleted/);
  await sendSignInForm(page, person, '/de/home');
  await expect(alerts(page)).toHaveText('E-Mail-Adresse oder Passwort stimmt nicht.');
});
