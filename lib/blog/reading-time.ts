import { traitsOf, type Language } from '@/lib/language';

/** Whole minutes that an article takes, at least one. */
export function readingMinutes(html: string, lang: Language): number {
  const words = html.replace(/<[^>]*>/g, ' ').split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / traitsOf(lang).wordsPerMinute));
}
