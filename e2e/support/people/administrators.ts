import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { freshEmail, newLearner, newPerson, sessionOf, type Learner } from './accounts';
import { call, callJson, testSite, type Session, type Target } from '../api';
import { confirmationLink } from '../mail';
import { messages } from '../messages';
import { watchEveryLesson } from '../courses';
import { addPicture, photo } from '../pictures';
import { completePayment, paidOrderOf, requestPayment } from '../payments';
import { ports } from '../services/ports';

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
export async function newAdministrator({ target, mailbox, makeAdministrator } = testInstallation): Promise<Learner> {
  const learner = await newLearner(null, target);
  await fetch(await confirmationLink(learner.email, /./, mailbox), { redirect: 'manual' });
  await makeAdministrator(learner.email);
  const tokens = await callJson<Session>(`${target.url}/auth/loginAsUser`, {
    body: { email: learner.email, sub: learner.password },
  });
  return { ...learner, ...sessionOf(tokens) };
}

/** Renew the second factor after this time, before it expires after ten minutes. */
const isFreshForMs = 300_000;
let present: { administrator: Promise<Learner>; atMs: number } | undefined;

async function withSecondFactor(): Promise<Learner> {
  const made = await newAdministrator();
  await enrolSecondFactor(made);
  return made;
}

/** Returns an admin with a fresh second factor. All tests of a worker share the admin. */
export function someAdministrator(): Promise<Learner> {
  if (!present || Date.now() - present.atMs > isFreshForMs)
    present = { administrator: withSecondFactor(), atMs: Date.now() };
  return present.administrator;
}

/** Sends the admin's headers with all requests until `leave`. */
export async function enterAdministration(page: Page, path: string): Promise<void> {
  await page.context().setExtraHTTPHeaders((await someAdministrator()).headers);
  await page.goto(path);
}

export async function approveRefund(page: Page, t: (key: string) => string): Promise<void> {
  const approve = page.getByRole('button', { name: t('admin.action_approve'), exact: true });
  await approve.click();
  const question = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('textbox') })
    .first();
  await question.getByRole('textbox').fill('حسب السياسة');
  await question.getByRole('button', { name: t('admin.action_approve'), exact: true }).click();
  await expect(approve).toHaveCount(0);
}

export async function newEditor(): Promise<Learner> {
  const { headers } = await someAdministrator();
  const learner = await newLearner();
  await fetch(await confirmationLink(learner.email, /./), { redirect: 'manual' });
  await call(`${testSite.url}/api/admin/users/${learner.userId}/role`, {
    method: 'PUT',
    headers,
    body: { role: 'editor' },
  });
  const session = sessionOf(
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
  const t = messages(lang);
  await page.goto(`/${lang}/profile/security`);
  await page.getByRole('button', { name: t('account.totp_start'), exact: true }).click();
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ?)+$/).innerText()).replaceAll(/\s/g, '');
  let ahead = 0;
  // Use the code of the next half minute, which the service accepts early: each code works only once.
  const next = () => generateSync({ secret, epoch: (Date.now() + codeStepMs * ahead++) / 1000 });
  await page.getByLabel(t('auth.totp')).fill(next());
  await page.getByRole('button', { name: t('account.totp_confirm'), exact: true }).click();
  await expect(page.getByText(t('account.totp_codes'))).toBeVisible();
  return next;
}

interface Administration {
  administrator: Session;
  pages: string[];
}

/** Returns a buyer with a long name and email, which widen tables. */
const buyer = () => ({
  ...newPerson(),
  name: 'عبد الرحمن محمد عبد اللطيف الشرقاوي',
  email: freshEmail('abdelrahman.abdellatif.elsharkawy'),
});

export async function filledAdministration(): Promise<Administration> {
  const chief = await someAdministrator();
  const learner = await newLearner('course-nextjs', testSite, buyer());
  const { userId, headers } = learner;
  const order = await paidOrderOf(learner);
  // Let another learner rate the course, because the first learner's refund requires unopened lessons.
  const rater = await newLearner('course-nextjs', testSite, buyer());
  await watchEveryLesson(rater);
  await call(`${testSite.url}/api/user/${rater.userId}/rating/nextjs-from-zero`, {
    headers: rater.headers,
    body: { stars: 4, text: 'شرح واضح ومختصر' },
  });
  await call(`${testSite.url}/api/user/${userId}/feedback/nextjs-from-zero`, {
    headers,
    body: { rating: 4, answers: {} },
  });
  await call(`${testSite.url}/api/payment/${userId}/orders/${order}/refund`, {
    headers,
    body: { reason: 'ليست مناسبة لي، وكنت أظن أنها تبدأ من الصفر' },
  });
  await completePayment(await requestPayment(learner, 'course-marketing'), 'declined');
  await requestPayment(learner, 'course-mobile');
  const coupon = {
    code: `ADMIN-${Date.now()}`,
    percent: 15,
    amount: null,
    startsAt: null,
    endsAt: '2030-01-01T00:00:00Z',
    maxUses: 100,
    maxUsesPerLearner: 1,
    withSale: true,
    refundable: false,
    courses: [],
  };
  const { id: couponId } = await callJson<{ id: string }>(`${testSite.url}/api/admin/coupons`, {
    headers: chief.headers,
    body: coupon,
  });
  await call(`${testSite.url}/api/contact`, {
    body: {
      fullName: 'Anneliese Müllerschön',
      email: freshEmail('anneliese'),
      phoneNumber: '4917612345678',
      message: 'Wann beginnt der nächste Kurs?',
    },
  });
  await call(`${testSite.url}/api/lesson-questions/nextjs-from-zero/01-welcome.mp4`, {
    headers,
    body: { text: 'لماذا مجلدان؟' },
  });
  const picture = await addPicture(
    chief,
    await photo(900, 600),
    'صورة-طويلة-الاسم-من-معرض-الهاتف-IMG_20260914_181233_HDR.jpg',
  );
  const pages = [
    '',
    '/search?q=mona',
    '/guide',
    '/orders',
    `/orders/${order}`,
    '/learners',
    `/learners/${userId}`,
    '/courses',
    '/courses/nextjs-from-zero',
    '/coupons',
    `/coupons/${couponId}`,
    '/coupons/new',
    '/bundles',
    '/bundles/new',
    '/bundles/track-nextjs-and-mobile',
    '/articles',
    '/articles/new',
    '/newsletters',
    '/newsletters/new',
    '/articles/fast-website-in-egypt',
    '/media',
    `/media/${picture}`,
    '/enquiries',
    '/feedback',
    '/ratings',
    '/questions',
    '/audit',
    '/health',
  ];
  return { administrator: chief, pages: pages.map((page) => `admin${page}`) };
}
