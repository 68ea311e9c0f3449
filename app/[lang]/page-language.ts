import { defaultLanguage, isLanguage, type Language } from '@/lib/language';

/** The language of a page from its first segment; middleware lets no other through. */
export async function pageLanguage(params: Promise<{ lang: string }>): Promise<Language> {
  const { lang } = await params;
  return isLanguage(lang) ? lang : defaultLanguage;
}
