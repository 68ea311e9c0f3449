import { getTranslations } from 'next-intl/server';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import type { Language } from '@/lib/language';
import { Icon, type IconName } from '../../_ui/icon';
import styles from './payment.module.css';

interface GainsProps { lang: Language; price: OrderPrice; lessons: number; /** For a team; null for the buyer's own course. */ seats: number | null; isGift: boolean }

/** What comes with the order. */
export async function Gains({ lang, price, lessons, isGift, seats }: GainsProps) {
  const [t, team] = await Promise.all([getTranslations({ locale: lang, namespace: 'payment' }), getTranslations({ locale: lang, namespace: 'team' })]);
  const isFree = price.totalPiastres === 0;
  const refundable = seats === null ? t(isGift ? 'gift_get_refund' : 'get_refund') : team('get_refund');
  const refund = price.isRefundable ? refundable : t('no_refund');
  const first: Array<[IconName, string]> = seats === null
    ? [['play', t(isGift ? 'gift_get_lessons' : 'get_lessons', { count: lessons })], ['check', t(isGift ? 'gift_get_mail' : isFree ? 'free_get_at_once' : 'get_at_once')]]
    : [['mail', team('get_invitations')], ['users', team('get_progress')]];
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
