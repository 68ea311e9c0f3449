import { createTranslator } from 'next-intl';
import type { Language } from '@/lib/language';
import { formats, timeZone } from './formats';
import { readMessages } from './messages';
import { getMessageFallback, onError } from './missing-message';

export type Translate = {
  (key: string, values?: Record<string, string | number | Date>): string;
  has(key: string): boolean;
};

/** Words for mail, feeds, problem documents and jobs, where there is no page. Keys are full: `payment.title`. */
export async function translatorOf(lang: Language): Promise<Translate> {
  const messages = await readMessages(lang);
  return createTranslator({ locale: lang, messages, formats, timeZone, getMessageFallback, onError }) as unknown as Translate;
}
