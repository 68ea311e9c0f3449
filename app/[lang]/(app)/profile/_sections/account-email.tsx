import { getTranslations } from 'next-intl/server';
import type { Actor } from '@/lib/actor';
import type { Language } from '@/lib/language';
import { Button } from '../../../_ui/button';
import styles from './section.module.css';

interface AccountEmailProps { actor: Actor; isConfirmed: boolean; lang: Language }

/** The account's address and whether it is confirmed; a provider may have sent none. */
export async function AccountEmail({ actor: { email }, isConfirmed, lang }: AccountEmailProps) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  if (!email) return t('no_email');
  return <><bdi dir="ltr">{email}</bdi> <small>{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</small></>;
}

/** For an address that is not confirmed yet: the link once more. */
export async function ConfirmEmail({ actor: { userId, email }, isConfirmed, lang }: AccountEmailProps) {
  if (!email || isConfirmed) return null;
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  return (
    <form method="post" action={`/api/user/${userId}/profile/confirm-email`} className={styles.line}>
      <p>{t('confirm_help')}</p>
      <Button type="submit" variant="secondary" size="small">{t('confirm_again')}</Button>
    </form>
  );
}
