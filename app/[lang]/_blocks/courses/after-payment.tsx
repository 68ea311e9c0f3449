import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { priceProduct } from '@/lib/checkout/pricing/price-product';
import type { OfferedProduct } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import styles from './course-details.module.css';

const steps = ['after_pay_1', 'after_pay_2', 'after_pay_3', 'after_pay_4'] as const;

/** What follows the button, and when the money comes back: by the policy that refunds are decided by (row P7). */
export async function AfterPayment({ product, lang }: { product: OfferedProduct | null; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'site' });
  const price = product && priceProduct(product);
  if (!price || price.totalPiastres === 0) return null;
  return (
    <section>
      <h2>{t('after_pay')}</h2>
      <ol className={styles.steps}>
        {steps.map((step) => <li key={step}>{t(step)}</li>)}
      </ol>
      <p className={styles.refund}>
        {t(price.isRefundable ? 'refund_promise' : 'refund_none')} <Link href={`/${lang}/refund-policy`} prefetch={false}>{t('refund_terms')}</Link>
      </p>
    </section>
  );
}
