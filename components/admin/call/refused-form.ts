import 'server-only';
import { firstErrors, readSavedFormOfPage } from '@/lib/api/form-posts';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/values';
import { messageKey } from '@/lib/i18n/message-key';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import type { Outcome } from './use-admin-call';

export interface RefusedForm {
  outcome: Outcome & { ok: false };
  needsStepUp: boolean;
  textAt: (...path: string[]) => string;
}

export async function readRefusedForm(key: string, lang: Language): Promise<RefusedForm> {
  const { fields, errors } = await readSavedFormOfPage();
  const translate = await loadTranslator(lang);
  const message = `problems.${messageKey(key)}`;
  const title = /^[a-z-]{1,40}$/.test(key) && translate.has(message) ? translate(message) : '';
  const textAt = (...path: string[]) => {
    const value = valueAt(fields as JsonValue, path);
    return typeof value === 'string' ? value : '';
  };
  return {
    outcome: { ok: false, status: 422, key, title, errors: firstErrors(errors) },
    needsStepUp: key === 'step-up' || key === 'totp-wrong',
    textAt,
  };
}
