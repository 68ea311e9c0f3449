import 'server-only';
import { formats } from '@/lib/i18n/formats';
import { clockText, formatDay } from '@/lib/i18n/format-date';
import type { Language } from '@/lib/language';
import type { AdminTexts } from './admin-page';

/**
 * Day and `HH:mm` in Cairo, Latin digits: columns of it can be compared at a glance in every language. Isolated
 * (UAX 9, LRI and PDI), because in an Arabic line the clock would else stand before the day.
 */
export const timeText = (time: Date, lang: Language): string => `\u2066${formatDay(time, lang)} ${clockText(time)}\u2069`;

export const dayText = (time: Date, lang: Language): string => formatDay(time, lang);

export const countText = (count: number, lang: Language): string => new Intl.NumberFormat(lang, formats.number.plain).format(count);

/** Two digits after the point, with its sign: `0.35`, `-0,10`. */
export const correlationText = (value: number, lang: Language): string =>
  `\u2066${new Intl.NumberFormat(lang, { ...formats.number.plain, minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)}\u2069`;

export const percentText = (share: number, lang: Language): string => new Intl.NumberFormat(lang, formats.number.percent).format(share);

/** `12 seconds ago`, `3 minutes ago`, with Latin digits. */
export function agoText(seconds: number, lang: Language): string {
  const [amount, unit] = seconds < 120 ? ([seconds, 'second'] as const) : seconds < 7200 ? ([seconds / 60, 'minute'] as const) : ([seconds / 3600, 'hour'] as const);
  return new Intl.RelativeTimeFormat(`${lang}-u-nu-latn`, { numeric: 'auto' }).format(-Math.round(amount), unit);
}

/** A code that the program wrote into an order, as a sentence; what a person wrote stays as it is. */
export function codeText(t: AdminTexts, text: string): string {
  const key = `code_${text.toLowerCase().replaceAll('-', '_')}`;
  return /^[\w-]{1,60}$/.test(text) && t.has(key) ? t(key) : text;
}
