import { type Language, languages, traitsOf } from './language';
import { cleanCode } from './text';

const letters = String.raw`\p{L}\p{M}`;
/** Matches `200`, `-1,5`, `1 500 m²`, `$20`, `%5`: a sign, grouped digits, and a unit without digits. */
const writtenPattern = new RegExp(
  String.raw`^(?:[%\p{Sc}]|[A-Z]{3})?\s*([+-]?)\s*([\d.,٫'\s]*\d)[.,]?\s*([%°${letters}\p{Sc}][${letters}\p{Sc}%°.²³/\s]*)?$`,
  'u',
);

const splitWords = (kind: 'scaling' | 'percent' | 'money'): string =>
  languages.map((lang) => traitsOf(lang).numberWords[kind]).join('|');

const scalingWords = new RegExp(`^(?:${splitWords('scaling')})$`, 'iu');

const units = {
  count: '',
  percent: `%|${splitWords('percent')}`,
  money: String.raw`EGP|E£|£E|L\.?E\.?|${splitWords('money')}`,
} as const;
export type TypedKind = keyof typeof units;

/** Matches `1.299,50 L.E`, `EGP 200` or `7,5 %` once the unit is removed, and German prices such as `1.299,–`. */
const plainNumber = /^([+-]?)\s*([\d.,٫'\s]*\d)(?:[.,]-{0,2})?$/;
const unitPatterns = Object.fromEntries(
  Object.entries(units).map(([kind, names]) => [
    kind,
    new RegExp(String.raw`^(?:${names})\s*(?=[\d+-])|\s*(?:${names})$`, 'iu'),
  ]),
) as Record<TypedKind, RegExp>;

/** Matches digits in one block, or in groups of three with the same mark between them. */
const wholePattern = /^(?:\d{0,15}|\d{1,3}([.,'])\d{3}(?:\1\d{3}){0,3})$/;

const decimalMarkOf = (lang: Language): string =>
  new Intl.NumberFormat(traitsOf(lang).numberLocale).formatToParts(1.5).find(({ type }) => type === 'decimal')!.value;

/** Writes digits, dashes and marks of any keyboard in their ASCII form. */
export const normaliseMarks = (text: string): string =>
  foldDigits(cleanCode(text))
    .replaceAll('٪', '%')
    .replaceAll('،', ',')
    .replace(/[−–—‐‑]/g, '-')
    .replace(/[٬’‘ʼ′]/g, "'")
    .replace(/\s/g, ' ')
    .trim();

/** On Arabic keyboards the comma is the decimal mark, although Arabic pages group digits with commas. */
const isArabic = (text: string, lang: Language): boolean =>
  traitsOf(lang).script === 'arabic' || /[٠-٩۰-۹،]/.test(text);

/** Returns null for sums, fractions and words (decision 174). @param lang decides whether `1,500` has decimals */
export function readNumber(text: string, lang: Language): number | null {
  const [, sign = '', digits = '', unit = ''] = writtenPattern.exec(normaliseMarks(text)) ?? [];
  if (unit.split(/[\s.]+/).some((word) => scalingWords.test(word))) return null;
  const marked = digits.replaceAll(' ', "'");
  return numericValue(sign, marked, learnersDecimalAt(marked, lang));
}

export const isUnreadable = (text: string): boolean =>
  text.trim() !== '' && languages.every((lang) => readNumber(text, lang) === null);

/** Never guesses whether a mark groups digits or starts decimals. @returns null if empty; the text if unreadable */
export function typedNumber(text: string, lang: Language, kind: TypedKind = 'count'): number | string | null {
  const plain = normaliseMarks(text);
  if (plain === '') return null;
  const [, sign = '', digits = ''] = plainNumber.exec(plain.replace(unitPatterns[kind], '')) ?? [];
  const marked = digits.replaceAll(' ', "'");
  const at = certainDecimalAt(marked, lang, isArabic(text, lang));
  return (at === null ? null : numericValue(sign, marked, at)) ?? text;
}

function numericValue(sign: string, digits: string, at: number): number | null {
  const [before, after] = at === -1 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  if (digits === '' || !wholePattern.test(before) || !/^\d{0,15}$/.test(after)) return null;
  return Number(`${sign}${before.replace(/\D/g, '') || '0'}.${after || '0'}`);
}

/** Returns -1 if there is no decimal mark, null if a single mark is ambiguous. */
function decimalByPlace(digits: string): number | null {
  if (digits.includes('٫')) return digits.indexOf('٫');
  const marks = digits.replace(/[^.,]/g, '');
  // If there are two kinds of marks, the last one is the decimal mark. A single repeated mark groups digits.
  if (marks.length > 1) return marks.includes('.') && marks.includes(',') ? lastMark(digits) : -1;
  return marks === '' ? -1 : null;
}

const lastMark = (digits: string): number => Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));

/** `1,500` can mean 1500 or 1.5. */
const isAmbiguous = (digits: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

function learnersDecimalAt(digits: string, lang: Language): number {
  const at = lastMark(digits);
  return decimalByPlace(digits) ?? (isAmbiguous(digits) && digits[at] !== decimalMarkOf(lang) ? -1 : at);
}

function certainDecimalAt(digits: string, lang: Language, isArabicText: boolean): number | null {
  const byPlace = decimalByPlace(digits);
  if (byPlace !== null) return byPlace;
  const at = lastMark(digits);
  const isOwn = digits[at] === decimalMarkOf(lang);
  if (isAmbiguous(digits)) return isOwn ? null : -1;
  const isDecimal = isOwn || digits.includes("'") || (isArabicText && digits[at] === ',');
  return isDecimal ? at : null;
}

export const numberText = (value: number, lang: Language, minimumFractionDigits = 0): string =>
  new Intl.NumberFormat(traitsOf(lang).numberLocale, {
    useGrouping: false,
    numberingSystem: 'latn',
    minimumFractionDigits,
    maximumFractionDigits: 20,
  }).format(value);

/** Converts Arabic-Indic and Persian digits to 0–9 (V1). */
export function foldDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
}
