import type { Page } from '@playwright/test';
import type { Language } from '../../lib/language';
import { fillAdministration } from '../support/admin-pages';
import { findAxeViolations, findTextViolations } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { findMovingParts } from '../support/motion';
import { languages } from '../support/public-pages';

const widths: Partial<Record<Language, number[]>> = { ar: [768, 1024, 1280, 1920, 320], en: [320, 1280] };

/** Content whose forms differ from those of most content files. */
const furtherForms = ['pages-components', 'style', 'common.header', 'i18n', 'price-page.pricing'].map(
  (id) => `admin/content/${id}`,
);

const listOverflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScroller = (element: Element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || getComputedStyle(element).clipPath !== 'none';
    const isReachable = (element: Element): boolean =>
      isScroller(element) || (element.parentElement !== null && isReachable(element.parentElement));
    return [...document.querySelectorAll('main *, header *')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect();
        return (
          element.checkVisibility() &&
          width > 1 &&
          height > 1 &&
          (left < -1 || right > innerWidth + 1) &&
          !isReachable(element)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

const findCutOffTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>('main table')].flatMap((table) => {
      const frames = [];
      for (let each = table.parentElement; each; each = each.parentElement)
        if (['hidden', 'clip'].includes(getComputedStyle(each).overflowX)) frames.push(each);
      return frames
        .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
        .map((frame) => `${table.caption?.textContent}: ${frame.scrollWidth} px in ${frame.clientWidth} px`);
    }),
  );

const findOverfullCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main td')]
      .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => `${cell.innerText}: ${cell.scrollWidth} px in ${cell.clientWidth} px`),
  );

const findNarrowFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(textarea, input[type=text], [contenteditable=true])')]
      .filter((field) => field.checkVisibility() && field.offsetWidth < 100)
      .map(({ id, offsetWidth }) => `${id}: ${offsetWidth} px`),
  );

/** Lists cells that lack a label or need scrolling on a phone, where each row is a card. */
const findUnlabelledCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>('main table')]
      .filter((table) => table.checkVisibility())
      .flatMap((table) => {
        const heads = [...table.querySelectorAll<HTMLElement>('thead :is(th, td)')].map((head) => head.textContent);
        const cells = [...table.querySelectorAll<HTMLTableCellElement>('tbody td')].filter(
          (cell) =>
            cell.cellIndex > heads.findIndex((text) => text !== '') && heads.length > 2 && cell.checkVisibility(),
        );
        const bare = cells
          .filter((cell) => !getComputedStyle(cell, '::before').content.includes(`"${heads[cell.cellIndex]}"`))
          .map((cell) => `${heads[cell.cellIndex]}: ${cell.innerText}`);
        const { scrollWidth, clientWidth } = table.closest('[role=region]')!;
        return scrollWidth > clientWidth + 1
          ? [...bare, `${table.caption?.textContent}: ${scrollWidth} px in ${clientWidth} px`]
          : bare;
      }),
  );

/** Scrolls each table by keyboard to its last column, which the first must not cover. @returns hidden columns */
async function findHiddenColumns(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  const towardsTheEnd = (await page.locator('html').getAttribute('dir')) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  for (const table of await page.locator('main table').filter({ visible: true }).all()) {
    const name = await table.locator('caption').innerText();
    const region = page.getByRole('region', { name, exact: true }).and(page.locator('[tabindex="0"]'));
    if ((await region.count()) !== 1) {
      hidden.push(`no region to scroll ${name}`);
      continue;
    }
    const isInSight = () =>
      table
        .locator('tbody tr')
        .first()
        .locator('td')
        .last()
        .evaluate((cell) => {
          const [{ left, right }, frame] = [
            cell.getBoundingClientRect(),
            cell.closest('[role=region]')!.getBoundingClientRect(),
          ];
          const name = [...cell.parentElement!.children]
            .find((each) => getComputedStyle(each).position === 'sticky')!
            .getBoundingClientRect();
          return (
            left >= frame.left - 1 && right <= frame.right + 1 && (left >= name.right - 1 || right <= name.left + 1)
          );
        });
    if (!(await table.locator('th').first().isVisible())) hidden.push(`headings of ${name}`);
    await region.focus();
    for (let presses = 0; presses < 40 && !(await isInSight()); presses += 1) await page.keyboard.press(towardsTheEnd);
    if (!(await isInSight())) hidden.push(`last column of ${name}`);
  }
  return hidden;
}

const findStretchedButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (innerWidth < 640 ? [] : [...document.querySelectorAll<HTMLElement>('main form[method=get] button')])
      .filter((button) => {
        const words = document.createRange();
        words.selectNodeContents(button);
        return button.offsetWidth > words.getBoundingClientRect().width + 64;
      })
      .map(({ innerText, offsetWidth }) => `${innerText}: ${offsetWidth} px`),
  );

const measureEdges = (page: Page) =>
  page.evaluate(() => {
    const measureInside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)].map(Math.round);
    };
    return {
      header: measureInside(document.querySelector('header')!),
      content: measureInside(document.querySelector('main')!.parentElement!),
    };
  });

async function expectTextsFound(page: Page, lang: string): Promise<void> {
  await expect(page.locator('[id="field-de.tab_home"]'), 'items of the menu').toHaveValue(
    readMessages('de')('tab_home'),
  );
  await page
    .getByRole('searchbox', { name: readMessages(lang)('admin.content_search_texts') })
    .fill(readMessages('de')('auth.login_submit'));
  await expect(page.locator('[id="field-ar.auth.login_submit"]')).toHaveValue(readMessages('ar')('auth.login_submit'));
}

for (const lang of languages) {
  test(`${lang}: all admin pages load, pass axe, fit the window, scroll tables by keyboard and respect reduced motion [O6, O7, O8, O9, N5, L1]`, async ({
    page,
    context,
  }) => {
    test.setTimeout(360_000);
    const { administrator, pages } = await fillAdministration();
    await context.setExtraHTTPHeaders(administrator.headers);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let tables = 0;
    for (const path of [...pages, ...furtherForms]) {
      const answer = await page.goto(`/${lang}/${path}`);
      expect.soft(answer?.status(), path).toBe(200);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      tables += await page.locator('main table').count();
      for (const width of widths[lang] ?? [390]) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${lang} ${path} at ${width} px`;
        await expect.soft(page.locator('html'), `${where} scrolls sideways`).toHaveJSProperty('scrollWidth', width);
        expect.soft(await listOverflowing(page), `${where}: beyond the window`).toEqual([]);
        expect.soft(await findCutOffTables(page), `${where}: cut off`).toEqual([]);
        expect.soft(await findOverfullCells(page), `${where}: overfull`).toEqual([]);
        expect.soft(await findNarrowFields(page), `${where}: too narrow`).toEqual([]);
        expect
          .soft(await (width < 768 ? findUnlabelledCells : findHiddenColumns)(page), `${where}: out of reach`)
          .toEqual([]);
        expect.soft(await findStretchedButtons(page), `${where}: stretched`).toEqual([]);
        const { header, content } = await measureEdges(page);
        expect.soft(header, `${where}: header and content`).toEqual(content);
      }
      // Make the window as high as the page: axe counts a button half under a sticky bar as too small.
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: page.viewportSize()!.width, height });
      expect.soft(await (lang === 'en' ? findAxeViolations : findTextViolations)(page), `${lang} ${path}`).toEqual([]);
      if (lang === 'ar') expect.soft(await findMovingParts(page), path).toEqual([]);
      if (path === 'admin/content/i18n') await expectTextsFound(page, lang);
    }
    expect(tables).toBeGreaterThan(8);
  });
}
