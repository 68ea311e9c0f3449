import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { PurchaseAction } from '@/components/course/purchase-action';
import { readPurchaseLabels } from '@/components/course/purchase-labels';
import { SharedPicture } from '@/components/layout/picture';
import { Icon, type IconName } from '@/components/ui/icon';
import { isEnabled } from '@/lib/content/enabled-features';
import type { CourseOffer, OfferedProduct } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import type { Captioned } from '@/lib/lessons/captions/course-captions';
import { paymentUrl } from '@/lib/orders/payment-url';
import { type OrderPrice, priceProduct } from '@/lib/orders/pricing';
import { defaultSeats } from '@/lib/orders/seats/seats';
import { languageLine, Price } from './course-card';
import styles from './course-details.module.css';

const listPromises = (price: OrderPrice | null): Array<[IconName, string]> => {
  const ofPrice: Array<[IconName, string]> =
    price?.totalPiastres === 0
      ? [['check', 'free_hint']]
      : [
          ['card', 'pay_hint'],
          ['refresh', price?.isRefundable === false ? 'no_refund_hint' : 'refund_hint'],
        ];
  return [...ofPrice, ['play', 'access_hint'], ['certificate', 'certificate_hint']];
};

export async function PriceCard({ course, lang }: { course: Captioned<CourseOffer>; lang: Language }) {
  const [t, catalogue] = await Promise.all([getTranslations(), getTranslations('catalogue')]);
  const [gifts, seats] = await Promise.all([isEnabled('gifts'), isEnabled('seats')]);
  const price = course.product && priceProduct(course.product);
  return (
    <div id="price-card" className={styles.card}>
      {course.video ? (
        <video
          className={styles.cover}
          src={course.video}
          poster={course.imageUrl}
          controls
          controlsList="nodownload"
          preload="none"
          playsInline
        />
      ) : (
        <SharedPicture
          transitionName={`course-${course.slug}`}
          className={styles.cover}
          src={course.imageUrl}
          alt={course.imageAlt}
          width={800}
          height={450}
        />
      )}
      <div className={styles.offer}>
        {price && (
          <p>
            <Price price={price} lang={lang} />
          </p>
        )}
        <PurchaseAction slug={course.slug} labels={await readPurchaseLabels(price)} />
        {course.product && price && price.totalPiastres > 0 && (gifts || seats) && (
          <p className={styles.forOthers}>
            {gifts && (
              <Link
                className={styles.give}
                href={paymentUrl(lang, { productKey: course.product.key, purchaseFor: 'gift' })}
                prefetch={false}
              >
                <Icon name="gift" size={18} />
                {t('payment.give')}
              </Link>
            )}
            {seats && (
              <Link
                className={styles.give}
                href={paymentUrl(lang, {
                  productKey: course.product.key,
                  purchaseFor: 'seats',
                  seats: defaultSeats,
                })}
                prefetch={false}
              >
                <Icon name="users" size={18} />
                {t('site.for_team')}
              </Link>
            )}
          </p>
        )}
        <ul className={styles.promises}>
          <li>
            <Icon name="speech" size={18} />
            {languageLine({ ...course.courseInfo, captions: course.captions }, lang, catalogue)}
          </li>
          {listPromises(price).map(([icon, key]) => (
            <li key={key}>
              <Icon name={icon} size={18} />
              {t(`site.${key}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const steps = ['after_pay_1', 'after_pay_2', 'after_pay_3', 'after_pay_4'] as const;

export async function AfterPayment({ product, lang }: { product: OfferedProduct | null; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'site' });
  const price = product && priceProduct(product);
  if (!price || price.totalPiastres === 0) return null;
  return (
    <section>
      <h2>{t('after_pay')}</h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <p className={styles.refund}>
        {t(price.isRefundable ? 'refund_promise' : 'refund_none')}{' '}
        <Link href={`/${lang}/refund-policy`} prefetch={false}>
          {t('refund_terms')}
        </Link>
      </p>
    </section>
  );
}
