import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Product } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { Icon } from '../../_ui/icon';
import { Money } from '../../_ui/text/money';
import styles from './payment.module.css';

/** What is bought, for how much, what comes with it, who charges and when: all before the button. */
export async function Summary({ lang, product, lessons }: { lang: Language; product: Product; lessons: number }) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const refundable = product.regularPiastres === null || product.refundableOnSale;
  const isFree = product.amountPiastres === 0;
  const gains = [
    { key: 'lessons', icon: 'play', text: t('get_lessons', { count: lessons }) },
    { key: 'once', icon: 'check', text: t(isFree ? 'free_get_at_once' : 'get_at_once') },
    { key: 'receipt', icon: 'file', text: t(isFree ? 'free_get_mail' : 'get_receipt') },
    ...(isFree ? [] : [{ key: 'refund', icon: refundable ? 'refresh' : 'info', text: t(refundable ? 'get_refund' : 'no_refund') } as const]),
  ] as const;
  return (
    <section className={styles.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={styles.eyebrow}>{t('summary')}</h2>
      <p className={styles.product}>{product.description[lang]}</p>
      <p className={styles.price} data-testid="price">
        {product.regularPiastres !== null && (
          <Money piastres={product.regularPiastres} lang={lang} struck />
        )}
        {!isFree && <span className={styles.priceLabel}>{t('total')}</span>}
        <Money piastres={product.amountPiastres} lang={lang} free={t('free')} className={styles.amount} />
      </p>
      <p className={styles.once}>{t(isFree ? 'free_lead' : 'lead')}</p>
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
