export type Direction = 'rtl' | 'ltr';

/** First strong isolate and pop directional isolate: what stands between them takes its direction from its first letter and leaves the rest of the line alone. */
const [isolateStart, isolateEnd] = ['\u2068', '\u2069'];

/** Embeddings, overrides and isolates. Unbalanced ones in a person's text would reorder what follows it. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const arabicAlone = /^[\p{Script=Arabic}\p{M}\d\s]*$/u;

/** The direction of a text by its first letter (UAX #9, P2); null for a text without letters. */
export function directionOfText(text: string): Direction | null {
  const [letter] = /\p{L}/u.exec(text.replace(/\u2068[^\u2069]*\u2069/g, '')) ?? [];
  return letter === undefined ? null : rightToLeftLetter.test(letter) ? 'rtl' : 'ltr';
}

const isReordered = (text: string, around: Direction): boolean => (around === 'rtl' ? !arabicAlone.test(text) : rightToLeftLetter.test(text));

/** A value as it can stand inside a sentence of a mail: isolated, line by line, when the sentence would reorder it. */
export function isolateValue(value: string, around: Direction): string {
  const text = value.replace(directionControls, '');
  return isReordered(text, around) ? text.replace(/[^\r\n]+/g, `${isolateStart}$&${isolateEnd}`) : text;
}

export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** Isolates of escaped HTML as elements: Gmail and Outlook remove `<bdi>` and keep `dir`. */
export const isolatesAsSpans = (html: string): string => withoutIsolates(html.replace(/\u2068([^\u2066-\u2069]*)\u2069/g, '<span dir="auto">$1</span>'));

/** Isolated in a line of plain text, such as an address in brackets, which would end up on the wrong side of a sentence that reads from the right. */
export const isolateLeftToRight = (text: string): string => `\u2066${text}\u2069`;
