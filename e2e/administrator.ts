import type { APIRequestContext, Page } from '@playwright/test';
import { authenticator } from 'otplib';
import { mailTo, newLearner, type Person } from './accounts-people';
import { expect } from './fixtures';
import { worldPorts } from './world-ports';

const HALF_A_MINUTE_MS = 30_000;
const setUp: Record<string, string> = { ar: 'بدء التفعيل', en: 'Set it up', de: 'Einrichten' };

/** An account that has confirmed its address and was made administrator from the command line, as yet without a second factor. */
export async function newAdministrator(request: APIRequestContext): Promise<Person> {
  const person = await newLearner(request);
  const { text } = await mailTo(request, person.email, /./);
  await request.get(/https?:\S+confirm-email\?token=\S+/.exec(text)?.[0] ?? '', { maxRedirects: 0 });
  const made = await request.get(`http://127.0.0.1:${worldPorts().ready}/?administrator=${encodeURIComponent(person.email)}`);
  expect(made.ok(), await made.text()).toBe(true);
  return person;
}

/** Enrols the second factor on the security page; gives a generator of codes that have not been used yet. */
export async function enrolSecondFactor(page: Page, lang: string): Promise<() => string> {
  await page.goto(`/${lang}/profile/security`);
  await page.getByRole('button', { name: setUp[lang], exact: true }).click();
  const secret = (await page.locator('section form bdi[dir=ltr]').innerText()).replaceAll(/\s/g, '');
  let ahead = 0;
  // A code signs in once; the next half minute's is good already.
  const next = () => authenticator.clone({ epoch: Date.now() + HALF_A_MINUTE_MS * ahead++ }).generate(secret);
  await page.locator('[name=code]').fill(next());
  await page.locator('section form:has([name=code]) [type=submit]').click();
  await expect(page.locator('section code')).toHaveCount(10);
  return next;
}
