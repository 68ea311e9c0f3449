import { defineRouting } from 'next-intl/routing';
import { defaultLanguage, languages } from '@/lib/language';

/** Our middleware decides languages and writes the cookie, so next-intl does neither (A1). */
export const routing = defineRouting({
  locales: languages,
  defaultLocale: defaultLanguage,
  localePrefix: 'always',
  localeCookie: false,
  localeDetection: false,
  alternateLinks: false,
});
