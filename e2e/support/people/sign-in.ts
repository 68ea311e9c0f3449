import { expect, type Page } from '@playwright/test';
import { field, press } from '../forms';
import { readMessages, type Text } from '../messages';
import type { Person } from './accounts';

type Credentials = Pick<Person, 'email' | 'password'>;

const readLanguage = (path: string): string => path.split('/')[1] ?? 'ar';

export async function sendSignUpForm(page: Page, t: Text, person: Person): Promise<void> {
  const typed = {
    full_name: person.name,
    phone: person.phone,
    email: person.email,
    password: person.password,
    confirm_password: person.password,
  };
  for (const [key, value] of Object.entries(typed)) await field(page, t(`auth.${key}`)).fill(value);
  await press(page, t('auth.signup_submit'));
}

export async function signUpByForm(page: Page, person: Person, next: string): Promise<void> {
  const lang = readLanguage(next);
  await page.goto(`/${lang}/signup?next=${encodeURIComponent(next)}`);
  await sendSignUpForm(page, readMessages(lang), person);
  await page.waitForURL(`**${next}`);
}

export async function sendSignInForm(page: Page, { email, password }: Credentials, next: string): Promise<void> {
  const lang = readLanguage(next);
  const t = readMessages(lang);
  await page.goto(`/${lang}/login?next=${encodeURIComponent(next)}`);
  await field(page, t('auth.email')).fill(email);
  await field(page, t('auth.password')).fill(password);
  await press(page, t('auth.login_submit'));
}

/** Signs in through the API, without loading a page. */
export async function signIn(page: Page, { email, password }: Credentials, path: string): Promise<void> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const answer = await page.request.post('/api/auth/callback/credentials', {
    form: { csrfToken, email, password, callbackUrl: path, json: 'true' },
  });
  expect(answer.ok(), `signing in answered ${answer.status()}`).toBe(true);
  await page.goto(path);
}

/** Ends the session. Leaves the page first, because an open page would keep calling the service without a session. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().setExtraHTTPHeaders({});
  await page.context().clearCookies();
}
