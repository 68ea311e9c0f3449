import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** This rule is experimental in axe, but part of WCAG 2.1 A (2.5.3). */
const experimental = { rules: { 'label-content-name-mismatch': { enabled: true } } };

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const findAxeViolations = (page: Page, part = 'html'): Promise<string[]> =>
  collectViolations(
    new AxeBuilder({ page })
      .include(part)
      .options({ ...experimental, resultTypes: ['violations'] })
      .withTags(rules),
  );

/** Checks only contrast, for a page that was fully checked in the other colour scheme. */
export const findContrastViolations = (page: Page): Promise<string[]> =>
  findViolationsOf(page, ['color-contrast', 'link-in-text-block']);

/** Checks only rules about text, for a page that was fully checked in another language. */
export const findTextViolations = (page: Page): Promise<string[]> =>
  findViolationsOf(page, [
    'aria-command-name',
    'aria-dialog-name',
    'aria-input-field-name',
    'aria-toggle-field-name',
    'button-name',
    'document-title',
    'empty-heading',
    'heading-order',
    'html-has-lang',
    'html-lang-valid',
    'image-alt',
    'input-button-name',
    'label',
    'label-content-name-mismatch',
    'landmark-unique',
    'link-name',
    'scrollable-region-focusable',
    'select-name',
    'svg-img-alt',
    'target-size',
    'valid-lang',
  ]);

const findViolationsOf = (page: Page, ids: string[]): Promise<string[]> =>
  collectViolations(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withRules(ids));

async function collectViolations(axe: AxeBuilder): Promise<string[]> {
  // Use legacy mode: the default opens a tab per analysis for cross-origin frames, which the site does not have.
  const { violations } = await axe.setLegacyMode(true).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  );
}

/** Applies the text spacing that pages must bear (WCAG 1.4.12), by a sheet that the CSP allows. */
export const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; } p { margin-block-end: 2em !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

export const measureSidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Lists buttons that break a word, which have more lines than words. */
export const findTornButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, a[class*=button])')]
      .filter((button) => {
        if (!button.checkVisibility()) return false;
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          // Skip text for screen readers, which is one pixel wide.
          if ((texts.currentNode.parentElement?.offsetWidth ?? 0) <= 1) continue;
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          if (lines > (texts.currentNode.textContent ?? '').trim().split(/[\s-]+/).length) return true;
        }
        return false;
      })
      .map(({ innerText, offsetWidth }) => `${innerText}: ${offsetWidth} px`),
  );
