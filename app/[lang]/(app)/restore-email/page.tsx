import type { Metadata } from 'next';
import { PromptLink } from '@/components/account/account-frame';
import { EmailLinkFrame } from '@/components/account/email-link-frame';
import { createAccountMetadata, type PageProps, readFormState } from '@/components/account/form-state';
import { findRestorableEmail } from '@/lib/accounts/email-change';
import { now } from '@/lib/clock';

export const generateMetadata = (props: PageProps): Promise<Metadata> =>
  createAccountMetadata(props, 'restore_email_title');

/** Row N24: needs no sign-in, because the owner may have lost access to the account. */
export default async function RestoreEmailPage(props: PageProps) {
  const { lang, query, t, error } = await readFormState(props);
  const token = query.token ?? '';
  return (
    <EmailLinkFrame
      t={t}
      name="restore_email"
      action="/auth/restore-email"
      token={token}
      email={await findRestorableEmail(token, now())}
      error={error}
      effect={t('restore_email_effect')}
      submit={t('restore_email_submit')}
    >
      <PromptLink question={t('have_account')} href={`/${lang}/login`}>
        {t('login_link')}
      </PromptLink>
    </EmailLinkFrame>
  );
}
