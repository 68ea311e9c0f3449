import type { Metadata } from 'next';
import { type AccountField, AccountForm } from '@/components/account/account-form';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import {
  createAccountMetadata,
  enabledSignInMethods,
  formLabels,
  type PageProps,
  readFormState,
  signInMethodLabels,
} from '@/components/account/form-state';
import { SignInMethods } from '@/components/account/sign-in-methods';
import { redirectLearner } from '@/lib/accounts/sessions/current-actor';

export const generateMetadata = (props: PageProps): Promise<Metadata> => createAccountMetadata(props, 'signup_title');

export default async function SignUpPage(props: PageProps) {
  const { lang, t, error, next, nextQuery, csrfToken, typed, errors, messages } = await readFormState(props);
  const actor = await redirectLearner(lang, next);
  const fields: AccountField[] = [
    { name: 'name', kind: 'text', label: t('full_name'), autoComplete: 'name' },
    { name: 'phone', kind: 'tel', label: t('phone'), help: t('phone_help'), autoComplete: 'tel-national' },
    { name: 'email', kind: 'email', label: t('email'), autoComplete: 'username' },
    { name: 'sub', kind: 'password', label: t('password'), help: t('password_help'), autoComplete: 'new-password' },
    { name: 'confirmPassword', kind: 'password', label: t('confirm_password'), autoComplete: 'new-password' },
  ];
  return (
    <AccountFrame
      title={t('signup_title')}
      intro={actor ? t('guest_note') : t('signup_intro')}
      note={t('signup_aside')}
      notices={[error ? { tone: 'danger', text: error } : null]}
    >
      <AccountForm
        form="signUp"
        action="/auth/createUser"
        fields={fields}
        typed={typed}
        errors={errors}
        messages={messages}
        labels={formLabels(t, 'signup')}
      />
      <SignInMethods
        ways={enabledSignInMethods()}
        lang={lang}
        csrfToken={csrfToken}
        callbackUrl={next ?? `/${lang}/home`}
        labels={signInMethodLabels(t)}
      />
      <PromptLink question={t('have_account')} href={`/${lang}/login${nextQuery}`}>
        {t('login_link')}
      </PromptLink>
    </AccountFrame>
  );
}
