import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { enrolSecondFactor, newAdministrator } from './people/administrator';
import { mailTo } from './people/mail';
import { billing, chargesAtPaymob, refundAtPaymob } from './people/purchase';
import { signIn } from './people/sign-in';

/** Asks for the money back in My Payments, which says how many lessons were opened; gives the order. */
async function askForRefund(page: Page, opened = 0): Promise<string> {
  const card = page.locator('[data-order]').first();
  await expect(card).toHaveAttribute('data-status', 'paid');
  await expect(card.locator('details')).toContainText(new RegExp(`${opened}.*3.*30`, 's'));
  await card.locator('summary').click();
  await card.locator('textarea').fill('ليست مناسبة لي');
  await card.locator('details [type=submit]').click();
  await expect(page.locator('main [role=alert]')).toBeVisible();
  await expect(card).toHaveAttribute('data-status', 'refund_requested');
  return (await card.getAttribute('data-order')) ?? '';
}

/** My Payments says that the money went back, and the course is closed. */
async function expectRefunded(page: Page, lang: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/${lang}/profile/payments`);
    await expect(page.locator('[data-order]').first()).toHaveAttribute('data-status', 'refunded', { timeout: 500 });
  }).toPass();
  await page.goto(`/${lang}/course/nextjs-from-zero`);
  await expect(page).toHaveURL(/payment\?product=course-nextjs/);
}

test('P7 P6 a learner sees what is left of the refund policy, asks, gets the money back and loses the course', async ({ page, lang }) => {
  const learner = await newLearner('course-nextjs');
  await signIn(page, learner, `/${lang}/profile/payments`);
  const order = await askForRefund(page);
  await page.goto(`/${lang}/payment/receipt/${order}`);
  await expect(page.getByTestId('receipt')).toContainText(/R-\d{6}/);
  await expect(page.getByTestId('receipt')).toContainText(String(learner.transactionId));
  await expect(page.getByTestId('receipt')).toContainText(receiptWords[lang] ?? '');
  await refundAtPaymob(learner.transactionId);
  await expectRefunded(page, lang);
  await page.goto(`/${lang}/payment/receipt/${order}`);
  await expect(page.getByTestId('credit-note')).toContainText(/CN-\d{6}/);
});

const receiptWords: Record<string, RegExp> = { ar: /إيصال دفع.*1,800 جنيه/s, en: /Receipt.*1,800 L\.E/s, de: /Beleg.*Käufer.*1\.800 L\.E/s };
const closedWords: Record<string, RegExp> = { ar: /مغلق/, en: /closed/i, de: /geschlossen/i };

test('P7 while a refund is asked for, a lesson not opened before is closed and says why, what comes next and whom to ask', async ({ page, request, lang }) => {
  const learner = await newLearner('course-nextjs');
  const lesson = (file: string) => `/${lang}/course/nextjs-from-zero/${file}`;
  const playlist = (file: string) => request.get(`/api/user/${learner.userId}/video/playlist/nextjs-from-zero~${file}`, { headers: learner.headers });
  expect((await playlist('02-first-page.mp4')).status()).toBe(200);
  await signIn(page, learner, `/${lang}/profile/payments`);
  await askForRefund(page, 1);
  const refused = await playlist('03-layouts.mp4');
  expect([refused.status(), ((await refused.json()) as { type: string }).type]).toEqual([403, '/problems/refund-requested']);
  expect((await playlist('02-first-page.mp4')).status()).toBe(200);

  await page.goto(lesson('03-layouts.mp4'));
  await expect(page.getByRole('heading', { level: 2, name: closedWords[lang] ?? '' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.locator('main')).toContainText(/\d\d\D\d\d\D\d{4}/);
  await expect(page.locator('main a[href*="wa.me"]').first()).toHaveAttribute('href', /\d/);
  await expect(page.locator('main li a[href$="03-layouts.mp4"]')).toContainText(closedWords[lang] ?? '');
  await expect(page.locator('main li a[href$="02-first-page.mp4"]')).not.toContainText(closedWords[lang] ?? '');
  for (const file of ['01-welcome.mp4', '02-first-page.mp4']) {
    await page.goto(lesson(file));
    await expect(page.locator('video')).toHaveCount(1);
  }
});

const approve: Record<string, string> = { ar: 'الموافقة على الاسترداد', en: 'Approve refund', de: 'Rückerstattung genehmigen' };

test('P7 O6 an administrator approves with a second factor, Paymob pays back once, access ends and a mail says so', async ({ page, context, lang, trouble }) => {
  test.setTimeout(120_000);
  trouble.expected.push(/403 \(Forbidden\)/);
  const learner = await newLearner('course-nextjs');
  await signIn(page, learner, `/${lang}/profile/payments`);
  const order = await askForRefund(page);
  await context.clearCookies();

  await signIn(page, await newAdministrator(), `/${lang}/profile/security`);
  const nextCode = await enrolSecondFactor(page, lang);
  await page.goto(`/${lang}/admin/orders?status=refund_requested`);
  await page.locator(`main a[href$="/admin/orders/${order}"]`).first().click();
  await expect(page.locator('h1')).toContainText(/\d/);
  const number = /\d+/.exec(await page.locator('h1').innerText())?.[0];
  // As ten minutes after signing in: the first try is told to prove the second factor again.
  await page.route(`**/api/admin/refunds/${order}/approve`, (route) => route.fulfill({
    status: 403, contentType: 'application/problem+json', body: JSON.stringify({ type: '/problems/step-up', title: 'step-up', status: 403, requestId: 'x' }),
  }), { times: 1 });
  await page.getByRole('button', { name: approve[lang], exact: true }).click();
  await page.locator('dialog textarea').fill('Within the policy');
  await page.locator('dialog').getByRole('button', { name: approve[lang], exact: true }).click();
  await page.locator('#step-up-code').fill(nextCode());
  await page.locator('dialog:has(#step-up-code) [type=submit]').click();
  await expect(page.getByRole('button', { name: approve[lang], exact: true })).toHaveCount(0);
  await context.clearCookies();

  await signIn(page, learner, `/${lang}/profile/payments`);
  await expectRefunded(page, lang);
  const returned = (await chargesAtPaymob()).filter((charge) => charge.parent_transaction === learner.transactionId);
  expect(returned.map((charge) => charge.amount_cents)).toEqual([180_000]);
  const { text } = await mailTo(billing.email, new RegExp(`\\b${number}\\b.*(?:refunded|erstattet)|أُعيد.*\\b${number}\\b`));
  expect(text).toContain(`/payment/receipt/${order}`);
});
