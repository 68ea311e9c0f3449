import { getTranslations } from 'next-intl/server';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import type { OfferFor } from '@/lib/checkout/purchase/purchase-for';
import type { Language } from '@/lib/language';
import { Icon, type IconName } from '../../_ui/icon';
import styles from './payment.module.css';

interface GainsProps { lang: Language; price: OrderPrice; lessons: number; purchaseFor: OfferFor['kind'] }

/** What comes with the order. */
export async function Gains({ lang, price, lessons, purchaseFor }: GainsProps) {
  const [t, team] = await Promise.all([getTranslations({ locale: lang, namespace: 'payment' }), getTranslations({ locale: lang, namespace: 'team' })]);
  const isGift = purchaseFor === 'gift';
  const isSeats = purchaseFor === 'seats';
  const isFree = price.totalPiastres === 0;
  const refundable = isSeats ? team('get_refund') : t(isGift ? 'gift_get_refund' : 'get_refund');
  const refund = price.isRefundable ? refundable : t('no_refund');
  const first: Array<[IconName, string]> = isSeats
    ? [['mail', team('get_invitations')], ['users', team('get_progress')]]
    : [['play', t(isGift ? 'gift_get_lessons' : 'get_lessons', { count: lessons })], ['check', t(isGift ? 'gift_get_mail' : isFree ? 'free_get_at_once' : 'get_at_once')]];
  const receipt: [IconName, string] = ['file', t(isFree ? 'free_get_mail' : 'get_receipt')];
  const gains = [...first, receipt, ...(isFree ? [] : [[price.isRefundable ? 'refresh' : 'info', refund] as [IconName, string]])];
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
