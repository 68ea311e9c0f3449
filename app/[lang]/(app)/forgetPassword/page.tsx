import type { Metadata } from 'next';
import { AccountForm } from '@/components/account/account-form';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import { createAccountMetadata, formLabels, type PageProps, readFormState } from '@/components/account/form-state';
import { redirectLearner } from '@/lib/accounts/sessions/current-actor';

export const generateMetadata = (props: PageProps): Promise<Metadata> => createAccountMetadata(props, 'forgot_title');

export default async function ForgetPasswordPage(props: PageProps) {
  const { lang, t, error, next, nextQuery, hiddenNext, typed, errors, messages } = await readFormState(props);
  await redirectLearner(lang, next);
  return (
    <AccountFrame
      title={t('forgot_title')}
      intro={t('forgot_intro')}
      note={t('recover_aside')}
      notices={[error ? { tone: 'danger', text: error } : null]}
    >
      <AccountForm
        form="forgot"
        action="/auth/forgot-password"
        hidden={hiddenNext}
        typed={typed}
        errors={errors}
        messages={messages}
        labels={formLabels(t, 'forgot')}
        fields={[{ name: 'email', kind: 'email', label: t('email'), autoComplete: 'username' }]}
      />
      <PromptLink question={t('have_account')} href={`/${lang}/login${nextQuery}`}>
        {t('login_link')}
      </PromptLink>
    </AccountFrame>
  );
}
