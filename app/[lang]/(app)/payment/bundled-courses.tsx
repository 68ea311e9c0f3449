import { getTranslations } from 'next-intl/server';
import type { Product } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { Icon } from '../../_ui/icon';
import styles from './payment.module.css';

interface BundledCoursesProps { lang: Language; product: Product; owned: readonly string[] }

/** Row N11: what is in the bundle, what of it the buyer has already, and what that means for the price. */
export async function BundledCourses({ lang, product, owned }: BundledCoursesProps) {
  const t = await getTranslations({ locale: lang, namespace: 'bundles' });
  return (
    <div className={styles.bundle}>
      <ul className={styles.bundled} aria-label={t('courses')}>
        {product.bundle.map(({ courseSlug, title }) => {
          const isOwned = owned.includes(courseSlug);
          return (
            <li key={courseSlug} data-owned={isOwned}>
              <Icon name={isOwned ? 'check' : 'plus'} size={18} />
              <span>{isOwned ? t.rich('owned_course', { title: title[lang], bdi: (text) => <bdi>{text}</bdi> }) : <bdi>{title[lang]}</bdi>}</span>
            </li>
          );
        })}
      </ul>
      {owned.length > 0 && <p role="note">{t('owned_note', { count: owned.length })}</p>}
    </div>
  );
}
