import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { defaultLanguage, internationalLanguage, isLanguage, type Language, languageOfHeader } from '@/lib/language';

/** An API caller gets `Accept-Language`, English when absent; a form of a page gets that page's language. */
export function languageOf(request: Request, isForm: boolean): Language {
  if (isForm) return pageLanguageOf(request);
  return languageOfHeader(request.headers.get('accept-language')) ?? internationalLanguage;
}

/** `Referer`'s language segment, then `NEXT_LOCALE`, `Accept-Language`, ar (docs/api.md, Auth). */
export function pageLanguageOf(request: Request): Language {
  const referer = request.headers.get('referer');
  const segment = referer && URL.canParse(referer) ? new URL(referer).pathname.split('/')[1] : undefined;
  if (isLanguage(segment)) return segment;
  const chosen = cookieOf(request.headers, cookieNames().language);
  if (isLanguage(chosen)) return chosen;
  return languageOfHeader(request.headers.get('accept-language')) ?? defaultLanguage;
}
