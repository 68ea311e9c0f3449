import type { Metadata } from 'next';
import { type AccountField, AccountForm } from '@/components/account/account-form';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import {
  createAccountMetadata,
  enabledSignInMethods,
  formLabels,
  type PageProps,
  passkeyLabels,
  readFormState,
  signInMethodLabels,
} from '@/components/account/form-state';
import { PasskeySignIn } from '@/components/account/passkey-sign-in';
import { SignInMethods } from '@/components/account/sign-in-methods';
import { LineLink } from '@/components/ui/navigation/text-link';
import { cookieNames, readPageCookie } from '@/lib/accounts/sessions/cookies';
import { redirectLearner } from '@/lib/accounts/sessions/current-actor';
import { readSecondFactorCookie } from '@/lib/accounts/sign-in';
import { now } from '@/lib/clock';
import { isEnabled } from '@/lib/content/enabled-features';

export const generateMetadata = (props: PageProps): Promise<Metadata> => createAccountMetadata(props, 'login_title');

const notices: ReadonlyMap<string, { tone: 'success' | 'notice'; key: string }> = new Map([
  ['email-confirmed', { tone: 'success', key: 'notice_email_confirmed' }],
  ['link-used', { tone: 'notice', key: 'notice_link_used' }],
  ['signed-out', { tone: 'notice', key: 'notice_signed_out' }],
  ['deleted', { tone: 'success', key: 'notice_deleted' }],
]);

const totpField = (t: (key: string) => string): AccountField => ({
  name: 'totp',
  kind: 'text',
  label: t('totp'),
  help: t('totp_help'),
  autoComplete: 'one-time-code',
});

/** Rows D1, N21, N22, decision 075: never reveals whether an account exists. */
export default async function LoginPage(props: PageProps) {
  const state = await readFormState(props);
  const { lang, query, t, error, next, nextQuery, csrfToken } = state;
  const actor = await redirectLearner(lang, next);
  const asksTotp = query.error?.startsWith('totp') ?? false;
  if (asksTotp && readSecondFactorCookie(await readPageCookie(cookieNames().secondFactor), now()))
    return <SecondFactor {...state} />;
  const [signsInByCode, passkeys] = await Promise.all([isEnabled('signInCode'), isEnabled('passkeys')]);
  const callbackUrl = next ?? `/${lang}/home`;
  const notice = notices.get(query.notice ?? '');
  const fields: AccountField[] = [
    { name: 'email', kind: 'email', label: t('email'), autoComplete: passkeys ? 'username webauthn' : 'username' },
    { name: 'password', kind: 'password', label: t('password'), autoComplete: 'current-password' },
    ...(asksTotp ? [totpField(t)] : []),
  ];
  return (
    <AccountFrame
      title={t('login_title')}
      intro={actor ? t('guest_note') : t('login_intro')}
      note={t('login_aside')}
      notices={[
        notice ? { tone: notice.tone, text: t(notice.key) } : null,
        error ? { tone: asksTotp ? 'notice' : 'danger', text: error } : null,
      ]}
    >
      <AccountForm
        form="signIn"
        action="/api/auth/callback/credentials"
        fields={fields}
        hidden={{ csrfToken, callbackUrl }}
        typed={state.typed}
        errors={state.errors}
        messages={state.messages}
        labels={formLabels(t, 'login')}
        {...(signsInByCode && {
          second: {
            action: '/auth/send-login-code',
            label: t('login_code_submit'),
            busy: t('login_code_busy'),
            icon: 'mail' as const,
          },
        })}
      >
        <LineLink href={`/${lang}/forgetPassword${nextQuery}`} prefetch={false}>
          {t('forgot_link')}
        </LineLink>
      </AccountForm>
      <SignInMethods
        ways={enabledSignInMethods()}
        lang={lang}
        csrfToken={csrfToken}
        callbackUrl={callbackUrl}
        labels={signInMethodLabels(t)}
      >
        {passkeys && <PasskeySignIn autofill callbackUrl={callbackUrl} labels={passkeyLabels(t)} />}
      </SignInMethods>
      <PromptLink question={t('no_account')} href={`/${lang}/signup${nextQuery}`}>
        {t('signup_link')}
      </PromptLink>
    </AccountFrame>
  );
}

/** Asks for the second factor after a sign-in with a provider or an emailed code (docs/api.md, totp/confirm). */
async function SecondFactor({
  lang,
  t,
  query,
  error,
  next,
  csrfToken,
  messages,
}: Awaited<ReturnType<typeof readFormState>>) {
  const passkeys = await isEnabled('passkeys');
  const callbackUrl = next ?? `/${lang}/home`;
  return (
    <AccountFrame
      title={t('totp_title')}
      intro={t('totp_intro')}
      note={t('login_aside')}
      notices={[query.error === 'totp-wrong' ? { tone: 'danger', text: error ?? '' } : null]}
    >
      <AccountForm
        form="secondFactor"
        action="/api/auth/callback/credentials"
        fields={[totpField(t)]}
        hidden={{ csrfToken, callbackUrl }}
        messages={messages}
        labels={formLabels(t, 'login')}
      />
      {passkeys && (
        <SignInMethods
          ways={[]}
          lang={lang}
          csrfToken={csrfToken}
          callbackUrl={callbackUrl}
          labels={signInMethodLabels(t)}
        >
          <PasskeySignIn callbackUrl={callbackUrl} labels={passkeyLabels(t)} />
        </SignInMethods>
      )}
    </AccountFrame>
  );
}
