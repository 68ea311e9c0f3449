import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { languageName } from '../../lib/language';
import { type Session, testSite } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { createEditor, shareAdministrator } from '../support/people/administrators';
import { addUsablePicture, drawPhoto } from '../support/pictures';

test.describe.configure({ mode: 'default', timeout: 120_000 });

let editor: Session;
let administrator: Session;
test.beforeAll(async () => {
  editor = await createEditor();
  administrator = await shareAdministrator();
});

/** Articles to remove afterwards, because other tests compare article lists. */
const published: string[] = [];
test.afterAll(async () => {
  for (const id of published)
    await fetch(`${testSite.url}/api/admin/articles/${id}`, { method: 'DELETE', headers: administrator.headers });
});

const t = readMessages('ar');
const enter = (context: BrowserContext) =>
  context.setExtraHTTPHeaders({ authorization: `Bearer ${editor.accessToken}` });
const createName = (name: string) => `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`;
const arabic = (page: Page) => page.getByRole('region', { name: languageName('ar', 'ar'), exact: true });
const editorOf = (page: Page) => arabic(page).getByRole('textbox', { name: t('editor.labels.html'), exact: true });
const tool = (page: Page, name: string) =>
  arabic(page)
    .getByRole('toolbar')
    .getByRole('button', { name: t(`editor.rich.${name}`), exact: true });
const press = (page: Page, key: string) => page.getByRole('button', { name: t(`admin.${key}`), exact: true }).click();
const expectSavedNotice = (page: Page) =>
  expect(page.getByText(t('admin.article_saved'))).toBeVisible({ timeout: 15_000 });

async function paste(page: Page, name: 'word' | 'google-docs'): Promise<void> {
  const html = await readFile(`e2e/support/clipboard/${name}.html`, 'utf8');
  await editorOf(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

async function begin(page: Page, id: string, title: string): Promise<void> {
  await page.goto('/ar/admin/articles/new');
  await page.getByLabel(t('editor.labels.id')).fill(id);
  await page.getByLabel(t('editor.labels.category')).first().fill('news');
  await arabic(page)
    .getByRole('button', { name: t('admin.write_language') })
    .click();
  await arabic(page).getByLabel(t('editor.labels.title')).fill(title);
  await arabic(page)
    .getByLabel(t('editor.labels.description'))
    .fill('مقال كُتب في الإدارة، لا يعرف كاتبه ملفات ولا HTML.');
  await arabic(page).getByLabel(t('editor.labels.category')).fill('أخبار');
  await expect(editorOf(page)).toBeVisible();
}

async function openVisitorPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: testSite.url })).newPage();
}

test('an Arabic article with pasted text, picture, code, lesson and link is previewed by its editor and then published [N8, O8]', async ({
  page,
  context,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  const name = createName('inside');
  await addUsablePicture(administrator, await drawPhoto(1000, 500), name);
  await enter(context);
  const id = createName('written');
  await begin(page, id, 'مقال من نص ملصق');
  await editorOf(page).click();
  await paste(page, 'word');
  await expect(editorOf(page).locator('ul > li > ul > li')).toHaveText('من المكتب');
  expect(await editorOf(page).innerHTML()).not.toMatch(/mso|<span|<o:p|style="(?!.*ProseMirror)/i);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('شغّل الأمر ');
  await tool(page, 'code').click();
  await page.keyboard.type('npm ci --omit=dev');
  await tool(page, 'code').click();
  await page.keyboard.type(' ثم انتظر.');
  await expect(editorOf(page).locator('p code')).toHaveText('npm ci --omit=dev');
  await page.keyboard.press('Enter');
  await tool(page, 'link').click();
  await page.getByRole('dialog').getByLabel(t('editor.rich.link_address')).fill('javascript:alert(1)');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editor.rich.apply') })
    .click();
  await expect(page.getByRole('dialog').getByText(t('editor.rich.link_wrong'))).toBeVisible();
  await page.getByRole('dialog').getByLabel(t('editor.rich.link_address')).fill('https://example.com/more');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editor.rich.apply') })
    .click();
  await arabic(page)
    .getByRole('button', { name: t('editor.rich.picture') })
    .click();
  await page.getByRole('dialog').getByLabel(t('editor.picker.search')).fill(name);
  await page.getByRole('dialog').getByLabel(t('editor.picker.search')).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(name) })
    .click();
  await expect(editorOf(page).getByRole('img', { name: `رسم ${name}` })).toBeVisible();
  await tool(page, 'lesson').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editor.rich.apply') })
    .click();
  await expect(editorOf(page).locator('[data-lesson-preview]')).toBeVisible();
  await expectSavedNotice(page);

  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: `${t('admin.content_preview')}: ${languageName('ar', 'ar')}` }).click();
  const preview = await opening;
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('مقال من نص ملصق');
  const answer = (await preview.reload())!;
  expect([answer.status(), answer.headers()['cache-control'], answer.headers()['x-robots-tag']]).toEqual([
    200,
    'private, no-store',
    'noindex, nofollow',
  ]);
  const visitor = await openVisitorPage(browser);
  for (const address of [preview.url(), `/ar/articles/${id}`])
    expect((await visitor.goto(address))?.status(), address).toBe(404);

  published.push(id);
  await press(page, 'article_publish');
  await expect(page).toHaveURL(new RegExp(`/ar/admin/articles/${id}\\?done=`));
  await expect(page.getByText(t('admin.article_published'))).toBeVisible();
  await expect(async () => expect((await visitor.goto(`/ar/articles/${id}`))?.status()).toBe(200)).toPass();
  const article = visitor.getByRole('article');
  await expect(article.getByRole('heading', { name: 'ما الذي نحتاجه' })).toBeVisible();
  await expect(article.getByRole('img', { name: `رسم ${name}` })).toHaveJSProperty('complete', true);
  await expect(article.locator('p code')).toHaveCSS('direction', 'ltr');
  await expect(article.locator('p code')).toHaveCSS('unicode-bidi', 'isolate');
  await expect(article.getByRole('link', { name: 'https://example.com/more' })).toHaveAttribute('rel', 'noopener');
  await article.locator('[data-lesson-preview] a').click();
  await expect(visitor).toHaveURL(/\/ar\/details\/course-page\/courses-data\/[a-z0-9-]+#free-lesson$/);
  expect(await findAxeViolations(page)).toEqual([]);
  await visitor.context().close();
});

test('typed text survives a lost network and a closed tab, is saved when the network is back, and can be undone [N8]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
  await enter(context);
  await begin(page, createName('lost'), 'مقال لا يضيع');
  await editorOf(page).click();
  await page.keyboard.type('السطر الأول.');
  await expectSavedNotice(page);
  const address = page.url();
  expect(address).toMatch(/\/ar\/admin\/articles\/[0-9a-f-]{36}$/);
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('كُتب بلا شبكة.');
  await expect(page.getByText(t('admin.article_unreachable'))).toBeVisible({ timeout: 15_000 });
  await page.close();
  await context.setOffline(false);

  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByText(t('admin.article_copy_title'))).toBeVisible();
  await expect(editorOf(again)).toContainText('كُتب بلا شبكة.');
  await press(again, 'article_copy_use');
  await expectSavedNotice(again);
  await context.setOffline(true);
  await editorOf(again).click();
  await again.keyboard.press('Control+End');
  await again.keyboard.type(' زيادة');
  await expect(again.getByText(t('admin.article_unreachable'))).toBeVisible({ timeout: 15_000 });
  await context.setOffline(false);
  await expectSavedNotice(again);
  await tool(again, 'undo').click();
  await expect(editorOf(again)).not.toContainText('زيادة');
  await tool(again, 'redo').click();
  await expect(editorOf(again)).toContainText('زيادة');
  await expectSavedNotice(again);
  await again.reload();
  await expect(editorOf(again)).toContainText('زيادة');
  await expect(again.getByText(t('admin.article_copy_title'))).toBeHidden();
  await again.goto('/ar/admin/articles');
  await expect(
    again
      .getByRole('region', { name: t('admin.article_drafts') })
      .getByRole('link', { name: 'مقال لا يضيع' })
      .first(),
  ).toBeVisible();
});

test('the second of two editors sees both versions and combines them [N8]', async ({
  page,
  context,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/409/);
  await enter(context);
  await begin(page, createName('both'), 'مقال لاثنين');
  await editorOf(page).click();
  await page.keyboard.type('نص المقال.');
  await expectSavedNotice(page);
  const second = await browser.newContext({ baseURL: testSite.url, locale: 'ar-EG' });
  await enter(second);
  const other = await second.newPage();
  await other.goto(page.url());
  await arabic(page).getByLabel(t('editor.labels.title')).fill('عنوان من الأول');
  await expectSavedNotice(page);
  await arabic(other).getByLabel(t('editor.labels.description')).fill('وصف كتبه المحرر الثاني بعد الأول بلحظة.');
  await expect(other.getByText(t('admin.content_conflict_title'))).toBeVisible({ timeout: 15_000 });
  await expect(other.locator('del').filter({ hasText: 'عنوان من الأول' })).toBeVisible();
  await press(other, 'content_combine');
  await expectSavedNotice(other);
  await expect(arabic(other).getByLabel(t('editor.labels.title'))).toHaveValue('عنوان من الأول');
  await second.close();
});

test('a scheduled article is hidden before its time: address, list, search, feed and sitemap [N8]', async ({
  page,
  context,
  browser,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  await enter(context);
  const id = createName('later');
  await begin(page, id, 'مقال الغد');
  await editorOf(page).click();
  await page.keyboard.type('يظهر غدًا.');
  await page.getByLabel(t('editor.labels.publishedAt')).fill('2099-01-01T09:00');
  await press(page, 'article_schedule');
  await expect(page).toHaveURL(new RegExp(`/ar/admin/articles/${id}\\?done=`));
  await expect(page.getByText(t('admin.article_scheduled'))).toBeVisible();
  const visitor = await openVisitorPage(browser);
  expect((await visitor.goto(`/ar/articles/${id}`))?.status()).toBe(404);
  for (const path of [
    '/ar/articles',
    '/ar/articles?q=الغد',
    '/ar/articles/feed.xml',
    '/sitemap.xml',
    '/api/blogs?lang=ar&pageSize=100',
  ])
    expect(await (await request.get(path)).text(), path).not.toContain(id);
  expect((await request.get(`/api/blog/${id}?lang=ar`)).status()).toBe(404);
  await visitor.context().close();
});

test('the toolbar is one tab stop, its arrow keys follow the reading direction, and the page fits a small phone [N8]', async ({
  page,
  context,
}) => {
  await enter(context);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/ar/admin/articles/fast-website-in-egypt');
  await expect(editorOf(page)).toBeVisible();
  expect(await measureSidewaysScroll(page)).toBe(0);
  await tool(page, 'undo').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tool(page, 'redo')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tool(page, 'alt')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tool(page, 'undo')).toBeFocused();
  expect(await arabic(page).getByRole('toolbar').locator('[tabindex="0"]').count()).toBe(1);
  await expect(page.getByText(t('admin.article_typed'))).toHaveCount(0);
  expect(await findAxeViolations(page)).toEqual([]);
});
