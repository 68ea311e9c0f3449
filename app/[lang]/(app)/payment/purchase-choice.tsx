import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { paymentAddress, type PaymentQuery } from '@/lib/checkout/orders/payment-address';
import { usualSeats } from '@/lib/checkout/seats/seat-count';
import { isOn } from '@/lib/content/capabilities';
import type { Language } from '@/lib/language';
import { Icon } from '../../_ui/icon';
import styles from './purchase-choice.module.css';

const icons = { self: 'user', gift: 'gift', seats: 'users' } as const;

interface PurchaseChoiceProps { lang: Language; query: PaymentQuery; /** Seats are of one course. */ hasSeats: boolean }

/** Row N11: whom the purchase is for is part of the page's address, as the coupon is, so that it works without JavaScript. */
export async function PurchaseChoice({ lang, query, hasSeats }: PurchaseChoiceProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const [gifts, seats] = await Promise.all([isOn('gifts'), isOn('seats')]);
  const kinds = [...(gifts ? ['gift' as const] : []), ...(hasSeats && seats ? ['seats' as const] : [])];
  if (kinds.length === 0) return null;
  return (
    <nav className={styles.choice} aria-labelledby="purchase-for">
      <p id="purchase-for">{t('for_label')}</p>
      <ul>
        {(['self', ...kinds] as const).map((kind) => (
          <li key={kind}>
            <Link href={paymentAddress(lang, { ...query, purchaseFor: kind, seats: query.seats ?? usualSeats })} aria-current={kind === query.purchaseFor ? 'page' : undefined} scroll={false} prefetch={false}>
              <Icon name={icons[kind]} size={18} />
              <span>{t(`for_${kind}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
