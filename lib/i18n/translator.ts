import { createTranslator } from 'use-intl/core';
import type { Language } from '@/lib/language';
import { formats, timeZone } from './formats';
import { getMessageFallback, logMessageError } from './message-faults';
import { readMessages } from './messages';

export interface Translate {
  (key: string, values?: Record<string, string | number | Date>): string;
  has(key: string): boolean;
}

/** Messages for mail, feeds, problem documents and jobs, where there is no page. Keys are full: `payment.title`. */
export async function translatorOf(lang: Language): Promise<Translate> {
  const messages = await readMessages(lang);
  return createTranslator({ locale: lang, messages, formats, timeZone, getMessageFallback, onError: logMessageError }) as unknown as Translate;
}
