import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon, type IconName } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { Money } from '@/components/ui/text/money';
import type { Product } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { OfferFor } from '@/lib/orders/checkout/basket';
import type { Offer } from '@/lib/orders/checkout/offer';
import type { OrderPrice } from '@/lib/orders/pricing';
import { minSeats, type TypedSeats } from '@/lib/orders/seats/seats';
import styles from './payment.module.css';

interface SummaryProps {
  lang: Language;
  offer: Extract<Offer, { kind: 'buy' }>;
  purchaseFor: OfferFor['kind'];
  seats: TypedSeats | null;
}

export async function Summary({ lang, offer, purchaseFor, seats }: SummaryProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const { product, owned, price, lessons } = offer;
  const isFree = price.totalPiastres === 0;
  return (
    <section className={styles.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={styles.eyebrow}>
        {t('summary')}
      </h2>
      <p className={styles.product}>{product.description[lang]}</p>
      {seats && <SeatFacts lang={lang} count={seats.count} piastres={price.subtotalPiastres} />}
      {product.bundle.length > 0 && <BundledCourses lang={lang} product={product} owned={owned} />}
      {seats?.count !== null && <Total lang={lang} offer={offer} purchaseFor={purchaseFor} />}
      <PurchaseBenefits lang={lang} price={price} lessons={lessons} purchaseFor={purchaseFor} />
      {!isFree && (
        <>
          <p className={styles.charges}>
            <Icon name="lock" size={18} />
            <span>
              {t('who_charges')} {t('ways')}.
            </span>
          </p>
          <Link className={styles.terms} href={`/${lang}/refund-policy`}>
            {t('refund_terms')}
          </Link>
        </>
      )}
    </section>
  );
}

async function Total({
  lang,
  offer: { product, price, coupon },
  purchaseFor,
}: Pick<SummaryProps, 'lang' | 'offer' | 'purchaseFor'>) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isFree = price.totalPiastres === 0;
  return (
    <>
      {coupon && price.discountPiastres > 0 && (
        <dl className={styles.facts} data-testid="reduction">
          <div>
            <dt>{t('before_coupon')}</dt>
            <dd>
              <Money piastres={price.subtotalPiastres} lang={lang} />
            </dd>
          </div>
          <div>
            <dt key={coupon.code}>{t.rich('coupon_discount', { code: coupon.code, bdi })}</dt>
            <dd>
              <Money piastres={price.discountPiastres} lang={lang} minus />
            </dd>
          </div>
        </dl>
      )}
      <p className={styles.price} data-testid="price">
        {price.isReduced && <Money piastres={price.listPiastres} lang={lang} struck />}
        {!isFree && <span className={styles.priceLabel}>{t('total')}</span>}
        <Money piastres={price.totalPiastres} lang={lang} free={t('free')} className={styles.amount} />
      </p>
      {price.taxPiastres > 0 && (
        <p className={styles.once}>{t('tax_included', { amount: formatMoney(price.taxPiastres, lang) })}</p>
      )}
      <p className={styles.once}>{t(leadOf({ price, product }, purchaseFor))}</p>
    </>
  );
}

function leadOf(
  { price, product }: Pick<SummaryProps['offer'], 'price' | 'product'>,
  purchaseFor: OfferFor['kind'],
): string {
  if (purchaseFor === 'seats') return 'lead_seats';
  if (price.totalPiastres === 0) return price.discountPiastres > 0 ? 'free_lead_coupon' : 'free_lead';
  return purchaseFor === 'gift' ? 'gift_lead' : product.bundle.length > 0 ? 'lead_bundle' : 'lead';
}

interface SeatFactsProps {
  lang: Language;
  count: number | null;
  piastres: number;
}

async function SeatFacts({ lang, count, piastres }: SeatFactsProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  return (
    <dl className={styles.facts} data-testid="seats">
      {count !== null && (
        <div>
          <dt>{t('seats')}</dt>
          <dd>{count}</dd>
        </div>
      )}
      <div>
        <dt>{t('price_each')}</dt>
        <dd>
          <Money piastres={piastres / (count ?? minSeats)} lang={lang} />
        </dd>
      </div>
    </dl>
  );
}

interface PurchaseBenefitsProps {
  lang: Language;
  price: OrderPrice;
  lessons: number;
  purchaseFor: OfferFor['kind'];
}

async function PurchaseBenefits({ lang, price, lessons, purchaseFor }: PurchaseBenefitsProps) {
  const [t, team] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'payment' }),
    getTranslations({ locale: lang, namespace: 'team' }),
  ]);
  const isGift = purchaseFor === 'gift';
  const isSeats = purchaseFor === 'seats';
  const isFree = price.totalPiastres === 0;
  const refundable = isSeats ? team('get_refund') : t(isGift ? 'gift_get_refund' : 'get_refund');
  const refund = price.isRefundable ? refundable : t('no_refund');
  const first: Array<[IconName, string]> = isSeats
    ? [
        ['mail', team('get_invitations')],
        ['users', team('get_progress')],
      ]
    : [
        ['play', t(isGift ? 'gift_get_lessons' : 'get_lessons', { count: lessons })],
        ['check', t(isGift ? 'gift_get_mail' : isFree ? 'free_get_at_once' : 'get_at_once')],
      ];
  const receipt: [IconName, string] = ['file', t(isFree ? 'free_get_mail' : 'get_receipt')];
  const gains = [
    ...first,
    receipt,
    ...(isFree ? [] : [[price.isRefundable ? 'refresh' : 'info', refund] as [IconName, string]]),
  ];
  return (
    <ul className={styles.gains} aria-label={t('you_get')}>
      {gains.map(([icon, text]) => (
        <li key={text}>
          <Icon name={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

interface BundledCoursesProps {
  lang: Language;
  product: Product;
  owned: readonly string[];
}

async function BundledCourses({ lang, product, owned }: BundledCoursesProps) {
  const t = await getTranslations({ locale: lang, namespace: 'bundles' });
  return (
    <div className={styles.bundle}>
      <ul className={styles.bundled} aria-label={t('courses')}>
        {product.bundle.map(({ courseSlug, title }) => {
          const isOwned = owned.includes(courseSlug);
          return (
            <li key={courseSlug} data-owned={isOwned}>
              <Icon name={isOwned ? 'check' : 'plus'} size={18} />
              <span>{isOwned ? t.rich('owned_course', { title: title[lang], bdi }) : <bdi>{title[lang]}</bdi>}</span>
            </li>
          );
        })}
      </ul>
      {owned.length > 0 && <p role="note">{t('owned_note', { count: owned.length })}</p>}
    </div>
  );
}
