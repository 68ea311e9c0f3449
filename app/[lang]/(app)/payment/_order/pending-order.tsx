import { getTranslations } from 'next-intl/server';
import type { OrderView } from '@/lib/checkout/orders/find-order';
import { formats } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { ButtonLink } from '../../../_ui/button';
import { boughtAddress } from '../bought-address';
import { CopyNumber } from './copy-number';
import { Waiting } from './waiting';
import styles from '../payment.module.css';

interface PendingOrderProps { lang: Language; userId: string; order: OrderView; popupBlocked: boolean }

/** What is bought decides what is said of waiting; a wallet is confirmed alike. */
function textOf({ purpose }: OrderView, kind: 'kiosk' | 'wallet' | 'waiting'): string {
  if (purpose === 'self' || kind === 'wallet') return `${kind}_text`;
  return purpose === 'gift' ? `gift_${kind}_text` : `${kind}_text_seats`;
}

/** Each way to pay waits for something else: the other tab, the phone, a kiosk. */
export async function PendingOrder({ lang, userId, order, popupBlocked }: PendingOrderProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isBill = order.billReference !== null;
  const kind = isBill ? 'kiosk' : order.method === 'wallet' ? 'wallet' : 'waiting';
  const until = new Intl.DateTimeFormat(lang, formats.dateTime.time).format(order.expiresAt);
  return (
    <div>
      <noscript><meta httpEquiv="refresh" content="5" /></noscript>
      <h2 id="order-title" className={styles.title}>{t(kind)}</h2>
      <p>{t(textOf(order, kind))}</p>
      {isBill && (
        <div className={styles.bill}>
          <span>{t('bill_reference')}</span>
          <bdi data-testid="bill-reference">{order.billReference}</bdi>
          <CopyNumber number={order.billReference ?? ''} labels={{ copy: t('bill_copy'), copied: t('bill_copied'), failed: t('bill_not_copied') }} />
        </div>
      )}
      <p className={styles.until}>{t('valid_until', { time: until })}</p>
      <Waiting
        orderUrl={`/api/payment/${userId}/orders/${order.orderId}`}
        nextUrl={boughtAddress(lang, order)}
        shownBill={order.billReference}
        shownMethod={order.method}
        labels={{ checking: t('waiting_live'), offline: t('waiting_offline') }}
      />
      {order.checkoutUrl && !isBill && order.amount > 0 && (
        <div className={popupBlocked ? styles.blocked : styles.reopen}>
          <p role={popupBlocked ? 'alert' : undefined}>{t(popupBlocked ? 'popup_blocked' : 'not_opened')}</p>
          <ButtonLink variant={popupBlocked ? 'primary' : 'secondary'} iconEnd="external" prefetch={false} target="_blank" rel="noopener" href={order.checkoutUrl}>
            {t('open_page')}
          </ButtonLink>
        </div>
      )}
      <div className={styles.actions}>
        <p>{t('leave_text')}</p>
        <ButtonLink variant="secondary" href={`/${lang}/profile/payments`}>{t('to_payments')}</ButtonLink>
      </div>
    </div>
  );
}
