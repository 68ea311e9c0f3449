import { foldDigits } from './digits';
import { languages, traitsOf, type Language } from './language';
import { cleanCode } from './single-line';

const letters = String.raw`\p{L}\p{M}`;
/** `200`, `-1,5`, `1 500 m²`, `$20`, `%5`: sign, digits with what separates them, and a unit around them, which has no digits. */
const written = new RegExp(String.raw`^(?:[%\p{Sc}]|[A-Z]{3})?\s*([+-]?)\s*([\d.,٫'\s]*\d)[.,]?\s*([%°${letters}\p{Sc}][${letters}\p{Sc}%°.²³/\s]*)?$`, 'u');

/** With one of them the digits alone say something else. */
const scaling = new RegExp([
  'k', 'thousands?', 'hundreds?', 'millions?', 'billions?', 'mio', 'bn', 'dozens?', 'hal(?:f|ves)', 'quarters?', 'thirds?', 'minus', 'promille',
  'tsd', 'tausend', 'hundert', 'million(?:en)?', 'milliarden?', 'mrd', 'dutzend', 'halb[ea]?', '(?:drei)?viertel', 'drittel',
  'و?(?:[أا]لف|[آا]لاف|مئة|مائة|مئات|مليون|ملايين|مليار|دستة|نصف|ربع|ثلث)',
].map((word) => `^${word}$`).join('|'), 'iu');

/** What a field of this kind may show beside its number. */
const units = {
  count: '',
  percent: String.raw`%|percent|prozent|(?:في |ب)ال(?:مئة|مائة)`,
  money: String.raw`EGP|E£|£E|L\.?E\.?|جنيه(?:[ًا]*)(?: مصري(?:[ًا]*))?|ج\.? ?م\.?|(?:Egyptian )?pounds?|(?:ägyptische )?Pfund`,
} as const;
export type TypedKind = keyof typeof units;

/** `1.299,50 L.E`, `EGP 200`, `7,5 %`, and `1.299,–` as German prices are written. */
const plainNumber = /^([+-]?)\s*([\d.,٫'\s]*\d)(?:[.,]-{0,2})?$/;
const unitAround = Object.fromEntries(Object.entries(units).map(([kind, names]) => [kind, new RegExp(String.raw`^(?:${names})\s*(?=[\d+-])|\s*(?:${names})$`, 'iu')])) as Record<TypedKind, RegExp>;

/** Digits, whole or in groups of three with one kind of mark; none before a decimal mark. */
const whole = /^(?:\d{0,15}|\d{1,3}([.,'])\d{3}(?:\1\d{3}){0,3})$/;

const decimalMarkOf = (lang: Language): string => new Intl.NumberFormat(traitsOf(lang).numberLocale).formatToParts(1.5).find(({ type }) => type === 'decimal')!.value;

/** One form of each mark: digits 0–9, `-`, `%`, `,` and `'`, which groups. */
const plainMarks = (text: string): string =>
  foldDigits(cleanCode(text)).replaceAll('٪', '%').replaceAll('،', ',').replace(/[−–—‐‑]/g, '-').replace(/[٬’‘ʼ′]/g, "'").replace(/\s/g, ' ').trim();

/** Commas are typed for the decimal mark on Arabic keyboards, whose pages group with them. */
const isArabic = (text: string, lang: Language): boolean => traitsOf(lang).script === 'arabic' || /[٠-٩۰-۹،]/.test(text);

/**
 * The answer of a learner, with a unit or without (decision 174). Null for what is no number: a sum, a fraction, two numbers, a number in words.
 * @param lang decides what `1,500` and `1.500` are, which both are written
 */
export function readNumber(text: string, lang: Language): number | null {
  const [, sign = '', digits = '', unit = ''] = written.exec(plainMarks(text)) ?? [];
  if (unit.split(/[\s.]+/).some((word) => scaling.test(word))) return null;
  const marked = digits.replaceAll(' ', "'");
  return valueOf(sign, marked, learnersDecimalAt(marked, lang));
}

/** Whether something was typed that `readNumber` cannot read in any language. */
export const isUnreadable = (text: string): boolean => text.trim() !== '' && languages.every((lang) => readNumber(text, lang) === null);

/**
 * A number that is stored as it was read, such as a price: what could be two numbers is not guessed.
 * @returns null for an empty field; the text itself when it cannot be read, which the call refuses at its field
 */
export function typedNumber(text: string, lang: Language, kind: TypedKind = 'count'): number | string | null {
  const plain = plainMarks(text);
  if (plain === '') return null;
  const [, sign = '', digits = ''] = plainNumber.exec(plain.replace(unitAround[kind], '')) ?? [];
  const marked = digits.replaceAll(' ', "'");
  const at = certainDecimalAt(marked, lang, isArabic(text, lang));
  return (at === null ? null : valueOf(sign, marked, at)) ?? text;
}

/** @param at where the decimal mark stands; -1 without one */
function valueOf(sign: string, digits: string, at: number): number | null {
  const [before, after] = at === -1 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  if (digits === '' || !whole.test(before) || !/^\d{0,15}$/.test(after)) return null;
  return Number(`${sign}${before.replace(/\D/g, '') || '0'}.${after || '0'}`);
}

/** What the marks say by themselves: -1 without a decimal mark, null when one mark stands alone. */
function decimalByPlace(digits: string): number | null {
  if (digits.includes('٫')) return digits.indexOf('٫');
  const marks = digits.replace(/[^.,]/g, '');
  // Of two kinds the last one is the decimal mark; one kind several times groups the digits.
  if (marks.length > 1) return marks.includes('.') && marks.includes(',') ? lastMark(digits) : -1;
  return marks === '' ? -1 : null;
}

const lastMark = (digits: string): number => Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));

/** Written as a number with three decimals and as thousands. */
const isEither = (digits: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

function learnersDecimalAt(digits: string, lang: Language): number {
  const at = lastMark(digits);
  return decimalByPlace(digits) ?? (isEither(digits) && digits[at] !== decimalMarkOf(lang) ? -1 : at);
}

/** Null when it is not certain. */
function certainDecimalAt(digits: string, lang: Language, isArabicText: boolean): number | null {
  const byPlace = decimalByPlace(digits);
  if (byPlace !== null) return byPlace;
  const at = lastMark(digits);
  const isOwn = digits[at] === decimalMarkOf(lang);
  if (isEither(digits)) return isOwn ? null : -1;
  const isDecimal = isOwn || digits.includes("'") || (isArabicText && digits[at] === ',');
  return isDecimal ? at : null;
}

/** As its field shows it, so that it is read again. */
export const numberText = (value: number, lang: Language, minimumFractionDigits = 0): string =>
  new Intl.NumberFormat(traitsOf(lang).numberLocale, { useGrouping: false, numberingSystem: 'latn', minimumFractionDigits, maximumFractionDigits: 20 }).format(value);
