import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { call, callJson, type Session, type Target, testSite } from '../api';
import { waitForConfirmationLink } from '../mail';
import { readMessages } from '../messages';
import { ports } from '../services/ports';
import { createLearner, type Learner, toSession } from './accounts';

const codeStepMs = 30_000;

interface Installation {
  target: Target;
  mailbox?: string;
  makeAdministrator: (email: string) => Promise<unknown>;
}

const testInstallation: Installation = {
  target: testSite,
  makeAdministrator: (email) => call(`http://127.0.0.1:${ports.control}/?administrator=${encodeURIComponent(email)}`),
};

/** Creates and confirms an account, runs the admin command and signs in without a second factor. */
export async function createAdministrator({ target, mailbox, makeAdministrator } = testInstallation): Promise<Learner> {
  const learner = await createLearner(null, target);
  await fetch(await waitForConfirmationLink(learner.email, /./, mailbox), { redirect: 'manual' });
  await makeAdministrator(learner.email);
  const tokens = await callJson<Session>(`${target.url}/auth/loginAsUser`, {
    body: { email: learner.email, sub: learner.password },
  });
  return { ...learner, ...toSession(tokens) };
}

/** Create a new admin after 5 minutes; a second factor counts as fresh for 10. */
const renewAfterMs = 300_000;
let cached: { administrator: Promise<Learner>; createdAtMs: number } | undefined;

async function createAdminWithSecondFactor(): Promise<Learner> {
  const administrator = await createAdministrator();
  await enrolSecondFactor(administrator);
  return administrator;
}

/** Returns an admin with a fresh second factor. The tests of a worker share an admin for five minutes. */
export function shareAdministrator(): Promise<Learner> {
  if (!cached || Date.now() - cached.createdAtMs > renewAfterMs)
    cached = { administrator: createAdminWithSecondFactor(), createdAtMs: Date.now() };
  return cached.administrator;
}

/** Sends the admin's headers with all requests until `leave`. */
export async function enterAdministration(page: Page, path: string): Promise<void> {
  await page.context().setExtraHTTPHeaders((await shareAdministrator()).headers);
  await page.goto(path);
}

export async function approveRefund(page: Page, t: (key: string) => string): Promise<void> {
  const approve = page.getByRole('button', { name: t('admin.action_approve'), exact: true });
  await approve.click();
  const dialog = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('textbox') })
    .first();
  await dialog.getByRole('textbox').fill('حسب السياسة');
  await dialog.getByRole('button', { name: t('admin.action_approve'), exact: true }).click();
  await expect(approve).toHaveCount(0);
}

export async function createEditor(): Promise<Learner> {
  const { headers } = await shareAdministrator();
  const learner = await createLearner();
  await fetch(await waitForConfirmationLink(learner.email, /./), { redirect: 'manual' });
  await call(`${testSite.url}/api/admin/users/${learner.userId}/role`, {
    method: 'PUT',
    headers,
    body: { role: 'editor' },
  });
  const session = toSession(
    await callJson<Session>(`${testSite.url}/auth/loginAsUser`, {
      body: { email: learner.email, sub: learner.password },
    }),
  );
  await enrolSecondFactor(session);
  return { ...learner, ...session };
}

export async function enrolSecondFactor({ headers }: Session, target: Target = testSite): Promise<string> {
  const { secret } = await callJson<{ secret: string }>(`${target.url}/auth/totp/enrol`, { headers, body: {} });
  await call(`${target.url}/auth/totp/confirm`, { headers, body: { code: generateSync({ secret }) } });
  return secret;
}

/** @returns a generator of unused codes */
export async function enrolSecondFactorByForm(page: Page, lang: string): Promise<() => string> {
  const t = readMessages(lang);
  await page.goto(`/${lang}/profile/security`);
  await page.getByRole('button', { name: t('account.totp_start'), exact: true }).click();
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ?)+$/).innerText()).replaceAll(/\s/g, '');
  let ahead = 0;
  // Use the code of the next half minute, which the service accepts early: each code works only once.
  const createNextCode = () => generateSync({ secret, epoch: (Date.now() + codeStepMs * ahead++) / 1000 });
  await page.getByLabel(t('auth.totp')).fill(createNextCode());
  await page.getByRole('button', { name: t('account.totp_confirm'), exact: true }).click();
  await expect(page.getByText(t('account.totp_codes'))).toBeVisible();
  return createNextCode;
}
