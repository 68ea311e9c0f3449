import { getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/language';
import { Button } from '../../../_ui/button';
import styles from './section.module.css';

/** For an address that is not confirmed yet: the link once more. */
export async function ConfirmEmail({ userId, lang }: { userId: string; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  return (
    <form method="post" action={`/api/user/${userId}/profile/confirm-email`} className={styles.line}>
      <p>{t('confirm_help')}</p>
      <Button type="submit" variant="secondary" size="small">{t('confirm_again')}</Button>
    </form>
  );
}
