import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { paymentAddress } from '@/lib/checkout/orders/payment-address';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import { priceProduct } from '@/lib/checkout/pricing/price-product';
import { usualSeats } from '@/lib/checkout/seats/seat-count';
import { isOn } from '@/lib/content/capabilities';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import type { Captioned } from '@/lib/video/captions/course-captions';
import { PurchaseAction } from '../../_course/purchase-action';
import { purchaseLabels } from '../../_course/purchase-labels';
import { Icon, type IconName } from '../../_ui/icon';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import styles from './course-details.module.css';
import { languageLine } from './course-texts';
import { Price } from './price';

const promisesOf = (price: OrderPrice | null): Array<[IconName, string]> => {
  const ofPrice: Array<[IconName, string]> = price?.totalPiastres === 0
    ? [['check', 'free_hint']]
    : [['card', 'pay_hint'], ['refresh', price?.isRefundable === false ? 'no_refund_hint' : 'refund_hint']];
  return [...ofPrice, ['play', 'access_hint'], ['certificate', 'certificate_hint']];
};

/** What one gets, what it costs and who charges, before the button. */
export async function PriceCard({ course, lang }: { course: Captioned<CourseOffer>; lang: Language }) {
  const [t, catalogue] = await Promise.all([getTranslations(), getTranslations('catalogue')]);
  const [gifts, seats] = await Promise.all([isOn('gifts'), isOn('seats')]);
  const price = course.product && priceProduct(course.product);
  return (
    <div id="price-card" className={styles.card}>
      {course.video ? (
        <video className={styles.cover} src={course.video} poster={course.imageUrl} controls controlsList="nodownload" preload="none" playsInline />
      ) : (
        <SharedPicture name={`course-${course.slug}`} className={styles.cover} src={course.imageUrl} alt={course.imageAlt} width={800} height={450} />
      )}
      <div className={styles.offer}>
        {price && (
          <p><Price price={price} lang={lang} labels={{ oldPrice: t('site.old_price'), salePrice: t('site.sale_price'), free: t('site.free') }} /></p>
        )}
        <PurchaseAction slug={course.slug} labels={await purchaseLabels(price)} />
        {course.product && price && price.totalPiastres > 0 && (gifts || seats) && (
          <p className={styles.forOthers}>
            {gifts && <Link className={styles.give} href={paymentAddress(lang, { productKey: course.product.key, purchaseFor: 'gift' })} prefetch={false}>
              <Icon name="gift" size={18} />{t('payment.give')}
            </Link>}
            {seats && <Link className={styles.give} href={paymentAddress(lang, { productKey: course.product.key, purchaseFor: 'seats', seats: usualSeats })} prefetch={false}>
              <Icon name="users" size={18} />{t('site.for_team')}
            </Link>}
          </p>
        )}
        <ul className={styles.promises}>
          <li><Icon name="speech" size={18} />{languageLine({ ...course.courseInfo, captions: course.captions }, lang, catalogue)}</li>
          {promisesOf(price).map(([icon, key]) => <li key={key}><Icon name={icon} size={18} />{t(`site.${key}`)}</li>)}
        </ul>
      </div>
    </div>
  );
}
