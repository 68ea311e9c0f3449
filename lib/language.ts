/** The languages of the site; Arabic is the default (row A2). */
export const languages = ['ar', 'en', 'de'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'ar';

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);

export const directionOf = (lang: Language): 'rtl' | 'ltr' => (lang === 'ar' ? 'rtl' : 'ltr');

/** Text in each language, as the database keeps it. */
export type Localised<Value = string> = Record<Language, Value>;

/** The best supported language of an `Accept-Language` header, or null when it names none. */
export function languageOfHeader(header: string | null): Language | null {
  if (!header) return null;
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { lang: tag.trim().slice(0, 2).toLowerCase(), quality: quality ? Number(quality) : 1 };
    })
    .filter((choice) => choice.quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return wanted.map((choice) => choice.lang).find(isLanguage) ?? null;
}
