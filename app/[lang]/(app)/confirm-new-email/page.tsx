import type { Metadata } from 'next';
import { PromptLink } from '@/components/account/account-frame';
import { EmailLinkFrame } from '@/components/account/email-link-frame';
import { createAccountMetadata, type PageProps, readFormState } from '@/components/account/form-state';
import { findNewEmail } from '@/lib/accounts/email-change';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { now } from '@/lib/clock';

export const generateMetadata = (props: PageProps): Promise<Metadata> =>
  createAccountMetadata(props, 'new_email_title');

export default async function ConfirmNewEmailPage(props: PageProps) {
  const { lang, query, t, error } = await readFormState(props);
  const token = query.token ?? '';
  const actor = await requireLearner(`/${lang}/confirm-new-email?token=${encodeURIComponent(token)}`);
  return (
    <EmailLinkFrame
      t={t}
      name="new_email"
      action="/auth/confirm-new-email"
      token={token}
      email={await findNewEmail(actor, token, now())}
      error={error}
      submit={t('new_email_confirm')}
    >
      <PromptLink question={t('new_email_elsewhere')} href={`/${lang}/profile/details`}>
        {t('new_email_details')}
      </PromptLink>
    </EmailLinkFrame>
  );
}
