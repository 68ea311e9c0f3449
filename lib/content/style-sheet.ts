import type { Style } from './schema';

const darkPrefix = '--dark-';

/** Printers leave grounds out, so nothing on paper may be written in a light colour. */
const onPaper = '--paper:#fff;--surface:#fff;--deep:#fff;--deep-soft:#fff;--on-deep:var(--ink);--on-deep-soft:var(--ink-soft);--gold:var(--accent)';

/**
 * The theme as CSS text for one inline style (B7). `--dark-x` is the value that `--x` takes in the dark theme,
 * which follows the system until the visitor chooses (`<html data-theme>`). Printed pages are always light.
 */
export function styleSheetOf(style: Style): string {
  const entries = Object.entries(style).filter(([, value]) => !/[<>{};]/.test(value));
  const values = entries.map(([name, value]) => `${name}:${value}`).join(';');
  const dark = entries
    .filter(([name]) => name.startsWith(darkPrefix))
    .map(([name]) => `--${name.slice(darkPrefix.length)}:var(${name})`)
    .join(';');
  const darkRules = `color-scheme:dark;${dark}`;
  return (
    `:root{color-scheme:light;${values}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${darkRules}}}` +
    `@media screen{:root[data-theme=dark]{${darkRules}}}` +
    `@media print{:root{${onPaper}}}`
  );
}
