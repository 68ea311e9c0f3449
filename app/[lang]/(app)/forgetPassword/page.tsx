import type { Metadata } from 'next';
import { AccountForm } from '../../_account/account-form';
import { AccountFrame } from '../../_account/account-frame';
import { accountMetadata, formState, type PageProps } from '../../_account/form-state';
import { AskLink } from '../../_account/links';
import { formLabels } from '../../_account/labels';
import { requireVisitor } from '@/lib/auth/sessions/current-actor';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'forgot_title');

/** Row D3. */
export default async function ForgetPasswordPage(props: PageProps) {
  const { lang, t, error, typed, errors, messages } = await formState(props);
  await requireVisitor(lang);
  return (
    <AccountFrame title={t('forgot_title')} intro={t('forgot_intro')} note={t('recover_aside')} notices={[error ? { tone: 'danger', text: error } : null]}>
      <AccountForm
        form="forgot" action="/auth/forgot-password" typed={typed} errors={errors} messages={messages} labels={formLabels(t, 'forgot')}
        fields={[{ name: 'email', kind: 'email', label: t('email'), autoComplete: 'username' }]}
      />
      <AskLink question={t('have_account')} href={`/${lang}/login`}>{t('login_link')}</AskLink>
    </AccountFrame>
  );
}
