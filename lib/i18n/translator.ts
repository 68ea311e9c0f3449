import { createTranslator } from 'use-intl/core';
import type { Language } from '@/lib/language';
import { formats, timeZone } from './formats';
import { getMessageFallback, logMessageError, readMessages } from './messages';
import type { SizeUnits } from './number-texts';

export interface Translate {
  (key: string, values?: Record<string, string | number | Date>): string;
  has(key: string): boolean;
}

/** Messages for mail, feeds, problem documents and jobs, where there is no page. Keys are full: `payment.title`. */
export async function translatorOf(lang: Language): Promise<Translate> {
  const messages = await readMessages(lang);
  return createTranslator({ locale: lang, messages, formats, timeZone, getMessageFallback, onError: logMessageError }) as unknown as Translate;
}

export async function sizeUnits(lang: Language): Promise<SizeUnits> {
  const t = await translatorOf(lang);
  return { gigabyte: t('units.gigabyte'), megabyte: t('units.megabyte'), kilobyte: t('units.kilobyte'), byte: t('units.byte') };
}
