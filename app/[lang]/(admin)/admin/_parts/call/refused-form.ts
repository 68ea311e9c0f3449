import 'server-only';
import { messageKey } from '@/lib/api/problem-answer';
import { firstOf, savedFormOfPage } from '@/lib/api/saved-form';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/pointer';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import type { Outcome } from './use-admin-call';

export interface RefusedForm { outcome: Outcome & { ok: false }; /** It wants a fresh code of the authenticator. */ wantsProof: boolean; /** What was typed, by the name's parts. */ textAt: (...path: string[]) => string }

/** A form without JavaScript that was sent back, as the outcome that its call would have had. */
export async function refusedForm(key: string, lang: Language): Promise<RefusedForm> {
  const { fields, errors } = await savedFormOfPage();
  const translate = await translatorOf(lang);
  const message = `problems.${messageKey(key)}`;
  const title = /^[a-z-]{1,40}$/.test(key) && translate.has(message) ? translate(message) : '';
  const textAt = (...path: string[]) => {
    const value = valueAt(fields as JsonValue, path);
    return typeof value === 'string' ? value : '';
  };
  return { outcome: { ok: false, status: 422, key, title, errors: firstOf(errors) }, wantsProof: key === 'step-up' || key === 'totp-wrong', textAt };
}
