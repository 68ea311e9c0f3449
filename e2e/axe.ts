import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Experimental in axe, part of WCAG 2.1 A all the same: a control's name holds the words seen on it (2.5.3). */
const experimental = { rules: { 'label-content-name-mismatch': { enabled: true } } };

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe has to say against the page, or a part of it, as it stands, a line each; nothing is the aim. */
export const axeFaults = (page: Page, part = 'html'): Promise<string[]> => faultsOf(new AxeBuilder({ page }).include(part).options(experimental).withTags(rules));

/** The part of it that a theme can spoil, for a page that was asked in the other theme. */
export const contrastFaults = (page: Page): Promise<string[]> => faultsOf(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));

async function faultsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
