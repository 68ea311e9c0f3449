interface LanguageTraits {
  readonly name: string;
  readonly direction: 'rtl' | 'ltr';
  readonly script: 'arabic' | 'latin';
  readonly openGraphLocale: string;
  /** BCP 47 locale for grouping and decimal marks; digits are Latin in every language. */
  readonly numberLocale: string;
  readonly dateSeparator: string;
  readonly currency: string;
  /** Speed at which adults read silently: Trauzettel-Klosinski and Dietz, IReST, 2012. */
  readonly wordsPerMinute: number;
  /** Patterns of words in typed numbers. A `scaling` word such as thousand changes the value: the number is refused. */
  readonly numberWords: { readonly scaling: string; readonly percent: string; readonly money: string };
}

/** To add a language, add an entry here, its content files and its messages. */
export const languageTraits = {
  ar: {
    name: 'العربية',
    direction: 'rtl',
    script: 'arabic',
    openGraphLocale: 'ar_EG',
    numberLocale: 'en',
    dateSeparator: '-',
    currency: 'جنيه',
    wordsPerMinute: 138,
    numberWords: {
      scaling: 'و?(?:[أا]لف|[آا]لاف|مئة|مائة|مئات|مليون|ملايين|مليار|دستة|نصف|ربع|ثلث)',
      percent: '(?:في |ب)ال(?:مئة|مائة)',
      money: String.raw`جنيه(?:[ًا]*)(?: مصري(?:[ًا]*))?|ج\.? ?م\.?`,
    },
  },
  en: {
    name: 'English',
    direction: 'ltr',
    script: 'latin',
    openGraphLocale: 'en_GB',
    numberLocale: 'en',
    dateSeparator: '-',
    currency: 'L.E',
    wordsPerMinute: 228,
    numberWords: {
      scaling: 'k|thousands?|hundreds?|millions?|billions?|bn|dozens?|hal(?:f|ves)|quarters?|thirds?|minus',
      percent: 'percent',
      money: '(?:Egyptian )?pounds?',
    },
  },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    script: 'latin',
    openGraphLocale: 'de_DE',
    numberLocale: 'de-DE',
    dateSeparator: '.',
    currency: 'L.E',
    wordsPerMinute: 179,
    numberWords: {
      scaling:
        'mio|promille|tsd|tausend|hundert|million(?:en)?|milliarden?|mrd|dutzend|halb[ea]?|(?:drei)?viertel|drittel|minus',
      percent: 'prozent',
      money: '(?:ägyptische )?Pfund',
    },
  },
} as const satisfies Record<string, LanguageTraits>;

export type Language = keyof typeof languageTraits;
export const languages = Object.keys(languageTraits) as readonly string[] as readonly [Language, ...Language[]];

/** Language of the lessons, and fallback for texts without a translation (row A2). */
export const defaultLanguage = 'ar' as const satisfies Language;

/** Used for callers whose language is unknown, Paymob's own pages and the legal pages. */
export const internationalLanguage = 'en' as const satisfies Language;

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);

export const traitsOf = (lang: Language): LanguageTraits => languageTraits[lang];

export const directionOf = (lang: Language): 'rtl' | 'ltr' => languageTraits[lang].direction;

export async function readLang(params: Promise<{ lang: string }>): Promise<Language> {
  const { lang } = await params;
  return isLanguage(lang) ? lang : defaultLanguage;
}

export type Localised<Value = string> = Record<Language, Value>;

export const inEachLanguage = <Value>(valueIn: (lang: Language) => Value): Localised<Value> =>
  Object.fromEntries(languages.map((lang) => [lang, valueIn(lang)])) as Localised<Value>;

export function languageOfHeader(header: string | null): Language | null {
  if (!header) return null;
  const preferences = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { lang: /^\s*([a-z]{2})/i.exec(tag)?.[1]?.toLowerCase(), quality: quality ? Number(quality) : 1 };
    })
    .filter((choice) => choice.quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return preferences.map((choice) => choice.lang).find(isLanguage) ?? null;
}

export const languageName = (code: string, lang: Language): string =>
  new Intl.DisplayNames(lang, { type: 'language' }).of(code) ?? code;

export const languageNames = (lang: Language): Localised<string> => inEachLanguage((each) => languageName(each, lang));

export const languageList = (list: readonly Language[], lang: Language): string =>
  new Intl.ListFormat(traitsOf(lang).openGraphLocale.replace('_', '-'), { type: 'conjunction' }).format(
    list.map((each) => languageName(each, lang)),
  );
