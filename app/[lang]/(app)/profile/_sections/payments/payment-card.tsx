import { getTranslations } from 'next-intl/server';
import type { SavedForm } from '@/lib/api/saved-form';
import type { MyPayment } from '@/lib/checkout/orders/my-payments';
import { buyAgainAddress } from '@/lib/checkout/orders/payment-address';
import type { ShownRefundStanding } from '@/lib/checkout/refunds/refund-standing';
import { formatDay } from '@/lib/i18n/format-date';
import { formats } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { Badge } from '../../../../_ui/text/badge';
import { ButtonLink } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { Money } from '../../../../_ui/text/money';
import { HelpLink } from '../../../../_help/help-link';
import { boughtAddress, boughtLabel } from '../../../payment/bought-address';
import { GiftPanel } from './gift-panel';
import { RefundPanel } from './refund-panel';
import styles from './my-payments.module.css';

/** `saved`: what was typed for this order and refused, for its gift or a refund; `standing`: what the refund policy says now; null when there is nothing to give back. */
interface PaymentCardProps { lang: Language; userId: string; payment: MyPayment; standing: ShownRefundStanding | null; saved: SavedForm | null }

const tones = {
  pending: 'notice', in_review: 'notice', paid: 'success', failed: 'danger', expired: 'neutral', refund_requested: 'notice', refunded: 'neutral',
} as const;

export async function PaymentCard({ lang, userId, payment, standing, saved }: PaymentCardProps) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  const { status, request, returning } = payment;
  const isReturning = returning !== null && (status === 'paid' || status === 'refund_requested' || status === 'in_review');
  const isSeats = payment.purpose === 'seats';
  const suffix = ({ self: '', gift: '_gift', seats: '_seats' } as const)[payment.purpose];
  const bill = payment.status === 'pending' && payment.billReference;
  const until = new Intl.DateTimeFormat(lang, formats.dateTime.time).format(payment.expiresAt);
  return (
    <Card as="li" className={styles.card} data-order={payment.orderId} data-status={status}>
      <div className={styles.head}>
        <h2 className={styles.title}>{payment.description[lang]}{isSeats && ` × ${payment.courseSlugs.length}`}</h2>
        <Money piastres={payment.amountPiastres} lang={lang} free={t('free')} className={styles.amount} />
        <p className={styles.facts}>
          <Badge tone={tones[status]}>{t(isReturning && status !== 'in_review' ? 'status_coupon_over' : `status_${status}`)}</Badge>
          {payment.purpose !== 'self' && <Badge>{t(`purpose_${payment.purpose}`)}</Badge>}
          {payment.isBundle && <Badge>{t('purpose_bundle')}</Badge>}
          <span>{t('order', { number: String(payment.number) })}</span>
          <span>{payment.paidAt ? t('paid_on', { date: formatDay(payment.paidAt, lang) }) : t('ordered_on', { date: formatDay(payment.createdAt, lang) })}</span>
          {payment.refundedPiastres > 0 && status !== 'refunded' && <span>{t('part_refunded', { amount: formatMoney(payment.refundedPiastres, lang) })}</span>}
          {payment.method && <span>{t(`method_${payment.method}`)}</span>}
          {payment.reduction && (
            <span>{t.rich('coupon', { code: payment.reduction.code, amount: formatMoney(payment.reduction.piastres, lang), bdi: (text) => <bdi>{text}</bdi> })}</span>
          )}
        </p>
      </div>
      {payment.gift && <GiftPanel lang={lang} userId={userId} payment={payment} gift={payment.gift} saved={saved?.fields.order === payment.orderId ? saved : null} />}
      {bill && <p>{t('bill', { reference: bill, time: until })}</p>}
      {status === 'in_review' && payment.received && (
        <p>{t(isReturning ? 'in_review_returning_note' : 'in_review_note', { amount: formatMoney(payment.received.amount, lang, payment.received.currency) })}</p>
      )}
      {isReturning && status !== 'in_review' && (
        <p>{t(`${returning.why.replaceAll('-', '_')}${returning.isByHand ? '_by_hand' : ''}_note`, { due: formatDay(returning.dueAt, lang) })}</p>
      )}
      {status === 'refund_requested' && request && !isReturning && (
        <p>{t(`requested_note${suffix}`, { date: formatDay(request.requestedAt, lang), due: formatDay(request.dueAt, lang) })}</p>
      )}
      {status === 'paid' && request?.status === 'refused' && <p>{t.rich(`refused_note${suffix}`, { reason: request.decisionReason ?? '', bdi: (text) => <bdi>{text}</bdi> })}</p>}
      <div className={styles.actions}>
        {payment.purpose !== 'gift' && (status === 'paid' || (status === 'refund_requested' && !isReturning)) && <ButtonLink size="small" href={boughtAddress(lang, payment)}>{t(boughtLabel(payment))}</ButtonLink>}
        {status === 'pending' && <ButtonLink size="small" href={`/${lang}/payment?order=${payment.orderId}`}>{t('continue_payment')}</ButtonLink>}
        {payment.canRetry && (
          <ButtonLink size="small" icon="refresh" href={buyAgainAddress(lang, { ...payment, lines: payment.courseSlugs, coupon: payment.reduction?.code ?? null })}>{t('try_again')}</ButtonLink>
        )}
        {payment.paidAt && payment.amountPiastres > 0 && (
          <ButtonLink size="small" variant="secondary" icon="file" href={`/${lang}/payment/receipt/${payment.orderId}`}>
            {t(payment.hasCreditNote ? 'credit_note' : 'receipt')}
          </ButtonLink>
        )}
        {payment.paidAt && payment.amountPiastres > 0 && (
          <ButtonLink size="small" variant="secondary" icon="download" href={`/api/payment/${userId}/orders/${payment.orderId}/receipt.pdf?lang=${lang}`} prefetch={false} download>
            {t('pdf')}
          </ButtonLink>
        )}
        {(status === 'refund_requested' || status === 'failed' || status === 'in_review') && (
          <HelpLink lang={lang} message={t('help_message', { number: String(payment.number) })} />
        )}
      </div>
      {standing && <RefundPanel lang={lang} userId={userId} payment={payment} standing={standing} saved={saved?.fields.refundOf === payment.orderId ? saved : null} />}
    </Card>
  );
}
