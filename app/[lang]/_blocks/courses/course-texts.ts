import { languageList, languageName, type Language } from '@/lib/language';

interface Spoken { spokenLanguage: Language; voice: boolean; captions: readonly Language[] }
interface Translate { (key: 'spoken_with_captions' | 'spoken_alone' | 'written_with_captions' | 'written_alone', values: { spoken: string; captions: string }): string }

/** Row N1: in which languages a course can be followed, and whether anybody speaks. */
export function languageLine({ spokenLanguage, voice, captions }: Spoken, lang: Language, t: Translate): string {
  return t(`${voice ? 'spoken' : 'written'}_${captions.length > 0 ? 'with_captions' : 'alone'}`, { spoken: languageName(spokenLanguage, lang), captions: languageList([...captions], lang) });
}

interface Messages { (key: 'minutes' | 'hours' | 'hours_and_minutes', values: Record<string, string | number>): string }

/** `3 h 20 min`, `45 min`, in the language of the messages (`catalogue`); whole minutes. */
export function lengthOf(seconds: number, t: Messages): string {
  const all = Math.round(seconds / 60);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return t('minutes', { minutes });
  return minutes === 0 ? t('hours', { hours }) : t('hours_and_minutes', { hours: t('hours', { hours }), minutes: t('minutes', { minutes }) });
}
