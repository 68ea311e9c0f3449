import 'server-only';
import type { DirectScreen } from '@/lib/http/front';
import { translatorOf } from '@/lib/i18n/translator';
import { languageOfHeader, languages } from '@/lib/language';
import { gateway } from './gateway';

/**
 * Refuses forged callbacks by their bytes alone, so that thousands a second neither cost a request's worth of work each nor
 * stand in the way of a genuine one (fault R25). What it lets through is read again by `receiveCallback`, which decides.
 */
export async function callbackScreen(): Promise<DirectScreen> {
  const titles = new Map<string, string>();
  for (const lang of languages) titles.set(lang, (await translatorOf(lang))('problems.bad_signature'));
  return ({ query, body, acceptLanguage }) => {
    const macs = query.getAll('hmac');
    const reading = gateway()?.readCallback(body, macs.length === 1 ? macs[0] : null);
    if (reading?.kind !== 'unsigned') return null;
    const lang = languageOfHeader(acceptLanguage) ?? 'en';
    return { status: 401, key: 'bad-signature', title: titles.get(lang) ?? 'Unauthorized', headers: { 'content-language': lang, 'www-authenticate': 'Bearer' } };
  };
}
