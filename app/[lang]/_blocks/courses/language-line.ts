import { languageList, languageName, type Language } from '@/lib/language';

interface Spoken { spokenLanguage: Language; voice: boolean; captions: readonly Language[] }
interface Translate { (key: 'spoken_with_captions' | 'spoken_alone' | 'written_with_captions' | 'written_alone', values: { spoken: string; captions: string }): string }

/** Row N1: in which languages a course can be followed, and whether anybody speaks. */
export function languageLine({ spokenLanguage, voice, captions }: Spoken, lang: Language, t: Translate): string {
  return t(`${voice ? 'spoken' : 'written'}_${captions.length > 0 ? 'with_captions' : 'alone'}`, { spoken: languageName(spokenLanguage, lang), captions: languageList([...captions], lang) });
}
