const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** In UTF-16 units. No grapheme in use is this long: a family emoji has about 30. */
const maxGraphemeLength = 64;

/** Never cuts through a grapheme. @param maxLength in UTF-16 units */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cutIndex = graphemes.segment(text.slice(0, maxLength + maxGraphemeLength)).containing(maxLength)?.index ?? 0;
  return text.slice(0, cutIndex > 0 ? cutIndex : wholeCharacterLength(text, maxLength));
}

/** Used to cut a single grapheme that is longer than the limit. */
const wholeCharacterLength = (text: string, maxLength: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;

const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Does not match the two joiners, which belong to spelling, or the parts of emoji. */
const invisibleInWords =
  /(?![\u200c\u200d])(?<!\p{Emoji}(?=\ufe0f))(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6}(?=[\u{e0020}-\u{e007f}]))[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Matches joiners outside letters and emoji, which are left over from copying. */
const strayJoiner = /(?<![\p{L}\p{M}\p{Emoji}\ufe0f])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{Emoji}])/gu;

const loneSurrogate = /\p{Surrogate}/gu;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Keeps joiners that belong to Persian spelling or to emoji. */
export const cleanLine = (text: string): string =>
  text.replace(loneSurrogate, '').replace(invisibleInWords, '').replace(strayJoiner, '').replace(lineBreak, ' ').trim();

export const cleanCode = (text: string): string => text.replace(loneSurrogate, '').replace(invisible, '').trim();

/** Keeps letters of every script (A12). @param titleTr Latin form of the title, used instead if present */
export function toSlug(title: string, titleTr?: string | null): string {
  return cleanLine(titleTr?.trim() || title)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`ʼ"“”/\\?#]/gu, '')
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/-{2,}/g, '-');
}

/** Matches also percent-encoded punctuation. */
const appendedPunctuation = /(?:[.,:;!?'"*_)\]}>»”’،؛؟]|%(?:22|3[ef]|5d|7d|c2%bb|d8%(?:8c|9b|9f)|e2%80%(?:99|9d)))+$/iu;

/** Drops punctuation after a link, which chat and mail programs take for a part of it. */
export const dropAppendedPunctuation = (path: string): string => path.replace(appendedPunctuation, '');

/** Drops what chat programs append to a copied link, such as punctuation. @returns null if nothing was appended */
export function bareSlug(slug: string): string | null {
  const bare = dropAppendedPunctuation(slug.replace(/[?&].*$/s, ''));
  return bare === '' || bare === slug ? null : bare;
}

/** `C++ für alle` becomes `c-fr-alle`; the result may be empty. */
export const toAsciiSlug = (title: string): string =>
  toSlug(title)
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Drops the characters that XML 1.0 forbids. */
export const dropNonXmlCharacters = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export type Direction = 'rtl' | 'ltr';

/** Text between these two characters takes its direction from its first letter. */
const [isolateStart, isolateEnd] = ['\u2068', '\u2069'];

/** Removed from values, because unbalanced controls would reorder the surrounding text. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const arabicAlone = /^[\p{Script=Arabic}\p{M}\d\s]*$/u;

/** Returns the direction of the first letter (UAX #9, P2), or null if there is no letter. */
export function directionOfText(text: string): Direction | null {
  const [letter] = /\p{L}/u.exec(text.replace(/\u2068[^\u2069]*\u2069/g, '')) ?? [];
  return letter === undefined ? null : rightToLeftLetter.test(letter) ? 'rtl' : 'ltr';
}

const isReordered = (text: string, around: Direction): boolean =>
  around === 'rtl' ? !arabicAlone.test(text) : rightToLeftLetter.test(text);

export function isolateValue(value: string, around: Direction): string {
  const text = value.replace(directionControls, '');
  return isReordered(text, around) ? text.replace(/[^\r\n]+/g, `${isolateStart}$&${isolateEnd}`) : text;
}

export const dropIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** Uses `<span dir>`, because Gmail and Outlook remove `<bdi>` but keep `dir`. */
export const isolatesAsSpans = (html: string): string =>
  dropIsolates(html.replace(/\u2068([^\u2066-\u2069]*)\u2069/g, '<span dir="auto">$1</span>'));

/** Keeps an address in brackets on its side of a right-to-left sentence. */
export const isolateLeftToRight = (text: string): string => `\u2066${text}\u2069`;
