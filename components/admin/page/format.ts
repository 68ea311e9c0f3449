import 'server-only';
import { clockText, formatDay, formats } from '@/lib/i18n/formats';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import type { AdminTexts } from './admin-page';

/** Isolates the text (UAX 9, LRI and PDI): Arabic lines would otherwise show the time before the day. */
export const timeText = (time: Date, lang: Language): string =>
  `\u2066${formatDay(time, lang)} ${clockText(time)}\u2069`;

export const dayText = (time: Date, lang: Language): string => formatDay(time, lang);

export const countText = (count: number, lang: Language): string =>
  new Intl.NumberFormat(lang, formats.number.plain).format(count);

/** Always shows two decimals: `0.35`, `-0,10`. */
export const correlationText = (value: number, lang: Language): string =>
  `\u2066${new Intl.NumberFormat(lang, { ...formats.number.plain, minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)}\u2069`;

export const percentText = (share: number, lang: Language): string =>
  new Intl.NumberFormat(lang, formats.number.percent).format(share);

export function agoText(seconds: number, lang: Language): string {
  const [amount, unit] =
    seconds < 120
      ? ([seconds, 'second'] as const)
      : seconds < 7200
        ? ([seconds / 60, 'minute'] as const)
        : ([seconds / 3600, 'hour'] as const);
  return new Intl.RelativeTimeFormat(`${lang}-u-nu-latn`, { numeric: 'auto' }).format(-Math.round(amount), unit);
}

/** Translates a code stored with an order. Other text, such as a learner's reason, stays as it is. */
export function codeText(t: AdminTexts, text: string): string {
  const key = `code_${messageKey(text.toLowerCase())}`;
  return /^[\w-]{1,60}$/.test(text) && t.has(key) ? t(key) : text;
}
