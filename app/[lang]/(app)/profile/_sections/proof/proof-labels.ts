import type { getTranslations } from 'next-intl/server';

export type ProofLabels = Record<'password' | 'passwordHelp' | 'wrongPassword' | 'show' | 'hide' | 'factor' | 'code' | 'codeHelp' | 'wrongCode' | 'passkey' | 'passkeyFailed', string>;

type Translator = Awaited<ReturnType<typeof getTranslations>>;

/** @param t `account` @param auth `auth` @param passwordHelp what the current password is for */
export const proofLabels = (t: Translator, auth: Translator, passwordHelp: string): ProofLabels => ({
  password: auth('current_password'),
  passwordHelp,
  wrongPassword: auth('error_wrong_credentials'),
  show: auth('show_password'),
  hide: auth('hide_password'),
  factor: t('factor_wanted'),
  code: auth('totp'),
  codeHelp: auth('totp_help'),
  wrongCode: auth('error_totp_wrong'),
  passkey: t('factor_passkey'),
  passkeyFailed: t('factor_passkey_failed'),
});
