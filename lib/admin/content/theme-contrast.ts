/** WCAG 2.2, 1.4.3: text of ordinary size. */
export const leastContrast = 4.5;

/** Text and what it stands on, as the styles of the site use them; in the dark theme with its own values. */
const pairs: ReadonlyArray<readonly [text: string, background: string]> = [
  ['ink', 'paper'], ['ink', 'surface'], ['ink', 'sand'], ['ink', 'accent-soft'], ['ink', 'notice-soft'],
  ['ink-soft', 'paper'], ['ink-soft', 'surface'], ['ink-soft', 'sand'],
  ['ink-faint', 'surface'],
  ['accent', 'paper'], ['accent', 'surface'], ['accent-strong', 'paper'], ['accent-strong', 'accent-soft'],
  ['on-accent', 'accent'], ['on-accent', 'accent-strong'],
  ['on-deep', 'deep'], ['on-deep', 'deep-soft'], ['on-deep-soft', 'deep'],
  ['success', 'surface'], ['success', 'success-soft'], ['danger', 'surface'], ['danger', 'danger-soft'],
];

export interface UnreadablePair { readonly text: string; readonly background: string; readonly ratio: number }

/** The pairs of a theme that cannot be read, by the names of their variables. A colour that is not written `#rrggbb` is not judged. */
export function unreadablePairs(style: Readonly<Record<string, unknown>>): UnreadablePair[] {
  return ['', 'dark-'].flatMap((theme) => pairs.flatMap(([text, background]) => {
    const [one, other] = [text, background].map((name) => variableOf(style, theme, name));
    if (!one || !other) return [];
    const ratio = contrastOf(String(style[one]), String(style[other]));
    return ratio !== null && ratio < leastContrast ? [{ text: one, background: other, ratio }] : [];
  }));
}

/** A dark theme takes what it does not change from the light one. */
const variableOf = (style: Readonly<Record<string, unknown>>, theme: string, name: string): string | undefined =>
  [`--${theme}${name}`, `--${name}`].find((each) => Object.hasOwn(style, each));

/** From 1 to 21; null when one of them is no colour as it is written here. */
export function contrastOf(one: string, other: string): number | null {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return a === null || b === null ? null : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(colour: string): number | null {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour.trim())?.[1];
  if (!digits) return null;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(six.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
