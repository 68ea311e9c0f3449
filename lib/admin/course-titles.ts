import { localisedWords } from '@/lib/courses/course';
import { languages, type Localised } from '@/lib/language';

/** A course row's title in each language, out of its kept text. */
export function titlesOf(text: unknown): Localised {
  const byLanguage = typeof text === 'object' && text !== null ? (text as Record<string, { title?: unknown } | undefined>) : {};
  return localisedWords(Object.fromEntries(languages.map((lang) => [lang, byLanguage[lang]?.title])));
}
