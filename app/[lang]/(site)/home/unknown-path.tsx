import { getTranslations } from 'next-intl/server';
import { setPageStatus } from '@/lib/cache/page-context';
import { Notice } from '../../_ui/feedback/notice';
import styles from './unknown-path.module.css';

/** Row A4: above the home page, under HTTP 404. */
export async function UnknownPath() {
  setPageStatus(404);
  const t = await getTranslations('chrome');
  return (
    <div className={styles.place}>
      <Notice tone="notice" title={t('not_found_title')}>{t('not_found_text')}</Notice>
    </div>
  );
}
