import type { Metadata } from 'next';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import { accountMetadata, formState, type PageProps } from '@/components/account/form-state';
import { Button } from '@/components/ui/button';
import { newEmailOf } from '@/lib/accounts/email-change';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { now } from '@/lib/clock';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'new_email_title');

/** Row N24: confirms only on a click, because mail scanners open links. */
export default async function ConfirmNewEmailPage(props: PageProps) {
  const { lang, query, t, error } = await formState(props);
  const token = query.token ?? '';
  const actor = await requireLearner(`/${lang}/confirm-new-email?token=${encodeURIComponent(token)}`);
  const email = await newEmailOf(actor, token, now());
  return (
    <AccountFrame
      title={t('new_email_title')}
      intro={
        email && (
          <>
            {t('new_email_intro')} <bdi dir="ltr">{email}</bdi>
          </>
        )
      }
      note={t('recover_aside')}
      notices={[
        error || email ? null : { tone: 'notice', text: t('error_link_used') },
        error ? { tone: 'danger', text: error } : null,
      ]}
    >
      {email && (
        <form method="post" action="/auth/confirm-new-email">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="large" wide>
            {t('new_email_confirm')}
          </Button>
        </form>
      )}
      <PromptLink question={t('new_email_elsewhere')} href={`/${lang}/profile/details`}>
        {t('new_email_details')}
      </PromptLink>
    </AccountFrame>
  );
}
