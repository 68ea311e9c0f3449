import type { Metadata } from 'next';
import { AccountFrame } from '@/components/account/account-frame';
import { createAccountMetadata, type PageProps, readFormState } from '@/components/account/form-state';
import { PopupMessage } from '@/components/account/sign-in-popup';
import { ButtonLink } from '@/components/ui/button';

export const generateMetadata = (props: PageProps): Promise<Metadata> => createAccountMetadata(props, 'login_title');

export default async function SignedInPage(props: PageProps) {
  const { lang, query, t, error } = await readFormState(props);
  return (
    <AccountFrame title={t(error ? 'popup_failed' : 'popup_done')} intro={error} note={t('login_aside')}>
      <PopupMessage error={query.error ?? null} />
      <ButtonLink href={error ? `/${lang}/login` : `/${lang}/home`} prefetch={false}>
        {t('continue')}
      </ButtonLink>
    </AccountFrame>
  );
}
