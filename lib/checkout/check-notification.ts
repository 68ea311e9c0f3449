import 'server-only';
import { translatorOf } from '@/lib/i18n/translator';
import { languageOfHeader, languages } from '@/lib/language';
import { registerRequestCheck } from '@/lib/request-check';
import { gateway } from './gateway';

const refusals = {
  unsigned: { status: 401, key: 'bad-signature', headers: { 'www-authenticate': 'Bearer' } },
  malformed: { status: 400, key: 'not-a-callback', headers: {} },
} as const;

/**
 * Forged notifications are refused by their bytes alone, without a request's worth of work each (R25). What passes is read
 * again by `receiveCallback`, which decides.
 */
export async function registerNotificationCheck(): Promise<void> {
  const titles = new Map<string, string>();
  for (const lang of languages) {
    const t = await translatorOf(lang);
    for (const { key } of Object.values(refusals)) titles.set(`${lang} ${key}`, t(`problems.${key.replaceAll('-', '_')}`));
  }
  registerRequestCheck('/api/payment/callback', ({ query, body, acceptLanguage }) => {
    const macs = query.getAll('hmac');
    const reading = gateway()?.readCallback(body.toString('utf8'), macs.length === 1 ? macs[0] : null);
    if (reading?.kind !== 'unsigned' && reading?.kind !== 'malformed') return null;
    const lang = languageOfHeader(acceptLanguage) ?? 'en';
    const refusal = refusals[reading.kind];
    return { ...refusal, title: titles.get(`${lang} ${refusal.key}`) ?? refusal.key, lang };
  });
}
