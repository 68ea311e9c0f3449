import type { BrowserContext, Page } from '@playwright/test';
import { languageName, languages } from '../../lib/language';
import type { Session } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { shareAdministrator } from '../support/people/administrators';
import { addUsablePicture, drawNoise, drawPhoto } from '../support/pictures';

test.describe.configure({ mode: 'default' });

let administrator: Session;

test.beforeAll(async () => {
  administrator = await shareAdministrator();
});

const enter = (context: BrowserContext) => context.setExtraHTTPHeaders(administrator.headers);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const createName = (name: string) => `${name}-${process.pid}-${Date.now()}`;

const item = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(name) });

test('several pictures are uploaded at once, a drawing with a script is refused with a reason, and a described picture is usable [N7]', async ({
  page,
  context,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422/);
  await enter(context);
  await page.goto('/ar/admin/media');
  const [one, two] = [createName('one'), createName('two')];
  await page.getByLabel(new RegExp(t('admin.picture_files'))).setInputFiles([
    { name: `${one}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(1600, 900) },
    { name: 'drawing.svg.png', mimeType: 'image/png', buffer: svg },
    { name: `${two}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(700, 700) },
  ]);
  await page.getByRole('button', { name: t('admin.picture_upload'), exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'drawing.svg.png' })).toContainText(
    t('problems.picture_svg'),
  );
  await expect(item(page, two)).toContainText(t('admin.picture_alt_missing'), { timeout: 30_000 });
  await item(page, one).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${one}.jpg`);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: t('validation.required') }),
  ).toHaveCount(3);
  for (const each of languages)
    await page.getByLabel(t('admin.picture_alt_in', { language: languageName(each, 'ar') })).fill(`${one} ${each}`);
  await page.getByLabel(t('admin.picture_focus_x')).fill('٢٥');
  await page.getByRole('button', { name: t('admin.save'), exact: true }).click();
  await expect(page.getByText(t('admin.picture_saved'))).toBeVisible();
  await expect(page.getByLabel(t('admin.picture_focus_x'))).toHaveValue('25');
  await page.goto('/ar/admin/media');
  await page.getByLabel(t('admin.search_pictures')).fill(`${one} de`);
  await page.getByRole('button', { name: t('admin.filter'), exact: true }).click();
  await expect(item(page, one)).toContainText(t('admin.picture_ready'));
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(two) })).toHaveCount(0);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await measureSidewaysScroll(page), `${width} px`).toBe(0);
  }
});

test('an Arabic article uses pictures of the library, which cannot be deleted until the article is [N7]', async ({
  page,
  context,
  t,
  browser,
  request,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409/);
  const [cover, inside] = [createName('cover'), createName('inside')];
  const ids = {
    cover: await addUsablePicture(administrator, await drawPhoto(1500, 1000), cover),
    inside: await addUsablePicture(administrator, await drawPhoto(1000, 500), inside),
  };
  await enter(context);
  const id = createName('pictures');
  await page.goto('/ar/admin/articles/new');
  await page.getByLabel(t('editor.labels.id')).fill(id);
  await page.getByLabel(t('editor.labels.category')).first().fill('news');
  await page.getByRole('button', { name: t('editor.picker.choose') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('editor.picker.search')).fill(cover);
  await dialog.getByRole('button', { name: t('editor.picker.submit') }).click();
  await dialog.getByRole('button', { name: new RegExp(cover) }).click();
  await expect(page.getByLabel(t('editor.labels.imageUrl'))).toHaveValue(`/assets/pictures/${ids.cover}/1280.webp`);
  const text = page.getByRole('region', { name: languageName('ar', 'ar'), exact: true });
  await text.getByRole('button', { name: t('admin.write_language') }).click();
  await text.getByLabel(t('editor.labels.title')).fill('مقالة بصورها');
  await text.getByLabel(t('editor.labels.description')).fill('مقالة كُتبت في الإدارة ومعها صور من المكتبة.');
  await text.getByLabel(t('editor.labels.category')).fill('أخبار');
  await text.getByRole('textbox', { name: t('editor.labels.html'), exact: true }).fill('أول الكلام.');
  await text.getByRole('button', { name: t('editor.rich.picture') }).click();
  await page.getByRole('dialog').getByLabel(t('editor.picker.search')).fill(inside);
  await page.getByRole('dialog').getByLabel(t('editor.picker.search')).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(inside) })
    .click();
  await expect(text.getByRole('img', { name: `رسم ${inside}` })).toBeVisible();
  await page.getByRole('button', { name: t('admin.article_publish'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/ar/admin/articles/${id}\\?done=`));

  const visitor = await (await browser.newContext()).newPage();
  const loaded: string[] = [];
  visitor.on(
    'response',
    (answer) =>
      answer.url().includes('/assets/pictures/') &&
      loaded.push(`${answer.status()} ${answer.headers()['content-type']} ${answer.headers()['cache-control']}`),
  );
  await visitor.goto(`/ar/articles/${id}`);
  const picture = visitor.getByRole('img', { name: `رسم ${inside}` });
  await expect(picture).toHaveJSProperty('complete', true);
  expect(
    await picture.evaluate((image: HTMLImageElement) => [
      image.currentSrc.endsWith('.avif'),
      image.naturalWidth > 0,
      getComputedStyle(image).objectPosition,
    ]),
  ).toEqual([true, true, '20% 80%']);
  expect(new Set(loaded)).toEqual(new Set(['200 image/avif public, max-age=31536000, immutable']));
  await visitor.goto('/ar/articles');
  const row = visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name: 'مقالة بصورها' }) });
  const [besides, title] = [await row.locator('img').boundingBox(), await row.getByRole('heading').boundingBox()];
  expect(title!.y, 'the title stands beside its picture').toBeLessThan(besides!.y + besides!.height);
  await visitor.context().close();

  const bytes = await (await request.get(`/assets/pictures/${ids.inside}/640.webp`)).body();
  expect([bytes.includes('Camera-'), bytes.includes('Exif')]).toEqual([false, false]);
  const share = await request.get(`/assets/share/ar/articles/${id}.png`);
  expect([share.status(), share.headers()['content-type']]).toEqual([200, 'image/png']);

  await page.goto(`/ar/admin/media/${ids.inside}`);
  await expect(page.getByRole('link', { name: 'مقالة بصورها' })).toBeVisible();
  await expect(page.getByText(t('admin.picture_remove'), { exact: true })).toHaveCount(0);
  const refused = await request.post(`/api/admin/pictures/${ids.inside}/remove`, {
    headers: administrator.headers,
    data: {},
  });
  expect([refused.status(), (await refused.json()).type]).toEqual([409, '/problems/picture-used']);
  await request.delete(`/api/admin/articles/${id}`, { headers: administrator.headers });
  await page.reload();
  await page.getByText(t('admin.picture_remove'), { exact: true }).first().click();
  await expect(page.getByText(t('admin.picture_remove_sure'))).toBeVisible();
  await page.getByRole('button', { name: t('admin.picture_remove') }).click();
  await expect(page).toHaveURL(/\/ar\/admin\/media$/);
  expect((await request.get(`/assets/pictures/${ids.inside}/640.webp`)).status()).toBe(404);
});

test('a photo too large for a slow line is reduced in the browser before the upload, and a failed upload is reported [N7]', async ({
  page,
  context,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED/);
  await enter(context);
  await page.goto('/ar/admin/media');
  const name = createName('large');
  const buffer = await drawNoise(3200, 1000);
  expect(buffer.length).toBeGreaterThan(4 * 1024 * 1024);
  await page
    .getByLabel(new RegExp(t('admin.picture_files')))
    .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer });
  // Abort the upload: processing noise would delay the pictures of other tests.
  await page.route('**/api/admin/pictures?name=*', (route) => route.abort());
  const sending = page.waitForRequest((request) => request.url().includes(`/api/admin/pictures?name=${name}.png`));
  await page.getByRole('button', { name: t('admin.picture_upload'), exact: true }).click();
  const sent = (await sending).postDataBuffer()!;
  expect([sent.subarray(0, 4).toString(), sent.subarray(8, 12).toString(), sent.length < buffer.length]).toEqual([
    'RIFF',
    'WEBP',
    true,
  ]);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(t('admin.picture_not_sent'));
});

test('pictures are served only by id and width: no original, no other file, no path [N7, X34]', async ({ request }) => {
  const id = await addUsablePicture(administrator, await drawPhoto(500, 400), createName('served'));
  for (const path of [
    `${id}/original`,
    `${id}/320.jpg`,
    `${id}/320.svg`,
    `${id}/1.webp`,
    `${id}/..%2F..%2Fauth-secret`,
    `..%2F${id}/320.webp`,
    `${id}.new/320.webp`,
    'x/320.webp',
  ]) {
    expect((await request.get(`/assets/pictures/${path}`)).status(), path).toBe(404);
  }
  const answer = await request.get(`/assets/pictures/${id}/320.webp`);
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});
