import { foldDigits } from '@/lib/digits';
import { languages, traitsOf, type Language } from '@/lib/language';

/** Marks of the writing direction, which come along with what is copied. */
const unseen = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const letters = String.raw`\p{L}\p{M}`;
/** `200`, `-1,5`, `1 500 m²`, `$20`, `%5`: sign, digits with what separates them, and a unit around them, which has no digits. */
const written = new RegExp(String.raw`^(?:[%\p{Sc}]|[A-Z]{3})?\s*([+-]?)\s*([\d.,٫'\s]*\d)[.,]?\s*([%°${letters}\p{Sc}][${letters}\p{Sc}%°.²³/\s]*)?$`, 'u');

/** With one of them the digits alone say something else. */
const scaling = new RegExp([
  'k', 'thousands?', 'hundreds?', 'millions?', 'billions?', 'mio', 'bn', 'dozens?', 'hal(?:f|ves)', 'quarters?', 'thirds?', 'minus', 'promille',
  'tsd', 'tausend', 'hundert', 'million(?:en)?', 'milliarden?', 'mrd', 'dutzend', 'halb[ea]?', '(?:drei)?viertel', 'drittel',
  'و?(?:[أا]لف|[آا]لاف|مئة|مائة|مئات|مليون|ملايين|مليار|دستة|نصف|ربع|ثلث)',
].map((word) => `^${word}$`).join('|'), 'iu');

/** Digits, whole or in groups of three with one kind of mark; none before a decimal mark. */
const whole = /^(?:\d{0,15}|\d{1,3}([.,'])\d{3}(?:\1\d{3}){0,3})$/;

const decimalMarkOf = (lang: Language): string => new Intl.NumberFormat(traitsOf(lang).numberLocale).formatToParts(1.5).find(({ type }) => type === 'decimal')!.value;

/**
 * A number as people type it, in digits of either script, with a unit or without (decision 174). Null for what is none: a sum, a fraction, two
 * numbers, a number in words.
 * @param lang decides what `1,500` and `1.500` are, which both are written
 */
export function readNumber(text: string, lang: Language): number | null {
  const plain = foldDigits(text).replace(unseen, '').replaceAll('٪', '%').replaceAll('،', ',').replace(/[−–‐‑]/g, '-').replace(/[٬’]/g, "'").trim();
  const [, sign = '', digits = '', unit = ''] = written.exec(plain) ?? [];
  if (unit.split(/[\s.]+/).some((word) => scaling.test(word))) return null;
  const marked = digits.replace(/\s/g, "'");
  const at = decimalAt(marked, lang);
  const [before, after] = at === -1 ? [marked, ''] : [marked.slice(0, at), marked.slice(at + 1)];
  if (digits === '' || !whole.test(before) || !/^\d{0,15}$/.test(after)) return null;
  return Number(`${sign}${before.replace(/\D/g, '') || '0'}.${after || '0'}`);
}

/** Where the decimal mark stands, by the place of the marks; -1 without one. */
function decimalAt(digits: string, lang: Language): number {
  if (digits.includes('٫')) return digits.indexOf('٫');
  const marks = digits.replace(/[^.,]/g, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  // Of two kinds the last one is the decimal mark; one kind several times groups the digits.
  if (marks.length > 1) return marks.includes('.') && marks.includes(',') ? last : -1;
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return digits[last] === decimalMarkOf(lang) ? last : -1;
  return last;
}

/** Whether something was typed that `readNumber` cannot read in any language. */
export const isUnreadable = (text: string): boolean => text.trim() !== '' && languages.every((lang) => readNumber(text, lang) === null);

/** As its field shows it, so that `readNumber` reads it again. */
export const numberText = (value: number, lang: Language): string =>
  new Intl.NumberFormat(traitsOf(lang).numberLocale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
