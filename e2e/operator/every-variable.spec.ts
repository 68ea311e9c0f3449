import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { environmentSchema } from '../../lib/config/variables';
import { askService } from '../../lib/operations/control/client';
import { type MailMock, startMailMock } from '../../mocks/mail/server';
import { type BucketMock, startBucketMock } from '../../mocks/media-bucket';
import { type OidcMock, startOidcMock } from '../../mocks/oidc/server';
import { type PaymobMock, startPaymobMock } from '../../mocks/paymob/server';
import { findFreePort } from '../../scripts/environment/ports';
import { expect, test as base } from '../support/fixtures';
import { field, press } from '../support/forms';
import { waitForConfirmationLink, waitForMail } from '../support/mail';
import { readMessages } from '../support/messages';
import { cards, openHostedPage, payButton, payWithCard } from '../support/payments';
import { buildPerson } from '../support/people/accounts';
import { signUpByForm } from '../support/people/sign-in';
import { type Postgres, spawnService, startDatabase, stopProcess, waitUntilReady } from '../support/services/services';

/** Sets every variable of docs/configuration.md, because optional ones must not break the main journeys. */
const test = base.extend({ baseURL: ({ browserName: _ }, use) => use(url) });
test.describe.configure({ mode: 'default' });

const t = readMessages('ar');
const course = 'mobile-apps-with-react-native';

let folder: string;
let url: string;
let site: ChildProcess;
let postgres: Postgres;
let paymob: PaymobMock;
let oidc: OidcMock;
let mail: MailMock;
let bucket: BucketMock;
let webhook: Server;
const received: string[] = [];

async function startWebhook(): Promise<Server> {
  const server = createServer((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (text: string) => received.push(text))
      .on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function putLessons(): Promise<void> {
  for (const path of readdirSync(join('media', course), { recursive: true }).map(String)) {
    const file = join('media', course, path);
    if (statSync(file).isFile()) await bucket.put(`${course}/${path}`, readFileSync(file));
  }
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(join(tmpdir(), 'every-variable-'));
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  [postgres, paymob, oidc, mail, bucket, webhook] = await Promise.all([
    startDatabase(),
    startPaymobMock({ port: await findFreePort(), siteUrl: url }),
    startOidcMock({ port: 0 }),
    startMailMock({ port: 0, mailboxPort: 0 }),
    startBucketMock(),
    startWebhook(),
  ]);
  await putLessons();
  const env: Record<string, string> = {
    ...paymob.env,
    ...oidc.env,
    ...mail.env,
    ...bucket.env,
    PORT: String(port),
    LISTEN_HOST: '127.0.0.1',
    SITE_URL: url,
    SITE_PROJECT: 'midan',
    CONTENT_DIR: 'content',
    AUTH_SECRET: 'a-secret-with-every-variable-0123456789',
    TRUSTED_PROXIES: '0',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    MEDIA_DIR: join(folder, 'media'),
    SEND_FILES: 'accel',
    MAIL_FROM: 'no-reply@midan.example',
    CONTACT_EMAIL: 'hello@midan.example',
    CONTACT_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
    NEWSLETTER_PER_MINUTE: '60',
    NEWSLETTER_BOUNCE_ADDRESS: 'bounces@midan.example',
    NEWSLETTER_BOUNCE_TOKEN: 'bounces-for-tests-0123',
    PAYMOB_MODE: 'test',
    TAX_PERCENT: '14',
    SELLER_TAX_NUMBER: '100200300',
    SELLER_NAME: 'شركة ميدان للتعليم',
    SELLER_ADDRESS: 'القاهرة، مدينة نصر، شارع عباس العقاد، 12',
    SELLER_BRANCH_CODE: '2',
    SELLER_ACTIVITY_CODE: '8549',
    SELLER_DEVICE_SERIAL: 'web-1',
    ACCESS_TTL_S: '600',
    OTP_TTL_S: '300',
    MEDIA_URL_TTL_S: '3600',
    ATTACHMENT_MAX_MB: '10',
    RECONCILE_EVERY_S: '2',
    QUEUES_EVERY_S: '0.25',
    LIMIT_SCALE: '1000',
    ADMIN_EMAIL: 'chief@midan.example',
    METRICS_TOKEN: 'metrics-for-tests',
    LOG_LEVEL: 'warn',
    ANALYTICS_ID: 'G-TEST123',
    FEEDBACK_FORM_URL: 'https://forms.example/midan',
  };
  expect(Object.keys(environmentSchema.shape).filter((name) => !env[name])).toEqual([]);
  site = spawnService(port, url, join(folder, 'data'), env);
  await waitUntilReady(url);
  expect((await askService(join(folder, 'data'), 'seed', []))?.ok).toBe(true);
});

test.afterAll(async () => {
  await stopProcess(site);
  webhook?.close();
  await Promise.all([postgres?.stop(), paymob?.close(), oidc?.close(), mail?.close(), bucket?.close()]);
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const openWithoutScripts = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: url, locale: 'ar-EG', javaScriptEnabled: false })).newPage();

/** Leaves the tax number empty: without scripts, the form sends the empty field. */
async function fillPayment(page: Page): Promise<void> {
  await page.getByLabel(t('payment.first_name')).fill('منى');
  await page.getByLabel(t('payment.last_name')).fill('عادل');
  await page.getByLabel(t('payment.phone_number')).fill('01001234567');
}

async function sendContact(page: Page, message: string): Promise<void> {
  await page.goto('/ar/contact');
  for (const [name, text] of Object.entries({
    full_name: 'منى عادل',
    phone_number: '01012345678',
    email: 'mona@midan.example',
    message,
  }))
    await field(page, t(`contact.${name}`)).fill(text);
  await press(page, t('contact.send'));
  await expect(page.getByRole('alert').filter({ hasText: 'وصلت رسالتك' })).toBeVisible();
  await expect.poll(() => received.join()).toContain(message);
  await waitForMail('hello@midan.example', /./, `http://127.0.0.1:${mail.mailboxPort}`);
}

for (const scripts of [true, false]) {
  test(`a visitor signs up, buys, learns and writes ${scripts ? 'with' : 'without'} scripts while all variables are set [O4]`, async ({
    page: usual,
    browser,
  }) => {
    test.setTimeout(180_000);
    const page = scripts ? usual : await openWithoutScripts(browser);
    const person = buildPerson();
    await signUpByForm(page, person, '/ar/payment?product=course-mobile');
    await fetch(await waitForConfirmationLink(person.email, /./, `http://127.0.0.1:${mail.mailboxPort}`), {
      redirect: 'manual',
    });
    await fillPayment(page);
    if (scripts) {
      await payWithCard(await openHostedPage(page, t), cards.frictionless);
      await page.waitForURL(`**/ar/course/${course}**`, { timeout: 60_000 });
    } else {
      await page.getByLabel(t('payment.tax_number')).fill(' ');
      await payButton(page, t).click();
      await page.waitForURL(/unifiedcheckout/);
      await payWithCard(page, cards.frictionless);
      await page.waitForURL(/unifiedcheckout\/payment-status|payment\?order=/);
      if (!page.url().includes('order=')) await page.getByTestId('back').click();
      await expect(page.getByRole('heading', { name: t('payment.paid') })).toBeVisible();
    }
    await page.goto(`/ar/course/${course}`);
    await expect(page.locator('video').first()).toBeAttached();
    await sendContact(page, scripts ? 'سؤال مع البرامج' : 'سؤال بلا برامج');
  });
}
