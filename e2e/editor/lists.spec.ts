import type { BrowserContext, Page } from '@playwright/test';
import { type Language, languageName } from '../../lib/language';
import { call, callJson, type Session, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { createEditor } from '../support/people/administrators';

let editor: Session;
test.beforeAll(async () => {
  editor = await createEditor();
});

test.afterAll(async () => {
  const { headers } = editor;
  const url = `${testSite.url}/api/admin/content/admin-guide.guide`;
  const { version } = await callJson<{ version: number }>(url, { headers });
  if (version > 0) await call(`${url}/discard`, { headers, body: { version } });
});

const t = readMessages('en');
const enter = (context: BrowserContext) =>
  context.setExtraHTTPHeaders({ authorization: `Bearer ${editor.accessToken}` });
const part = (page: Page, lang: Language) => page.getByRole('region', { name: languageName(lang, 'en'), exact: true });

test('a block is dragged by mouse; a block moved by keyboard keeps the focus [N5]', async ({ page, context }) => {
  await enter(context);
  // Use a tall window, because the bar at its bottom covers items.
  await page.setViewportSize({ width: 1280, height: 2000 });
  await page.goto('/en/admin/content/pages-components');
  const list = page.getByRole('group', { name: 'Blocks of the services page' });
  const readChosen = () =>
    list.getByRole('combobox').evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value));
  const before = await readChosen();
  const items = list.locator('ol > li');
  await list.getByTitle(t('editor.drag')).first().hover();
  await page.mouse.down();
  // Move once more within the target, because Chromium fires `dragover` only with the next movement.
  for (const [at, below] of [
    [1, 0],
    [2, 0],
    [2, 5],
  ] as const) {
    const box = (await items.nth(at).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + below, { steps: 5 });
  }
  await expect(items.nth(2)).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect.poll(readChosen).toEqual([...before.slice(1), before[0]]);
  await expect(items.nth(2)).not.toHaveAttribute('data-over');
  const button = (verb: 'up' | 'down', at: number) =>
    list.getByRole('button', { name: new RegExp(`${t(`editor.move_${verb}`)}: .* ${at}$`) });
  await button('up', 3).focus();
  await page.keyboard.press('Enter');
  await expect(button('up', 2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('down', 1)).toBeFocused();
  expect(await readChosen()).toEqual(before);
});

test('long records are folded, searchable, can be added and removed, and open if they have an error [N5, N8]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  await enter(context);
  await page.goto('/en/admin/content/admin-guide.guide');
  const english = part(page, 'en');
  const records = english.locator('ol > li:visible');
  const all = await records.count();
  expect(all).toBeGreaterThanOrEqual(8);
  await expect(english.getByLabel(`${t('editor.labels.html')} (HTML)`).first()).toBeHidden();
  await english.getByLabel(t('editor.search')).fill('two editors');
  await expect.poll(() => records.count()).toBeLessThan(all);
  await english.getByLabel(t('editor.search')).fill('');
  await english.getByRole('button', { name: t('editor.add'), exact: true }).click();
  await expect(records).toHaveCount(all + 1);
  await expect(records.last().getByRole('textbox', { name: t('editor.labels.html'), exact: true })).toBeVisible();
  await expect(english.locator('[contenteditable="true"]'), 'no editor for what is folded').toHaveCount(1);
  await page.getByRole('button', { name: t('admin.content_publish'), exact: true }).click();
  await expect(records.last().locator('[aria-invalid="true"]').first()).toBeVisible();
  await records
    .last()
    .getByRole('button', { name: new RegExp(`^${t('editor.remove')}: `) })
    .click();
  await expect(records).toHaveCount(all);
  await expect(
    records.last().getByRole('button', { name: new RegExp(`^${t('editor.remove')}: `) }),
    'where the removed one was',
  ).toBeFocused();
});
