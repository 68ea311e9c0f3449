import type { Page } from '@playwright/test';
import type { Person } from './person';

const languageOf = (path: string): string => path.split('/')[1] ?? 'ar';

/** Fills in the sign-up form and ends at `next`, in whose language the form is. */
export async function signUp(page: Page, person: Person, next: string): Promise<void> {
  await page.goto(`/${languageOf(next)}/signup?next=${encodeURIComponent(next)}`);
  const { name, phone, email, password } = person;
  for (const [field, value] of Object.entries({ name, phone, email, sub: password, confirmPassword: password })) {
    await page.locator(`main [name=${field}]`).fill(value);
  }
  await page.locator('main form[action="/auth/createUser"] [type=submit]').click();
  await page.waitForURL(`**${next}`);
}

type Credentials = Pick<Person, 'email' | 'password'>;

/** Sends the sign-in form, whatever comes of it. */
export async function trySignIn(page: Page, { email, password }: Credentials, next: string): Promise<void> {
  await page.goto(`/${languageOf(next)}/login?next=${encodeURIComponent(next)}`);
  await page.locator('main [name=email]').fill(email);
  await page.locator('main [name=password]').fill(password);
  await page.locator('main form[action="/api/auth/callback/credentials"] [type=submit]').click();
}

/** Ends at `next` or below it. */
export async function signIn(page: Page, credentials: Credentials, next: string): Promise<void> {
  await trySignIn(page, credentials, next);
  await page.waitForURL((url) => decodeURIComponent(url.pathname).startsWith(next));
}
