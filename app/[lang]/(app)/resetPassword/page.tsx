import type { Metadata } from 'next';
import { type AccountField, AccountForm } from '@/components/account/account-form';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import { createAccountMetadata, formLabels, type PageProps, readFormState } from '@/components/account/form-state';
import { ButtonLink } from '@/components/ui/button';
import { findGrantHolder } from '@/lib/accounts/one-time-codes';
import { cookieNames, readPageCookie } from '@/lib/accounts/sessions/cookies';
import { redirectLearner } from '@/lib/accounts/sessions/current-actor';
import { now } from '@/lib/clock';

export const generateMetadata = (props: PageProps): Promise<Metadata> => createAccountMetadata(props, 'reset_title');

/** Row D5: works only with the httpOnly grant cookie, which the server sets after a correct code. */
export default async function ResetPasswordPage(props: PageProps) {
  const { lang, query, t, error, next, nextQuery, hiddenNext, errors, messages } = await readFormState(props);
  await redirectLearner(lang, next);
  const holder = await findGrantHolder(await readPageCookie(cookieNames().reset), now());
  const granted = holder !== null;
  // A wrong authenticator code uses up the grant.
  const grantSpent = !granted && query.error === 'totp-required';
  const asksTotp = granted && query.error === 'totp-required';
  const fields: AccountField[] = [
    { name: 'sub', kind: 'password', label: t('new_password'), help: t('password_help'), autoComplete: 'new-password' },
    { name: 'confirmPassword', kind: 'password', label: t('confirm_new_password'), autoComplete: 'new-password' },
    ...(asksTotp
      ? [{ name: 'totp', kind: 'text' as const, label: t('totp'), help: t('totp_help'), autoComplete: 'one-time-code' }]
      : []),
  ];
  return (
    <AccountFrame
      title={t('reset_title')}
      intro={granted && t('reset_intro')}
      note={t('recover_aside')}
      notices={[
        error
          ? {
              tone: asksTotp ? 'notice' : 'danger',
              text: asksTotp ? error : `${t('reset_failed')}. ${grantSpent ? t('error_totp_wrong') : error}`,
            }
          : null,
        granted || (error && !grantSpent) ? null : { tone: 'notice', text: t('reset_no_grant') },
      ]}
    >
      {granted ? (
        <AccountForm
          form="reset"
          action="/auth/reset-password"
          hidden={hiddenNext}
          username={holder.email}
          fields={fields}
          errors={errors}
          messages={messages}
          labels={formLabels(t, 'reset')}
        />
      ) : (
        <ButtonLink size="large" wide href={`/${lang}/forgetPassword${nextQuery}`} prefetch={false}>
          {t('forgot_submit')}
        </ButtonLink>
      )}
      <PromptLink question={t('have_account')} href={`/${lang}/login${nextQuery}`}>
        {t('login_link')}
      </PromptLink>
    </AccountFrame>
  );
}
