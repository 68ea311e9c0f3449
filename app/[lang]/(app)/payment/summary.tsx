import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Offer } from '@/lib/checkout/purchase/offer';
import type { OfferFor } from '@/lib/checkout/purchase/purchase-for';
import { fewestSeats, type TypedSeats } from '@/lib/checkout/seats/seat-count';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { Icon } from '../../_ui/icon';
import { Money } from '../../_ui/text/money';
import { BundledCourses } from './bundled-courses';
import { Gains } from './gains';
import styles from './payment.module.css';

interface SummaryProps {
  lang: Language;
  offer: Extract<Offer, { kind: 'buy' }>;
  purchaseFor: OfferFor['kind'];
  /** For a team; null for the buyer's own course, and for a gift. */
  seats: TypedSeats | null;
}

/** What is bought, for how much, what comes with it, who charges and when: all before the button. Without a number of seats that is sold there is no total. */
export async function Summary({ lang, offer, purchaseFor, seats }: SummaryProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const { product, owned, price, lessons } = offer;
  const isFree = price.totalPiastres === 0;
  return (
    <section className={styles.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={styles.eyebrow}>{t('summary')}</h2>
      <p className={styles.product}>{product.description[lang]}</p>
      {seats && <SeatFacts lang={lang} count={seats.count} piastres={price.subtotalPiastres} />}
      {product.bundle.length > 0 && <BundledCourses lang={lang} product={product} owned={owned} />}
      {seats?.count !== null && <Total lang={lang} offer={offer} purchaseFor={purchaseFor} />}
      <Gains lang={lang} price={price} lessons={lessons} purchaseFor={purchaseFor} />
      {!isFree && (
        <>
          <p className={styles.charges}>
            <Icon name="lock" size={18} />
            <span>{t('who_charges')} {t('ways')}.</span>
          </p>
          <Link className={styles.terms} href={`/${lang}/refund-policy`}>{t('refund_terms')}</Link>
        </>
      )}
    </section>
  );
}

async function Total({ lang, offer: { product, price, coupon }, purchaseFor }: Pick<SummaryProps, 'lang' | 'offer' | 'purchaseFor'>) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isFree = price.totalPiastres === 0;
  return (
    <>
      {coupon && price.discountPiastres > 0 && (
        <dl className={styles.facts} data-testid="reduction">
          <div>
            <dt>{t('before_coupon')}</dt>
            <dd><Money piastres={price.subtotalPiastres} lang={lang} /></dd>
          </div>
          <div>
            <dt key={coupon.code}>{t.rich('coupon_discount', { code: coupon.code, bdi: (text) => <bdi>{text}</bdi> })}</dt>
            <dd><Money piastres={price.discountPiastres} lang={lang} minus /></dd>
          </div>
        </dl>
      )}
      <p className={styles.price} data-testid="price">
        {price.isReduced && <Money piastres={price.listPiastres} lang={lang} struck />}
        {!isFree && <span className={styles.priceLabel}>{t('total')}</span>}
        <Money piastres={price.totalPiastres} lang={lang} free={t('free')} className={styles.amount} />
      </p>
      {price.taxPiastres > 0 && <p className={styles.once}>{t('tax_included', { amount: formatMoney(price.taxPiastres, lang) })}</p>}
      <p className={styles.once}>{t(leadOf({ price, product }, purchaseFor))}</p>
    </>
  );
}

/** The message of the sentence below the sum. */
function leadOf({ price, product }: Pick<SummaryProps['offer'], 'price' | 'product'>, purchaseFor: OfferFor['kind']): string {
  if (purchaseFor === 'seats') return 'lead_seats';
  if (price.totalPiastres === 0) return price.discountPiastres > 0 ? 'free_lead_coupon' : 'free_lead';
  return purchaseFor === 'gift' ? 'gift_lead' : product.bundle.length > 0 ? 'lead_bundle' : 'lead';
}

interface SeatFactsProps { lang: Language; count: number | null; /** The price of `count` seats, or of the fewest. */ piastres: number }

/** Row N11: what the sum is made of. */
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
        <dd><Money piastres={piastres / (count ?? fewestSeats)} lang={lang} /></dd>
      </div>
    </dl>
  );
}
