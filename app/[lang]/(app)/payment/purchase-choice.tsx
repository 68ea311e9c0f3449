import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/language';
import { Icon } from '../../_ui/icon';
import { paymentAddress, type PaymentQuery } from '../../_course/payment-address';
import styles from './purchase-choice.module.css';

interface PurchaseChoiceProps { lang: Language; query: PaymentQuery }

/** Row N11: whom the purchase is for is part of the page's address, as the coupon is, so that it works without JavaScript. */
export async function PurchaseChoice({ lang, query }: PurchaseChoiceProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  return (
    <nav className={styles.choice} aria-labelledby="purchase-for">
      <p id="purchase-for">{t('for_label')}</p>
      <ul>
        {(['self', 'gift'] as const).map((kind) => (
          <li key={kind}>
            <Link href={paymentAddress(lang, { ...query, purchaseFor: kind })} aria-current={kind === query.purchaseFor ? 'page' : undefined} scroll={false} prefetch={false}>
              <Icon name={kind === 'gift' ? 'gift' : 'user'} size={18} />
              <span>{t(`for_${kind}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
