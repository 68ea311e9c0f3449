import { expect, type Page } from '@playwright/test';
import type { Person } from './accounts';
import { field, press } from '../forms';
import { messages } from '../messages';

type Credentials = Pick<Person, 'email' | 'password'>;

const languageOf = (path: string): string => path.split('/')[1] ?? 'ar';

/** Fills in the sign-up form and ends at `next`, in whose language the form is. */
export async function signUpByForm(page: Page, person: Person, next: string): Promise<void> {
  const lang = languageOf(next);
  const t = messages(lang);
  await page.goto(`/${lang}/signup?next=${encodeURIComponent(next)}`);
  const typed = { full_name: person.name, phone: person.phone, email: person.email, password: person.password, confirm_password: person.password };
  for (const [key, value] of Object.entries(typed)) await field(page, t(`auth.${key}`)).fill(value);
  await press(page, t('auth.signup_submit'));
  await page.waitForURL(`**${next}`);
}

/** Sends the sign-in form, whatever comes of it. */
export async function sendSignInForm(page: Page, { email, password }: Credentials, next: string): Promise<void> {
  const lang = languageOf(next);
  const t = messages(lang);
  await page.goto(`/${lang}/login?next=${encodeURIComponent(next)}`);
  await field(page, t('auth.email')).fill(email);
  await field(page, t('auth.password')).fill(password);
  await press(page, t('auth.login_submit'));
}

/** Signs the browser in by the calls behind the form, which costs no page, and opens `path`. */
export async function signIn(page: Page, { email, password }: Credentials, path: string): Promise<void> {
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const answer = await page.request.post('/api/auth/callback/credentials', { form: { csrfToken, email, password, callbackUrl: path, json: 'true' } });
  expect(answer.ok(), `signing in answered ${answer.status()}`).toBe(true);
  await page.goto(path);
}

/** Leaves the site and forgets who it was; a page left open would go on asking the service, as nobody. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().setExtraHTTPHeaders({});
  await page.context().clearCookies();
}
