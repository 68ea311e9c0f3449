import type { Metadata } from 'next';
import { accountMetadata, formState, type PageProps } from '../../_account/form-state';
import { PopupNews } from '../../_account/sign-in/popup-news';
import { AccountFrame } from '../../_account/account-frame';
import { ButtonLink } from '../../_ui/button';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'login_title');

/** Where a sign-in popup ends: it reports to the page that opened it, and closes. */
export default async function SignedInPage(props: PageProps) {
  const { lang, query, t, error } = await formState(props);
  return (
    <AccountFrame title={t(error ? 'popup_failed' : 'popup_done')} intro={error} note={t('login_aside')}>
      <PopupNews error={query.error ?? null} />
      <ButtonLink href={error ? `/${lang}/login` : `/${lang}/home`} prefetch={false}>{t('continue')}</ButtonLink>
    </AccountFrame>
  );
}
