import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Language, languageName } from '../../lib/language';
import { call, callJson, type Session, testSite } from '../support/api';
import { findAxeViolations } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { readMessages } from '../support/messages';
import { createEditor, shareAdministrator } from '../support/people/administrators';

/** The tests change one site, so they run in order. */
test.describe.configure({ mode: 'default', timeout: 120_000 });

let editor: Session;
test.beforeAll(async () => {
  editor = await createEditor();
});

test.afterEach(async () => {
  const { headers } = editor;
  for (const id of ['home-page.hero', 'pages-components']) {
    const url = `${testSite.url}/api/admin/content/${id}`;
    const { version } = await callJson<{ version: number }>(url, { headers });
    if (version > 0) await call(`${url}/restore`, { headers, body: { version, number: 0 } });
  }
});

const t = readMessages('en');
const enter = (context: BrowserContext) =>
  context.setExtraHTTPHeaders({ authorization: `Bearer ${editor.accessToken}` });
const part = (page: Page, lang: Language) => page.getByRole('region', { name: languageName(lang, 'en'), exact: true });
const press = (page: Page, key: string) => page.getByRole('button', { name: t(`admin.${key}`), exact: true }).click();
const createHeroes = () => {
  const number = Date.now();
  return {
    ar: `عنوان جديد للصفحة ${number}`,
    en: `A new line for the page ${number}`,
    de: `Eine neue Zeile für die Seite ${number}`,
  };
};

async function openAnonymousPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('an editor sees pages and articles, but no orders, learners or settings [N6]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  await enter(context);
  await page.goto('/en/admin');
  await expect(page).toHaveURL(/\/en\/admin\/content$/);
  const navigation = page.getByRole('navigation', { name: t('admin.title') });
  await expect(navigation.getByRole('link')).toHaveText([
    t('admin.section_content'),
    t('admin.section_articles'),
    t('admin.section_media'),
    t('admin.section_guide'),
  ]);
  expect((await page.goto('/en/admin/orders'))?.status()).toBe(404);
});

test('new texts in three languages are previewed by the editor, published for all visitors and restored [N5]', async ({
  page,
  context,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/4(?:09|22)/);
  const heroes = createHeroes();
  await enter(context);
  await page.goto('/en/admin/content');
  await page
    .getByRole('region', { name: t('admin.content_group_home_page') })
    .getByRole('link')
    .first()
    .click();
  await page.goto('/en/admin/content/home-page.hero');
  const title = (lang: 'ar' | 'en' | 'de') => part(page, lang).locator(`[id="field-${lang}.title"]`);
  for (const lang of ['ar', 'en', 'de'] as const) await title(lang).fill(heroes[lang]);
  await part(page, 'de').locator('[id="field-de.summary"]').fill('');
  await press(page, 'content_publish');
  await expect(part(page, 'de').locator('[id="field-de.summary-error"]')).not.toBeEmpty();
  await expect(title('en')).toHaveValue(heroes.en);
  await part(page, 'de').locator('[id="field-de.summary"]').fill('Kurz gesagt.');
  await press(page, 'content_save_draft');
  await expect(page.getByText(t('admin.content_draft_saved'))).toBeVisible();

  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: `${t('admin.content_preview')}: ${languageName('de', 'en')}` }).click();
  const preview = await opening;
  await expect(preview.getByRole('heading', { level: 1 })).toContainText(heroes.de);
  const answer = (await preview.reload())!;
  expect([answer.headers()['cache-control'], answer.headers()['x-robots-tag']]).toEqual([
    'private, no-store',
    'noindex, nofollow',
  ]);
  const visitor = await openAnonymousPage(browser);
  for (const address of [preview.url(), `${testSite.url}/de/home`]) {
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { level: 1 })).not.toContainText(heroes.de);
  }

  await press(page, 'content_publish');
  await expect(page.getByText(t('admin.content_published'))).toBeVisible();
  for (const lang of ['ar', 'en', 'de'] as const) {
    await expect(async () => {
      await visitor.goto(`${testSite.url}/${lang}/home`);
      await expect(visitor.getByRole('heading', { level: 1 })).toContainText(heroes[lang], { timeout: 200 });
    }).toPass();
  }
  await page.getByRole('link', { name: t('admin.content_history') }).click();
  await expect(page.locator('ins').filter({ hasText: heroes.en })).toBeVisible();
  await page.getByRole('button', { name: `${t('admin.content_restore')}: ${t('admin.content_in_files')}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('admin.content_restore'), exact: true })
    .click();
  await expect(page.getByText(t('admin.content_restored'))).toBeVisible();
  await expect(async () => {
    await visitor.goto(`${testSite.url}/en/home`);
    await expect(visitor.getByRole('heading', { level: 1 })).not.toContainText(heroes.en, { timeout: 200 });
  }).toPass();
});

test('a block moved by keyboard and a hidden block change the page [N5]', async ({ page, context, browser }) => {
  await enter(context);
  await page.goto('/en/admin/content/pages-components');
  const list = page.getByRole('group', { name: 'Blocks of the services page' });
  const readChosen = () =>
    list.getByRole('combobox').evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value));
  const before = await readChosen();
  await list.getByRole('button', { name: /Move down: .* 1$/ }).press('Enter');
  await expect.poll(readChosen).toEqual([before[1], before[0], ...before.slice(2)]);
  await list.getByRole('button', { name: /Move up: .* 2$/ }).press('Enter');
  await expect.poll(readChosen).toEqual(before);
  for (const from of [3, 2])
    await list.getByRole('button', { name: new RegExp(`Move up: .* ${from}$`) }).press('Enter');
  await expect.poll(readChosen).toEqual([before[2], before[0], before[1]]);
  await list.getByRole('checkbox').nth(1).check();
  await press(page, 'content_publish');
  await expect(page.getByText(t('admin.content_published'))).toBeVisible();
  const visitor = await openAnonymousPage(browser);
  await expect(async () => {
    await visitor.goto(`${testSite.url}/en/services`);
    const html = await visitor.content();
    expect(html).toContain('services-advise');
    expect(html).not.toContain('services-build.svg');
  }).toPass();
  await page.goto('/en/admin/content/pages-components/history');
  await page.getByRole('button', { name: `${t('admin.content_restore')}: ${t('admin.content_in_files')}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('admin.content_restore'), exact: true })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the second of two editors of a page sees both versions and combines them [N5]', async ({
  page,
  context,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/4(?:09|22)/);
  await enter(context);
  const second = await browser.newContext({ baseURL: testSite.url, locale: 'en-GB' });
  await enter(second);
  const other = await second.newPage();
  for (const each of [page, other]) await each.goto('/en/admin/content/home-page.grow');
  await part(page, 'en').locator('[id="field-en.title"]').fill('From the first editor');
  await press(page, 'content_save_draft');
  await expect(page.getByText(t('admin.content_draft_saved'))).toBeVisible();
  await part(other, 'en').locator('[id="field-en.summary"]').fill('From the second editor');
  await press(other, 'content_save_draft');
  await expect(other.getByText(t('admin.content_conflict_title'))).toBeVisible();
  await expect(other.locator('del').filter({ hasText: 'From the first editor' })).toBeVisible();
  await expect(other.locator('ins').filter({ hasText: 'From the second editor' })).toBeVisible();
  await press(other, 'content_combine');
  await expect(part(other, 'en').locator('[id="field-en.title"]')).toHaveValue('From the first editor');
  await press(other, 'content_save_draft');
  await expect(other.getByText(t('admin.content_draft_saved'))).toBeVisible();
  await page.reload();
  await expect(part(page, 'en').locator('[id="field-en.summary"]')).toHaveValue('From the second editor');
  await expect(part(page, 'en').locator('[id="field-en.title"]')).toHaveValue('From the first editor');
});

test('unsaved text of a page is restored after its tab was closed, and can be discarded [N5]', async ({
  page,
  context,
}) => {
  await enter(context);
  const title = (of: Page) => part(of, 'en').locator('[id="field-en.title"]');
  await page.goto('/en/admin/content/home-page.hero');
  const before = await title(page).inputValue();
  await title(page).fill('Typed in a tab that is closed');
  await page.close();
  const again = await context.newPage();
  await again.goto('/en/admin/content/home-page.hero');
  await expect(again.getByText(t('admin.draft_restored'))).toBeVisible();
  await expect(title(again)).toHaveValue('Typed in a tab that is closed');
  await press(again, 'discard');
  await expect(title(again)).toHaveValue(before);
});

test('colours with too little contrast are refused with the names of the pair, and what was typed is kept [N5]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/4(?:09|22)/);
  await enter(context);
  await page.goto('/en/admin/content/style');
  const ink = field(page, t('editor.theme.ink'));
  await ink.fill('#c8c8c8');
  await press(page, 'content_publish');
  await expect(page.locator('[id="field-all.--ink-error"]')).toContainText(
    `${t('editor.theme.ink')} cannot be read on ${t('editor.theme.paper')}`,
  );
  await expect(field(page, t('editor.theme.paper'))).toBeFocused();
  await expect(ink).toHaveValue('#c8c8c8');
});

test('an administrator changes the company’s address on the site; an editor has no access to it [N5, N6]', async ({
  page,
  context,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/4(?:0[34]|22)/);
  const administrator = await shareAdministrator();
  await enter(context);
  expect((await page.goto('/en/admin/content/config'))?.status()).toBe(404);
  const refused = await fetch(`${testSite.url}/api/admin/content/config`, { headers: editor.headers });
  expect(refused.status).toBe(403);
  await page.goto('/en/admin/content');
  await expect(page.getByText(t('admin.content_elsewhere_editor'))).toBeVisible();
  await context.setExtraHTTPHeaders(administrator.headers);
  await page.goto('/en/admin/content');
  await expect(
    page.getByRole('main').getByRole('link', { name: t('admin.section_quizzes'), exact: true }),
  ).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('admin.content_name_config') })
    .click();
  const phone = page.getByLabel(t('editor.labels.phone'));
  await phone.fill('01001234567');
  await press(page, 'content_publish');
  await expect(page.locator('[id="field-all.company.phone-error"]')).not.toBeEmpty();
  await phone.fill('+201009998887');
  const visitor = await openAnonymousPage(browser);
  try {
    await press(page, 'content_publish');
    await expect(page.getByText(t('admin.content_published'))).toBeVisible();
    await expect(async () => {
      await visitor.goto(`${testSite.url}/en/contact`);
      await expect(visitor.getByRole('main').getByText('+201009998887')).toBeVisible({ timeout: 200 });
    }).toPass();
    expect(await findAxeViolations(page)).toEqual([]);
  } finally {
    const url = `${testSite.url}/api/admin/content/config`;
    const { version } = await callJson<{ version: number }>(url, { headers: administrator.headers });
    await call(`${url}/restore`, { headers: administrator.headers, body: { version, number: 0 } });
  }
});
