import 'server-only';
import type { getTranslations } from 'next-intl/server';
import { config } from '@/lib/config/config';

type Translator = Awaited<ReturnType<typeof getTranslations>>;

/** What a form's button says and what it says when nothing answers. */
export const formLabels = (t: Translator, form: 'login' | 'signup' | 'forgot' | 'reset' | 'name' | 'phone' | 'new_email') => ({
  submit: t(`${form}_submit`), busy: t(`${form}_busy`), unreachable: t('unreachable'), show: t('show_password'), hide: t('hide_password'),
});

export const otpLabels = (t: Translator) => ({
  label: t('otp_label'), digits: [1, 2, 3, 4, 5, 6].map((n) => t('otp_digit', { n })), submit: t('otp_submit'), busy: t('otp_busy'), unreachable: t('unreachable'),
});

export const resendLabels = (t: Translator) => ({
  question: t('otp_no_code'), resend: t('otp_resend'), sent: t('otp_sent'), unreachable: t('unreachable'), limited: t('error_too_many_requests'),
});

export const passkeyLabels = (t: Translator) => ({
  submit: t('with_passkey'), busy: t('passkey_busy'), unsupported: t('passkey_unsupported'), cancelled: t('passkey_cancelled'), unreachable: t('unreachable'),
});

export const wayLabels = (t: Translator) => ({ or: t('or'), google: t('with_google'), linkedin: t('with_linkedin'), guest: t('as_guest'), popupBlocked: t('popup_blocked') });

/** A provider that is not configured has no button. */
export function waysOf(): Array<'google' | 'linkedin' | 'guest'> {
  return [...(config().google ? ['google' as const] : []), ...(config().linkedin ? ['linkedin' as const] : []), 'guest'];
}
