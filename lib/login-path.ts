import { defaultLanguage, isLanguage } from './language';

/** Where somebody signs in who wants this page: administration in its own language, every other page in Arabic (G1, G4). */
export function loginPath(wanted: string): string {
  const [, lang, section] = wanted.split(/[/?#]/);
  return `/${section === 'admin' && isLanguage(lang) ? lang : defaultLanguage}/login?next=${encodeURIComponent(wanted)}`;
}
