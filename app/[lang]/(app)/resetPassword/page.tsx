import type { Metadata } from 'next';
import { AccountForm, type AccountField } from '../../_account/account-form';
import { AccountFrame } from '../../_account/account-frame';
import { accountMetadata, formState, type PageProps } from '../../_account/form-state';
import { AskLink } from '../../_account/links';
import { formLabels } from '../../_account/labels';
import { ButtonLink } from '../../_ui/button';
import { isGrantOpen } from '@/lib/auth/one-time-codes/one-time-code';
import { now } from '@/lib/clock';
import { cookieNames, pageCookie } from '@/lib/auth/sessions/cookies';
import { requireVisitor } from '@/lib/auth/sessions/current-actor';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'reset_title');

/** Row D5: carried by the grant that a right code left in an httpOnly cookie. */
export default async function ResetPasswordPage(props: PageProps) {
  const { lang, query, t, error, errors, messages } = await formState(props);
  await requireVisitor(lang);
  const granted = await isGrantOpen(await pageCookie(cookieNames().reset), now());
  // A wrong code of the authenticator has spent the grant.
  const grantSpent = !granted && query.error === 'totp-required';
  const asksTotp = granted && query.error === 'totp-required';
  const fields: AccountField[] = [
    { name: 'sub', kind: 'password', label: t('new_password'), help: t('password_help'), autoComplete: 'new-password' },
    { name: 'confirmPassword', kind: 'password', label: t('confirm_new_password'), autoComplete: 'new-password' },
    ...(asksTotp ? [{ name: 'totp', kind: 'text' as const, label: t('totp'), help: t('totp_help'), autoComplete: 'one-time-code' }] : []),
  ];
  return (
    <AccountFrame
      title={t('reset_title')}
      intro={granted && t('reset_intro')}
      note={t('recover_aside')}
      notices={[
        error ? { tone: asksTotp ? 'notice' : 'danger', text: asksTotp ? error : `${t('reset_failed')}. ${grantSpent ? t('error_totp_wrong') : error}` } : null,
        granted || (error && !grantSpent) ? null : { tone: 'notice', text: t('reset_no_grant') },
      ]}
    >
      {granted
        ? <AccountForm form="reset" action="/auth/reset-password" fields={fields} errors={errors} messages={messages} labels={formLabels(t, 'reset')} />
        : <ButtonLink size="large" wide href={`/${lang}/forgetPassword`} prefetch={false}>{t('forgot_submit')}</ButtonLink>}
      <AskLink question={t('have_account')} href={`/${lang}/login`}>{t('login_link')}</AskLink>
    </AccountFrame>
  );
}
