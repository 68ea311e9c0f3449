import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { askService } from '../../lib/operations/control/client';
import { type MailMock, startMailMock } from '../../mocks/mail/server';
import { type PaymobMock, startPaymobMock } from '../../mocks/paymob/server';
import { callJson, mockControl } from '../support/api';
import { expect, test as base } from '../support/fixtures';
import { waitForMail } from '../support/mail';
import { createLearner, type Person } from '../support/people/accounts';
import { createAdministrator, enrolSecondFactor } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';
import { play } from '../support/player';
import { type Service, startService } from '../support/services/services';

/** Uses a separate site, because this test changes a price and other tests pay the test site's prices. */
const test = base.extend({ baseURL: ({ browserName: _ }, use) => use(site?.url) });
test.describe.configure({ mode: 'default' });

const course = {
  slug: 'digital-marketing-basics',
  productKey: 'course-marketing',
  name: 'دورة أساسيات التسويق الرقمي',
};

let folder: string;
let site: Service | undefined;
let paymob: PaymobMock;
let mail: MailMock;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'free-course-'));
  [paymob, mail] = await Promise.all([startPaymobMock({ port: 0 }), startMailMock({ port: 0, mailboxPort: 0 })]);
  site = await startService(folder, { ...paymob.env, ...mail.env, LIMIT_SCALE: '1000' });
});

test.afterAll(async () => {
  await site?.stop();
  await Promise.all([paymob?.close(), mail?.close()]);
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const getTarget = () => ({ url: site!.url, paymob });

async function takeForFree(page: Page, t: (key: string) => string): Promise<void> {
  await expect(page.getByTestId('price')).toHaveText(t('payment.free'));
  const tabs = page.context().pages().length;
  await expect(page.getByText(t('payment.free_next'))).toBeVisible();
  await page.getByRole('button', { name: t('payment.free_submit') }).click();
  await expect(page.getByRole('heading', { name: t('payment.paid_free') })).toBeVisible();
  expect(page.context().pages()).toHaveLength(tabs);
  await page.getByRole('link', { name: t('payment.to_course') }).click();
  await page.waitForURL(new RegExp(`/ar/course/${course.slug}`));
  await play(page);
}

async function expectFreeOrder(page: Page, { email }: Person, t: (key: string) => string): Promise<void> {
  await page.goto('/ar/profile/payments');
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(t('refund.free'));
  await expect(card.getByText(t('refund.status_paid'), { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: t('refund.to_course') })).toBeVisible();
  await expect(card.getByRole('link', { name: t('refund.receipt') })).toHaveCount(0);
  await expect(card.getByText(t('refund.ask'))).toHaveCount(0);
  const order = await card.getAttribute('data-order');
  expect((await page.request.get(`/ar/payment/receipt/${order}`)).status()).toBe(404);
  expect(await callJson<unknown[]>(`${paymob.url}/_mock/intentions`, { headers: mockControl })).toEqual([]);
  const { text } = await waitForMail(email, /الدورة لك/, mail.url);
  expect(text).toContain('ما حصلت عليه مجانًا مفتوح لك الآن.');
  expect(text).not.toMatch(/جنيه|إيصال/);
}

test('a course made free by an administrator is free on the site at once [N11, O7]', async ({ page, context, t }) => {
  const makeAdministrator = (email: string) => askService(folder, 'admin', [email]);
  const administrator = await createAdministrator({ target: getTarget(), mailbox: mail.url, makeAdministrator });
  await enrolSecondFactor(administrator, getTarget());
  await context.setExtraHTTPHeaders(administrator.headers);
  await page.goto('/ar/admin/courses');
  const form = page.getByRole('form', { name: course.name });
  await form.getByLabel(/^السعر/).fill('٠');
  await form.getByLabel(/^سعر العرض/).fill('');
  await form.getByRole('button', { name: 'احفظ' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'حُفظ' })).toBeVisible();
  await context.setExtraHTTPHeaders({});
  await page.goto(`/ar/details/course-page/courses-data/${course.slug}`);
  await expect(page.getByRole('main').getByText(t('site.free_hint')).first()).toBeVisible();
});

test('a learner takes a free course without a payment page and plays it [N11, P6, L7]', async ({ page, t }) => {
  const learner = await createLearner(null, getTarget());
  await signIn(page, learner, `/ar/details/course-page/courses-data/${course.slug}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('payment.free_submit') })
    .first()
    .click();
  await page.waitForURL(/\/ar\/payment\?product=course-marketing/);
  await takeForFree(page, t);
  await expectFreeOrder(page, learner, t);
});
