import 'server-only';
import { createTranslator } from 'next-intl';
import type { Language } from '@/lib/language';
import { readMessages } from './read';

export type Translate = (key: string, values?: Record<string, string | number | Date>) => string;

/** Messages outside React: mails, problem documents, pictures. A missing key is answered with the key (row B10). */
export async function translatorFor(lang: Language): Promise<Translate> {
  const messages = (await readMessages(lang)) ?? {};
  return createTranslator({
    locale: lang,
    messages,
    timeZone: 'Africa/Cairo',
    onError: () => undefined,
    getMessageFallback: ({ key }) => key,
  }) as unknown as Translate;
}
