import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { waitForMail } from '../support/mail';
import { readMessages } from '../support/messages';
import { createEmail } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';

const wished = `${new Date().getFullYear() + 1}-03-01`;

const { title, client } = { title: 'تجديد الدواء بلا مكالمة', client: 'صيدليات الواحة' };

test('a visitor on a phone opens a case and sends an enquiry, which reaches administration and the company’s mailbox [N3]', async ({
  page,
  context,
  lang,
  t,
}) => {
  test.setTimeout(90_000);
  const email = createEmail('enquiry');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${lang}/home`);
  await page.getByRole('button', { name: t('chrome.open_menu') }).click();
  await page
    .getByRole('navigation', { name: t('chrome.main_navigation') })
    .getByRole('link', { name: t('tab_work'), exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${lang}/work$`));
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  for (const heading of ['work.task', 'work.done', 'work.results'])
    await expect(page.getByRole('heading', { name: t(heading), exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByRole('figure')
      .filter({ has: page.locator('blockquote') }),
  ).toContainText(client);
  const cover = page.getByRole('main').getByRole('img').first();
  await expect(cover).toHaveJSProperty('complete', true);
  expect(await cover.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('work.ask') })
    .first()
    .click();
  await expect(page).toHaveURL(/contact\?about=work\/waha-pharmacies$/);
  await expect(page.getByRole('main')).toContainText(`${client}: ${title}`);
  await field(page, t('contact.full_name')).fill('Nadja Klein');
  await field(page, t('contact.phone_number')).fill('01012345678');
  await field(page, t('contact.email')).fill(email);
  await field(page, t('contact.message')).fill('Hello, we have eleven branches.');
  await field(page, t('contact.project_kind')).selectOption('app');
  await field(page, t('contact.budget')).selectOption('from_75');
  await field(page, t('contact.wished_date')).fill('2001-01-01');
  await field(page, t('contact.wished_date')).blur();
  await expect(page.getByRole('alert').filter({ hasText: t('validation.date_past') })).toBeVisible();
  expect(await findAxeViolations(page, 'main')).toEqual([]);
  await field(page, t('contact.wished_date')).fill(wished);
  await page.getByRole('button', { name: t('contact.send') }).click();
  await expect(page.getByRole('alert').filter({ hasText: t('contact.sent_title') })).toBeVisible();
  await expect(async () =>
    expect((await waitForMail('hello@midan.example', /Nadja Klein/)).text).toContain(
      'صيدليات الواحة: تجديد الدواء بلا مكالمة',
    ),
  ).toPass();

  const administrator = await shareAdministrator();
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${administrator.accessToken}` });
  await page.goto(`/${lang}/admin/enquiries`);
  const enquiry = page.getByRole('article').filter({ hasText: email });
  await expect(enquiry).toContainText(t('contact.kind_app'));
  await expect(enquiry).toContainText(/75[.,]000/);
  await expect(enquiry.getByRole('link', { name: `${client}: ${title}` })).toHaveAttribute(
    'href',
    `/${lang}/work/waha-pharmacies`,
  );
});

test('a service leads to an enquiry about it, and an unknown subject to the plain form [N3]', async ({ page }) => {
  const t = readMessages('en');
  await page.goto('/en/details/service-page/build/mobile-apps');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('site.ask_about') })
    .click();
  await expect(page).toHaveURL(/\/en\/contact\?about=service\/mobile-apps$/);
  await expect(field(page, t('contact.budget'))).toBeVisible();
  await page.goto('/en/contact?about=work/nothing');
  await expect(field(page, t('contact.message'))).toBeVisible();
  await expect(field(page, t('contact.budget'))).toHaveCount(0);
});

test('the home page shows clients, a case, quotes and articles, and an unknown case is a full page with 404 [N3, A10]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/);
  const t = readMessages('en');
  await page.goto('/en/home');
  for (const name of ['home.clients_title', 'home.voices_title', 'home.articles_title'])
    await expect(page.getByRole('heading', { name: t(name), exact: true })).toBeVisible();
  await expect(
    page.locator('#courses').getByRole('heading', { name: 'Courses by people who do the work' }),
  ).toBeVisible();
  await expect(
    page.getByRole('link', { name: `${t('work.read_case')}: Refills without the phone call` }),
  ).toHaveAttribute('href', '/en/work/waha-pharmacies');
  expect((await page.goto('/en/work/nothing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('chrome.missing_title'));
});

test('the header’s tabs fit on one line at 1024 px in all three languages [N3, B1]', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const lang of ['ar', 'en', 'de']) {
    await page.goto(`/${lang}/home`);
    const tops = await page
      .locator('header nav li:visible')
      .evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)));
    expect([lang, tops.length, new Set(tops).size, await measureSidewaysScroll(page)]).toEqual([lang, 9, 1, 0]);
    const overlaps = await page.evaluate(() => {
      const [logo, nav, tools] = [
        document.querySelector('header a')!,
        document.querySelector('header nav ul')!,
        document.querySelector('header button')!.parentElement!,
      ].map((each) => each.getBoundingClientRect());
      const overlap = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1;
      return [overlap(logo!, nav!), overlap(nav!, tools!)];
    });
    expect([lang, ...overlaps]).toEqual([lang, false, false]);
  }
});
