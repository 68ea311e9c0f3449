import type { Page } from '@playwright/test';
import { call, callJson, type Session, testSite } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { unsubscribeByOneClick, waitForConfirmationLink } from '../support/mail';
import { readMessages } from '../support/messages';
import { listNewsletters, signUpInFooter, waitForNewsletterLink } from '../support/newsletter';
import { createEmail, createLearner, type Learner, toSession } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';
import { bounceToken } from '../support/services/ports';

test.describe.configure({ mode: 'default', timeout: 120_000 });

let administrator: Learner;
test.beforeAll(async () => {
  administrator = await shareAdministrator();
});

const t = readMessages('ar');
const createName = (text: string) => `${text} ${Date.now().toString(36)}`;

async function subscribeAndConfirm(email: string, lang = 'ar'): Promise<void> {
  await call(`${testSite.url}/api/newsletter/subscribe`, { body: { email }, headers: { 'accept-language': lang } });
  const token = new URL(await waitForNewsletterLink(email, lang)).searchParams.get('token');
  await call(`${testSite.url}/api/newsletter/confirm`, { body: { token } });
}

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: t('admin.newsletter_figures') })
    .locator('div')
    .filter({ has: page.getByText(t(`admin.${name}`), { exact: true }) })
    .getByRole('definition');

test('a reader subscribes in the footer and confirms by email, gets a newsletter once, and unsubscribes with one click [N9]', async ({
  page,
  context,
  browser,
}) => {
  const email = createEmail('reader');
  const subject = createName('دورة جديدة في ميدان');
  await page.goto('/ar/about');
  await signUpInFooter(page, 'ar', email);
  await expect(page.getByRole('heading', { name: t('newsletter.sent_title') })).toBeVisible();
  await page.goto(await waitForNewsletterLink(email, 'ar'));
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: t('newsletter.confirm') }).click();
  await expect(page.getByRole('heading', { name: t('newsletter.confirmed_title') })).toBeVisible();

  const adminPage = await (
    await browser.newContext({
      baseURL: testSite.url,
      locale: 'ar-EG',
      extraHTTPHeaders: { authorization: `Bearer ${administrator.accessToken}` },
    })
  ).newPage();
  await adminPage.goto('/ar/admin/newsletters');
  await adminPage
    .getByRole('link', { name: t('admin.new_newsletter') })
    .first()
    .click();
  await adminPage.getByLabel(t('admin.newsletter_subject')).fill(subject);
  await adminPage.getByLabel(t('admin.newsletter_preview'), { exact: true }).fill('تبدأ يوم الأحد');
  await adminPage.getByRole('textbox', { name: t('editor.labels.html'), exact: true }).click();
  await adminPage.keyboard.type('أهلًا بكم. بدأ التسجيل في الدورة الجديدة.');
  await expect(adminPage.getByText(t('admin.newsletter_saved'))).toBeVisible({ timeout: 15_000 });
  await expect(adminPage).toHaveURL(/\/admin\/newsletters\/[0-9a-f-]{36}$/);
  await expect(adminPage.getByRole('heading', { name: t('admin.newsletter_next') })).toBeVisible();
  expect(await findAxeViolations(adminPage)).toEqual([]);
  const opening = adminPage.context().waitForEvent('page');
  await adminPage.getByRole('link', { name: t('admin.newsletter_preview_html') }).click();
  const preview = await opening;
  await expect(preview.getByRole('heading', { name: subject })).toBeVisible();
  await preview.close();
  await adminPage.getByRole('button', { name: t('admin.newsletter_test') }).click();
  await expect(adminPage.getByRole('alert').filter({ hasText: administrator.email })).toBeVisible();
  await expect.poll(async () => (await listNewsletters(administrator.email, subject)).length).toBe(1);

  await adminPage.getByRole('button', { name: t('admin.newsletter_send'), exact: true }).click();
  await adminPage
    .getByRole('dialog')
    .getByRole('button', { name: t('admin.newsletter_send_confirm') })
    .click();
  await expect(adminPage.getByRole('heading', { name: t('admin.newsletter_figures') })).toBeVisible();
  await expect(async () => {
    await adminPage.reload();
    await expect(
      adminPage
        .getByRole('region', { name: t('admin.newsletter_delivery') })
        .getByText(t('admin.newsletter_sent'), { exact: true }),
    ).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await expect(figure(adminPage, 'newsletter_figure_waiting')).toHaveText('0');
  expect(Number(await figure(adminPage, 'newsletter_figure_sent').innerText())).toBeGreaterThan(0);

  const letters = await listNewsletters(email, subject);
  expect(letters).toHaveLength(1);
  const [letter] = letters;
  expect(letter?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(letter?.html).toContain('dir="rtl"');
  expect(letter?.html).not.toContain('<img');
  const oneClick = /^<(https?:\S+)>$/.exec(letter?.headers['list-unsubscribe'] ?? '')![1]!;
  const visible = /https?:\S+\/ar\/newsletter\/unsubscribe\?\S+/.exec(letter?.text ?? '')![0];
  await page.goto(visible);
  await expect(page.getByRole('button', { name: t('newsletter.stop') })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await unsubscribeByOneClick(oneClick);
  await adminPage.reload();
  await expect(figure(adminPage, 'newsletter_figure_unsubscribed')).toHaveText('1');
  await adminPage.setViewportSize({ width: 320, height: 800 });
  expect(await measureSidewaysScroll(adminPage)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: t('newsletter.stop') }).click();
  await expect(page.getByRole('heading', { name: t('newsletter.stopped_title') })).toBeVisible();
  await adminPage.context().close();
  await context.close();
});

test('a bounce reported by the mail provider ends the subscription, and administration shows the reason [N9]', async ({
  page,
  context,
}) => {
  const email = createEmail('gone');
  await subscribeAndConfirm(email);
  const url = `${testSite.url}/api/newsletter/bounces`;
  const body = { email, reason: '550 5.1.1 No such mailbox' };
  const refused = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer wrong-wrong-wrong-wrong', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(refused.status).toBe(401);
  await call(url, { headers: { authorization: `Bearer ${bounceToken}` }, body });
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${administrator.accessToken}` });
  await page.goto('/ar/admin/newsletters');
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('5.1.1');
  expect(await findAxeViolations(page)).toEqual([]);
});

test('a learner subscribes and unsubscribes in the profile, and the export shows it [N9]', async ({ page }) => {
  const learner = await createLearner();
  await fetch(await waitForConfirmationLink(learner.email, /./), { redirect: 'manual' });
  const { headers } = toSession(
    await callJson<Session>(`${testSite.url}/auth/loginAsUser`, {
      body: { email: learner.email, sub: learner.password },
    }),
  );
  const exportReaders = async () =>
    (
      await callJson<{ newsletter: Array<{ email: string; lang: string }> }>(
        `${testSite.url}/api/user/${learner.userId}/profile/export`,
        { headers },
      )
    ).newsletter;
  expect(await exportReaders()).toEqual([]);
  await signIn(page, learner, '/ar/profile/details');
  const card = page.getByRole('main').getByRole('region', { name: t('newsletter.title') });
  await card.getByLabel(t('newsletter.profile_lang')).selectOption('de');
  await card.getByRole('button', { name: t('newsletter.subscribe') }).click();
  await expect(page.getByText(t('account.newsletter_changed'))).toBeVisible();
  expect(await exportReaders()).toMatchObject([{ email: learner.email, lang: 'de' }]);
  await card.getByRole('button', { name: t('newsletter.stop') }).click();
  await expect(card.getByRole('button', { name: t('newsletter.subscribe') })).toBeVisible();
  expect(await exportReaders()).toEqual([]);
});

test('a newsletter’s text survives a lost network and a closed tab, and is saved when the network is back [N9]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${administrator.accessToken}` });
  await page.goto('/ar/admin/newsletters/new');
  const subject = page.getByLabel(t('admin.newsletter_subject'));
  await subject.fill('نشرة لا تضيع');
  await expect(page.getByText(t('admin.newsletter_saved'))).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/admin\/newsletters\/[0-9a-f-]{36}$/);
  const address = page.url();
  await context.setOffline(true);
  await subject.fill('نشرة كُتبت بلا اتصال');
  await expect(page.getByText(t('admin.article_unreachable'))).toBeVisible({ timeout: 15_000 });
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByLabel(t('admin.newsletter_subject'))).toHaveValue('نشرة كُتبت بلا اتصال');
  await again.getByRole('button', { name: t('admin.article_copy_use') }).click();
  await expect(again.getByText(t('admin.newsletter_saved'))).toBeVisible({ timeout: 15_000 });
  await again.getByRole('button', { name: t('admin.newsletter_remove'), exact: true }).click();
  await again
    .getByRole('dialog')
    .getByRole('button', { name: t('admin.newsletter_remove'), exact: true })
    .click();
  await expect(again).toHaveURL(/\/admin\/newsletters$/);
});
