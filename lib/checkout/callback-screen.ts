import 'server-only';
import type { DirectScreen } from '@/lib/http/front';
import { translatorOf } from '@/lib/i18n/translator';
import { internationalLanguage, languageOfHeader, languages } from '@/lib/language';
import { gateway } from './gateway';

const refusals = {
  unsigned: { status: 401, key: 'bad-signature', headers: { 'www-authenticate': 'Bearer' } },
  malformed: { status: 400, key: 'not-a-callback', headers: {} },
} as const;

/**
 * Refuses forged callbacks, and what is none, by their bytes alone, so that thousands a second neither cost a request's worth of
 * work each nor stand in the way of a genuine one (fault R25). What it lets through is read again by `receiveCallback`, which decides.
 */
export async function callbackScreen(): Promise<DirectScreen> {
  const titles = new Map<string, string>();
  for (const lang of languages) {
    const t = await translatorOf(lang);
    for (const { key } of Object.values(refusals)) titles.set(`${lang} ${key}`, t(`problems.${key.replaceAll('-', '_')}`));
  }
  return ({ query, body, acceptLanguage }) => {
    const macs = query.getAll('hmac');
    const reading = gateway()?.readCallback(body, macs.length === 1 ? macs[0] : null);
    if (reading?.kind !== 'unsigned' && reading?.kind !== 'malformed') return null;
    const lang = languageOfHeader(acceptLanguage) ?? internationalLanguage;
    const { status, key, headers } = refusals[reading.kind];
    return { status, key, title: titles.get(`${lang} ${key}`) ?? key, headers: { 'content-language': lang, ...headers } };
  };
}
