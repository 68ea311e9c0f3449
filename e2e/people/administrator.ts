import { expect, type Page } from '@playwright/test';
import { authenticator } from 'otplib';
import { worldPorts } from '../world-ports';
import { newLearner, sessionOf, type Learner, type Session } from './account';
import { confirmationLink } from './mail';
import { call, callJson, world } from './place';

const halfAMinuteMs = 30_000;
const setUp: Record<string, string> = { ar: 'بدء التفعيل', en: 'Set it up', de: 'Einrichten' };

/** Has confirmed the address, was made administrator from the command line, and signed in after both; as yet without a second factor. */
export async function newAdministrator(): Promise<Learner> {
  const learner = await newLearner();
  await fetch(await confirmationLink(learner.email, /./), { redirect: 'manual' });
  await call(`http://127.0.0.1:${worldPorts().ready}/?administrator=${encodeURIComponent(learner.email)}`);
  const tokens = await callJson<Session>(`${world.url}/auth/loginAsUser`, { body: { email: learner.email, sub: learner.password } });
  return { ...learner, ...sessionOf(tokens) };
}

/** Enrols the second factor on the security page; gives a generator of codes that have not been used yet. */
export async function enrolSecondFactor(page: Page, lang: string): Promise<() => string> {
  await page.goto(`/${lang}/profile/security`);
  await page.getByRole('button', { name: setUp[lang], exact: true }).click();
  const secret = (await page.locator('section form bdi[dir=ltr]').innerText()).replaceAll(/\s/g, '');
  let ahead = 0;
  // A code signs in once; the next half minute's is good already.
  const next = () => authenticator.clone({ epoch: Date.now() + halfAMinuteMs * ahead++ }).generate(secret);
  await page.locator('[name=code]').fill(next());
  await page.locator('section form:has([name=code]) [type=submit]').click();
  await expect(page.locator('section code')).toHaveCount(10);
  return next;
}
