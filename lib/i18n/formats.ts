import type { Formats } from 'next-intl';
import { directionOf, type Language, traitsOf } from '@/lib/language';

export const timeZone = 'Africa/Cairo';

/** Uses Latin digits in every language, whatever the engine's default for Arabic is. */
export const formats = {
  number: {
    plain: { numberingSystem: 'latn', maximumFractionDigits: 2 },
    percent: { numberingSystem: 'latn', style: 'percent', maximumFractionDigits: 0 },
  },
  dateTime: {
    long: { numberingSystem: 'latn', day: 'numeric', month: 'long', year: 'numeric', timeZone },
    time: { numberingSystem: 'latn', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZone },
    clock: { numberingSystem: 'latn', hour: 'numeric', minute: '2-digit', timeZone },
  },
} satisfies Formats;

const dayParts = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  numberingSystem: 'latn',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** Joins the parts itself, because ICU's Arabic pattern adds slashes and U+200F. */
function joinDateParts(date: Date, separator: string): string {
  const parts = new Map(dayParts.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts.get('day'), parts.get('month'), parts.get('year')].join(separator);
}

/** `dd-MM-yyyy` in Cairo, as specified for articles (C11); also used in documents in several languages. */
export const formatDate = (date: Date): string => joinDateParts(date, '-');

/** Isolates the date in right-to-left texts (UAX 9), or its numbers would appear in reverse after an Arabic word. */
export function formatDay(date: Date, lang: Language): string {
  const day = joinDateParts(date, traitsOf(lang).dateSeparator);
  return directionOf(lang) === 'rtl' ? `\u2066${day}\u2069` : day;
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  numberingSystem: 'latn',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export const clockText = (time: Date): string => clock.format(time);

export function positionText(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const rest = `${String(Math.floor(wholeSeconds / 60) % 60).padStart(wholeSeconds >= 3600 ? 2 : 1, '0')}:${String(wholeSeconds % 60).padStart(2, '0')}`;
  return wholeSeconds >= 3600 ? `${Math.floor(wholeSeconds / 3600)}:${rest}` : rest;
}

const sizes = [
  ['gigabyte', 1024 ** 3],
  ['megabyte', 1024 ** 2],
  ['kilobyte', 1024],
  ['byte', 1],
] as const;

export type SizeUnits = Record<(typeof sizes)[number][0], string>;

export function fileSizeText(bytes: number, lang: Language, units: SizeUnits): string {
  const [unit, size] = sizes.find(([, each]) => bytes >= each) ?? sizes[3];
  return `${new Intl.NumberFormat(`${lang}-u-nu-latn`, { maximumFractionDigits: unit === 'gigabyte' || unit === 'megabyte' ? 1 : 0 }).format(bytes / size)} ${units[unit]}`;
}

export const meanText = (mean: number, lang: Language): string =>
  new Intl.NumberFormat(lang, { ...formats.number.plain, minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    mean,
  );
