import type { Page } from '@playwright/test';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { waitForMail } from '../support/mail';
import { billing, findPaidOrder, listChargesAtPaymob, refundAtPaymob } from '../support/payments';
import { createLearner, type Learner } from '../support/people/accounts';
import { createAdministrator, enrolSecondFactorByForm } from '../support/people/administrators';
import { leave, signIn } from '../support/people/sign-in';

test.use({ locale: 'en-GB' });

const card = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });

async function askForRefund(page: Page, learner: Learner, opened = 0): Promise<string> {
  const order = await findPaidOrder(learner);
  await signIn(page, learner, '/en/profile/payments');
  await card(page)
    .getByText(new RegExp(`${opened}.*3.*30`, 's'))
    .last()
    .click();
  await card(page).getByLabel('Why do you want your money back?').fill('Not what I need');
  await card(page).getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your request has arrived.' })).toBeVisible();
  await expect(card(page).getByText('Refund requested', { exact: true })).toBeVisible();
  return order;
}

async function expectRefunded(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/en/profile/payments');
    await expect(card(page).getByText('Refunded', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto(`/en/course/${course.slug}`);
  await expect(page).toHaveURL(/payment\?product=course-nextjs/);
}

async function fetchText(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  return /<main.*<\/main>/s.exec(html)![0].replaceAll(/<script.*?<\/script>|<[^>]+>/gs, '');
}

const receipts = { ar: /إيصال دفع.*180 جنيه/s, en: /Receipt.*180 L\.E/s, de: /Beleg.*Käufer.*180 L\.E/s };

test('a learner reads the refund policy, asks for a refund, gets the money back and loses the course [P7, P6]', async ({
  page,
}) => {
  const learner = await createLearner(course.productKey);
  const order = await askForRefund(page, learner);
  for (const [lang, text] of Object.entries(receipts)) {
    const receipt = await fetchText(page, `/${lang}/payment/receipt/${order}`);
    for (const expected of [/R-\d{6}/, new RegExp(String(learner.chargeId)), text])
      expect(receipt, lang).toMatch(expected);
  }
  await refundAtPaymob(learner.chargeId);
  await expectRefunded(page);
  await page.goto(`/en/payment/receipt/${order}`);
  await expect(page.getByText(/^CN-\d{6}$/)).toBeVisible();
});

const closed = /مغلق/;

test('a refund request closes unopened lessons, which explain the reason, the next steps and how to get help [P7]', async ({
  page,
  request,
}) => {
  const learner = await createLearner(course.productKey);
  const fetchPlaylist = (file: string) =>
    request.get(`/api/user/${learner.userId}/video/playlist/${course.slug}~${file}`, { headers: learner.headers });
  expect((await fetchPlaylist('02-first-page.mp4')).status()).toBe(200);
  await askForRefund(page, learner, 1);
  const refused = await fetchPlaylist('03-layouts.mp4');
  expect([refused.status(), ((await refused.json()) as { type: string }).type]).toEqual([
    403,
    '/problems/refund-requested',
  ]);
  expect((await fetchPlaylist('02-first-page.mp4')).status()).toBe(200);

  const lessonLink = (file: string) => page.getByRole('main').getByRole('listitem').locator(`a[href$="${file}"]`);
  await page.goto(`/ar/course/${course.slug}/03-layouts.mp4`);
  await expect(page.getByRole('heading', { level: 2, name: closed })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/\d\d\D\d\d\D\d{4}/);
  await expect(page.locator('video')).toHaveCount(0);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /WhatsApp|واتساب/ })
      .first(),
  ).toHaveAttribute('href', /wa\.me.*\d/);
  await expect(lessonLink('03-layouts.mp4')).toContainText(closed);
  await expect(lessonLink('02-first-page.mp4')).not.toContainText(closed);
  for (const [lang, text] of [
    ['en', /closed/i],
    ['de', /geschlossen/i],
  ] as const)
    expect(await fetchText(page, `/${lang}/course/${course.slug}/03-layouts.mp4`), lang).toMatch(text);
  for (const file of ['01-welcome.mp4', '02-first-page.mp4']) {
    await page.goto(`/en/course/${course.slug}/${file}`);
    await expect(page.locator('video')).toHaveCount(1);
  }
});

test('an administrator approves a refund with a second factor; Paymob refunds once, access ends and an email says so [P7, O6]', async ({
  page,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/403 \(Forbidden\)/);
  const learner = await createLearner(course.productKey);
  const order = await askForRefund(page, learner);
  await leave(page);

  await signIn(page, await createAdministrator(), '/en/profile/security');
  const nextCode = await enrolSecondFactorByForm(page, 'en');
  await page.goto(`/en/admin/orders/${order}`);
  const number = /\d+/.exec(await page.getByRole('heading', { level: 1, name: /\d/ }).innerText())?.[0];
  // Simulate an expired second factor.
  await page.route(
    `**/api/admin/refunds/${order}/approve`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: '/problems/step-up', title: 'step-up', status: 403, requestId: 'x' }),
      }),
    { times: 1 },
  );
  const approve = page.getByRole('button', { name: 'Approve refund', exact: true });
  await approve.click();
  const question = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('textbox') })
    .first();
  await question.getByRole('textbox').fill('Within the policy');
  await question.getByRole('button', { name: 'Approve refund', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Code').fill(nextCode());
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(approve).toHaveCount(0);
  await leave(page);

  await signIn(page, learner, '/en/profile/payments');
  await expectRefunded(page);
  const returned = (await listChargesAtPaymob()).filter((charge) => charge.parent_transaction === learner.chargeId);
  expect(returned.map((charge) => charge.amount_cents)).toEqual([18_000]);
  const { text } = await waitForMail(billing.email, new RegExp(`\\b${number}\\b.*refunded|أُعيد.*\\b${number}\\b`));
  expect(text).toContain(`/payment/receipt/${order}`);
});
