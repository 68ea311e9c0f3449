import 'server-only';
import { formats } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';

/** Day and hour in Cairo, Latin digits. */
export const timeText = (time: Date, lang: Language): string => new Intl.DateTimeFormat(lang, { ...formats.dateTime.time, month: 'short', year: 'numeric' }).format(time);

export const dayText = (time: Date, lang: Language): string => new Intl.DateTimeFormat(lang, formats.dateTime.long).format(time);

export const countText = (count: number, lang: Language): string => new Intl.NumberFormat(lang, formats.number.plain).format(count);

export const percentText = (share: number, lang: Language): string => new Intl.NumberFormat(lang, formats.number.percent).format(share);
