import { directionOf, type Language, traitsOf } from '@/lib/language';
import { timeZone } from './formats';

const dayParts = new Intl.DateTimeFormat('en-GB', { timeZone, numberingSystem: 'latn', day: '2-digit', month: '2-digit', year: 'numeric' });

/** Put together from parts: ICU's Arabic pattern adds slashes and U+200F. */
function joined(date: Date, separator: string): string {
  const parts = new Map(dayParts.formatToParts(date).map(({ type, value }) => [type, value]));
  return [parts.get('day'), parts.get('month'), parts.get('year')].join(separator);
}

/** `dd-MM-yyyy` in Cairo: the specification's form for articles (C11), and for papers in several languages. */
export const formatDate = (date: Date): string => joined(date, '-');

/**
 * The same day as the page's language writes it: `22.11.2026` in German, `22-11-2026` elsewhere. Isolated (UAX 9, LRI and PDI) where
 * the language runs from right to left: after an Arabic word its numbers would else stand the other way round.
 */
export function formatDay(date: Date, lang: Language): string {
  const day = joined(date, traitsOf(lang).dateSeparator);
  return directionOf(lang) === 'rtl' ? `\u2066${day}\u2069` : day;
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone, numberingSystem: 'latn', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `HH:mm` in Cairo. */
export const clockText = (time: Date): string => clock.format(time);
