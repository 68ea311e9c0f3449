import type { Metadata } from 'next';
import { AccountFrame } from '../../_account/account-frame';
import { accountMetadata, formState, type PageProps } from '../../_account/form-state';
import { AskLink } from '../../_account/links';
import { Button } from '../../_ui/button';
import { restorableEmailOf } from '@/lib/auth/email-change/restore-email';
import { now } from '@/lib/clock';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'restore_email_title');

/** Row N24: the link of the old address, for whoever lost the account with it: nobody is asked to sign in. */
export default async function RestoreEmailPage(props: PageProps) {
  const { lang, query, t, error } = await formState(props);
  const token = query.token ?? '';
  const email = await restorableEmailOf(token, now());
  return (
    <AccountFrame
      title={t('restore_email_title')}
      intro={email && <>{t('restore_email_intro')} <bdi dir="ltr">{email}</bdi></>}
      note={t('recover_aside')}
      notices={[error || email ? null : { tone: 'notice', text: t('error_link_used') }, error ? { tone: 'danger', text: error } : null]}
    >
      {email && (
        <form method="post" action="/auth/restore-email">
          <input type="hidden" name="token" value={token} />
          <p>{t('restore_email_effect')}</p>
          <Button type="submit" size="large" wide>{t('restore_email_submit')}</Button>
        </form>
      )}
      <AskLink question={t('have_account')} href={`/${lang}/login`}>{t('login_link')}</AskLink>
    </AccountFrame>
  );
}
