import { getTranslations } from 'next-intl/server';
import { savedFormOfPage, textsOf } from '@/lib/api/saved-form';
import { messageKey } from '@/lib/api/problem-answer';
import type { Language } from '@/lib/language';

/** What a form without JavaScript was sent back with: a sentence, and what was typed. Null when none was. */
export async function formError(key: string | undefined, lang: Language): Promise<{ text: string; typed: Partial<Record<string, string>> } | null> {
  if (!key) return null;
  const { fields, errors } = await savedFormOfPage();
  const t = await getTranslations({ locale: lang, namespace: 'problems' });
  const known = /^[a-z-]{1,40}$/.test(key) && t.has(messageKey(key)) ? messageKey(key) : 'internal';
  return { text: Object.values(errors)[0]?.[0] ?? t(known), typed: textsOf(fields) };
}
