import { getTranslations } from 'next-intl/server';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { PurchaseAction } from '../../_course/purchase-action';
import { Icon, type IconName } from '../../_ui/icon';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import styles from './course-details.module.css';
import { Price } from './price';

const promisesOf = ({ price }: CourseOffer): Array<[IconName, string]> => {
  const ofPrice: Array<[IconName, string]> = price?.piastres === 0
    ? [['check', 'free_hint']]
    : [['card', 'pay_hint'], ['refresh', price?.isRefundable === false ? 'no_refund_hint' : 'refund_hint']];
  return [...ofPrice, ['play', 'access_hint'], ['certificate', 'certificate_hint']];
};

/** What one gets, what it costs and who charges, before the button. */
export async function PriceCard({ course, lang }: { course: CourseOffer; lang: Language }) {
  const t = await getTranslations();
  return (
    <div id="price-card" className={styles.card}>
      {course.video ? (
        <video className={styles.cover} src={course.video} poster={course.imageUrl} controls controlsList="nodownload" preload="none" playsInline />
      ) : (
        <SharedPicture name={`course-${course.slug}`} className={styles.cover} src={course.imageUrl} alt={course.imageAlt} width={800} height={450} />
      )}
      <div className={styles.offer}>
        {course.price && (
          <p><Price price={course.price} lang={lang} labels={{ oldPrice: t('site.old_price'), salePrice: t('site.sale_price'), free: t('site.free') }} /></p>
        )}
        <PurchaseAction
          slug={course.slug}
          labels={{ open: t('site.course_open'), subscribe: t('site.subscribe'), finish: t('site.finish_course') }}
        />
        <ul className={styles.promises}>
          {promisesOf(course).map(([icon, key]) => <li key={key}><Icon name={icon} size={18} />{t(`site.${key}`)}</li>)}
        </ul>
      </div>
    </div>
  );
}
