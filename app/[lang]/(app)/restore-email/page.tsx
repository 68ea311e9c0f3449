import type { Metadata } from 'next';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import { accountMetadata, formState, type PageProps } from '@/components/account/form-state';
import { Button } from '@/components/ui/button';
import { restorableEmailOf } from '@/lib/accounts/email-change';
import { now } from '@/lib/clock';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'restore_email_title');

/** Row N24: needs no sign-in, because the owner may have lost access to the account. */
export default async function RestoreEmailPage(props: PageProps) {
  const { lang, query, t, error } = await formState(props);
  const token = query.token ?? '';
  const email = await restorableEmailOf(token, now());
  return (
    <AccountFrame
      title={t('restore_email_title')}
      intro={
        email && (
          <>
            {t('restore_email_intro')} <bdi dir="ltr">{email}</bdi>
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
        <form method="post" action="/auth/restore-email">
          <input type="hidden" name="token" value={token} />
          <p>{t('restore_email_effect')}</p>
          <Button type="submit" size="large" wide>
            {t('restore_email_submit')}
          </Button>
        </form>
      )}
      <PromptLink question={t('have_account')} href={`/${lang}/login`}>
        {t('login_link')}
      </PromptLink>
    </AccountFrame>
  );
}
