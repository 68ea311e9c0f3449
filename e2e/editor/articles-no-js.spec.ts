import { languageName } from '../../lib/language';
import { testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { createEditor } from '../support/people/administrators';

test('an article is written without JavaScript, comes back complete when refused, and is published with its HTML sanitised [N8]', async ({
  page,
  context,
  browser,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  const editor = await createEditor();
  await context.setExtraHTTPHeaders(editor.headers);
  const id = `no-script-${process.pid}-${Date.now().toString(36)}`;
  const visitor = await (await browser.newContext({ baseURL: testSite.url, javaScriptEnabled: false })).newPage();
  const fetchStatus = async () => (await visitor.goto(`/ar/articles/${id}`))?.status();
  const text = (lang: string, field: string) => page.locator(`[name="texts.${lang}.${field}"]:visible`);
  const press = (key: string) => page.getByRole('button', { name: t(`admin.${key}`), exact: true }).click();
  try {
    await page.goto('/ar/admin/articles/new');
    await expect(
      page.getByRole('region', { name: languageName('ar', 'ar'), exact: true }),
      'the editor that needs scripts',
    ).toBeHidden();
    await page.locator('[name="id"]:visible').fill(id);
    await page.locator('[name="category"]:visible').fill('news');
    await text('ar', 'title').fill('مقال');
    await text('ar', 'description').fill('قصير');
    await text('ar', 'category').fill('أخبار');
    await text('ar', 'html').fill('<h2>عنوان</h2><p onclick="alert(1)">نص المقال</p><script>alert(1)</script>');
    await press('article_publish');
    // Playwright finds no text inside noscript.
    await expect
      .poll(() => page.locator('main').evaluate((main: HTMLElement) => main.innerText))
      .toContain(t('admin.article_plain_refused'));
    await expect(text('ar', 'description')).toHaveAttribute('aria-invalid', 'true');
    await expect(text('ar', 'title')).toHaveValue('مقال');
    await expect(text('ar', 'html')).toHaveValue('<h2>عنوان</h2><p>نص المقال</p>');
    expect(await fetchStatus()).toBe(404);

    await text('ar', 'description').fill('مقال كُتب بلا نصوص برمجية في المتصفح.');
    await press('content_save_draft');
    await expect(page.getByText(t('admin.article_plain_saved'))).toBeVisible();
    expect(await fetchStatus()).toBe(404);
    await press('article_publish');
    await expect(page).toHaveURL(new RegExp(`/ar/admin/articles/${id}\\?done=plain_published$`));
    await expect(async () => expect(await fetchStatus()).toBe(200)).toPass();
    await expect(visitor.getByRole('article').getByRole('heading', { name: 'عنوان' })).toBeVisible();
    expect(await visitor.content()).not.toMatch(/onclick="alert/);

    await page.locator('[name="publishedAt"]:visible').fill('2099-01-01T10:00');
    await press('article_publish');
    await expect(page.getByText(t('admin.article_plain_published'))).toBeVisible();
    await expect(async () => expect(await fetchStatus()).toBe(404)).toPass();
  } finally {
    await fetch(`${testSite.url}/api/admin/articles/${id}`, { method: 'DELETE', headers: editor.headers });
    await visitor.context().close();
  }
});
