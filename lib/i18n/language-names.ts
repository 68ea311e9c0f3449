import { traitsOf, type Language } from '@/lib/language';

/** What a language is called in another: `Arabic`, `Arabisch`, `العربية`. */
export const languageName = (language: Language, lang: Language): string => new Intl.DisplayNames(lang, { type: 'language' }).of(language) ?? language;

/** `Arabic, English and German`, as the page's language writes a list. */
export const languageList = (list: readonly Language[], lang: Language): string =>
  new Intl.ListFormat(traitsOf(lang).openGraphLocale.replace('_', '-'), { type: 'conjunction' }).format(list.map((each) => languageName(each, lang)));
