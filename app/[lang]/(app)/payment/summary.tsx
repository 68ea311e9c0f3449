import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Offer } from '@/lib/checkout/purchase/offer';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { Icon } from '../../_ui/icon';
import { Money } from '../../_ui/text/money';
import { BundledCourses } from './bundled-courses';
import styles from './payment.module.css';

interface SummaryProps { lang: Language; offer: Extract<Offer, { kind: 'buy' }>; isGift: boolean }

/** What is bought, for how much, what comes with it, who charges and when: all before the button. */
export async function Summary({ lang, offer: { product, owned, price, coupon, lessons }, isGift }: SummaryProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isFree = price.totalPiastres === 0;
  const withCoupon = price.discountPiastres > 0;
  const gains = [
    { key: 'lessons', icon: 'play', text: t(isGift ? 'gift_get_lessons' : 'get_lessons', { count: lessons }) },
    { key: 'once', icon: 'check', text: t(isGift ? 'gift_get_mail' : isFree ? 'free_get_at_once' : 'get_at_once') },
    { key: 'receipt', icon: 'file', text: t(isFree ? 'free_get_mail' : 'get_receipt') },
    ...(isFree ? [] : [{ key: 'refund', icon: price.isRefundable ? 'refresh' : 'info', text: t(!price.isRefundable ? 'no_refund' : isGift ? 'gift_get_refund' : 'get_refund') } as const]),
  ] as const;
  return (
    <section className={styles.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={styles.eyebrow}>{t('summary')}</h2>
      <p className={styles.product}>{product.description[lang]}</p>
      {product.bundle.length > 0 && <BundledCourses lang={lang} product={product} owned={owned} />}
      {coupon && withCoupon && (
        <dl className={styles.facts} data-testid="reduction">
          <div>
            <dt>{t('before_coupon')}</dt>
            <dd><Money piastres={price.subtotalPiastres} lang={lang} /></dd>
          </div>
          <div>
            <dt>{t.rich('coupon_discount', { code: coupon.code, bdi: (text) => <bdi>{text}</bdi> })}</dt>
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
      <p className={styles.once}>{t(isFree ? (withCoupon ? 'free_lead_coupon' : 'free_lead') : isGift ? 'gift_lead' : product.bundle.length > 0 ? 'lead_bundle' : 'lead')}</p>
      <ul className={styles.gains} aria-label={t('you_get')}>
        {gains.map(({ key, icon, text }) => (
          <li key={key}>
            <Icon name={icon} size={18} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
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
