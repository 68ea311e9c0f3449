import 'server-only';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { isDisguisedWord } from './password-rule';

/** D11: refuses the site's own name; apart from password-rule.ts, since only the server knows it. @throws Problem 422 */
export async function assertNotSiteName(password: string, lang: Language): Promise<void> {
  const site = await readSiteConfig();
  const names = [config().siteProject, site?.productName, ...Object.values(site?.productNames ?? {})].filter((name) => name !== undefined);
  if (!isDisguisedWord(password, new Set(names.map((name) => name.normalize('NFKC').toLowerCase())))) return;
  throw new Problem(422, 'invalid', { errors: { sub: [(await translatorOf(lang))('validation.password_common')] } });
}
