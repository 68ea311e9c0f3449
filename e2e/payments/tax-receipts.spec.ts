import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices, type Page } from '@playwright/test';
import { askService } from '../../lib/operations/control/client';
import { type MailMock, startMailMock } from '../../mocks/mail/server';
import { type PaymobMock, startPaymobMock } from '../../mocks/paymob/server';
import { findFreePort } from '../../scripts/environment/ports';
import { callJson, mockControl } from '../support/api';
import { course } from '../support/courses';
import { expect, test as base } from '../support/fixtures';
import { buy, cards, openHostedPage, payWithCard, refundAtPaymob } from '../support/payments';
import { createLearner } from '../support/people/accounts';
import { createAdministrator, enrolSecondFactorByForm } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';
import { spawnService, stopProcess, waitUntilReady } from '../support/services/services';

/** Uses a separate site whose seller has a tax number. */
const test = base.extend({ baseURL: ({ browserName: _ }, use) => use(url) });
const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });
test.describe.configure({ mode: 'default' });

const seller = {
  SELLER_TAX_NUMBER: '100200300',
  SELLER_NAME: 'شركة ميدان للتعليم',
  SELLER_ADDRESS: 'القاهرة، مدينة نصر، شارع عباس العقاد، 12',
  TAX_PERCENT: '14',
};

let folder: string;
let url: string;
let site: ChildProcess;
let paymob: PaymobMock;
let mail: MailMock;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'tax-receipts-'));
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  [paymob, mail] = await Promise.all([
    startPaymobMock({ port: await findFreePort(), siteUrl: url }),
    startMailMock({ port: 0, mailboxPort: 0 }),
  ]);
  site = spawnService(port, url, folder, {
    ...paymob.env,
    ...mail.env,
    ...seller,
    LIMIT_SCALE: '1000',
    RECONCILE_EVERY_S: '2',
  });
  await waitUntilReady(url);
  expect((await askService(folder, 'seed', []))?.ok).toBe(true);
});

test.afterAll(async () => {
  await stopProcess(site);
  await Promise.all([paymob?.close(), mail?.close()]);
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function downloadFile(page: Page, name: string): Promise<{ file: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return { file: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test('a company buys on a phone with its tax number, downloads the receipt as PDF and gets a credit note for the refund [N12]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const learner = await createLearner(null, { url, paymob });
  await signIn(page, learner, `/ar/payment?product=${course.productKey}`);
  const number = page.getByLabel(t('payment.tax_number'));
  await number.fill('١٢٣');
  await number.blur();
  await expect(page.getByText(t('validation.payment_tax_number_invalid'))).toBeVisible();
  await number.fill('123-456-789');
  await payWithCard(await openHostedPage(page, t), cards.frictionless);
  await page.waitForURL((address) => address.pathname.includes(`/course/${course.slug}`));

  await page.goto('/ar/profile/payments');
  await page.getByRole('link', { name: t('refund.receipt'), exact: true }).click();
  const receipt = page.getByTestId('receipt');
  for (const text of [
    'إيصال ضريبي',
    'T-000001',
    'شركة ميدان للتعليم',
    '100200300',
    '123456789',
    '157.89',
    '22.11',
    '180',
  ])
    await expect(receipt).toContainText(text);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const first = await downloadFile(page, t('payment.pdf'));
  expect([first.file, first.bytes.subarray(0, 5).toString(), countPages(first.bytes)]).toEqual([
    'T-000001.pdf',
    '%PDF-',
    1,
  ]);

  const charges = (await (
    await fetch(`${paymob.url}/_mock/transactions`, { headers: { 'x-mock-token': paymob.controlToken } })
  ).json()) as Array<{ id: number }>;
  await refundAtPaymob(charges.at(-1)!.id, { url, paymob });
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('credit-note')).toContainText('CN-000001', { timeout: 500 });
  }).toPass();
  await expect(page.getByTestId('credit-note')).toContainText('T-000001');
  expect(countPages((await downloadFile(page, t('payment.pdf'))).bytes)).toBe(2);
});

async function sumKeptAtPaymob(): Promise<number> {
  const books = await callJson<Array<{ net_cents: number }>>(`${paymob.url}/_mock/books`, { headers: mockControl });
  return books.reduce((sum, { net_cents }) => sum + net_cents, 0);
}

test('the accountant downloads a month as a table and as e-receipts, which match Paymob’s records [N12]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const target = { url, paymob };
  for (const productKey of ['course-marketing', 'course-mobile']) {
    const charge = await buy(await createLearner(null, target), productKey, target);
    if (productKey === 'course-mobile')
      await callJson(`${paymob.url}/_mock/transactions/${charge}/refund`, {
        headers: mockControl,
        body: { amount_cents: 5000 },
      });
  }
  const administrator = await createAdministrator({
    target,
    mailbox: mail.url,
    makeAdministrator: (email) => askService(folder, 'admin', [email]),
  });
  await signIn(page, administrator, '/ar/profile/security');
  await enrolSecondFactorByForm(page, 'ar');
  await page.goto('/ar/admin/receipts');
  let csv = '';
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('table')).toContainText('55', { timeout: 500 });
    csv = (await downloadFile(page, t('admin.receipts_csv'))).bytes.toString();
    expect(csv).toContain('CN-000002');
  }).toPass();
  expect(csv).toMatch(/T-000001,receipt.*123456789[\s\S]*CN-000001,credit note.*-180/);
  const kept = await sumKeptAtPaymob();
  expect(kept).toBeGreaterThan(0);
  const totals = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => Math.round(Number(row.split(',')[7]) * 100));
  expect(totals.reduce((sum, total) => sum + total, 0)).toBe(kept);
  const { receipts } = JSON.parse((await downloadFile(page, t('admin.receipts_json'))).bytes.toString()) as {
    receipts: Array<{ documentType: { receiptType: string }; buyer: { type: string }; totalAmount: number }>;
  };
  expect(receipts.map(({ documentType, buyer }) => [documentType.receiptType, buyer.type])).toEqual([
    ['S', 'B'],
    ['R', 'B'],
    ['S', 'P'],
    ['S', 'P'],
    ['R', 'P'],
  ]);
  expect(
    receipts.reduce(
      (sum, { documentType, totalAmount }) =>
        sum + Math.round(totalAmount * 100) * (documentType.receiptType === 'S' ? 1 : -1),
      0,
    ),
  ).toBe(kept);
});
