import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { Heading } from '@/components/layout/section';
import { HelpLink } from '@/components/payment/help-link';
import { boughtLabel, boughtUrl } from '@/components/payment/order-links';
import type { ProfileSectionProps } from '@/components/profile/profile-shell';
import { ButtonLink, FileLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { bdi } from '@/components/ui/text/bdi';
import { Money } from '@/components/ui/text/money';
import { readSavedFormOfPage, type SavedForm } from '@/lib/api/form-posts';
import { now } from '@/lib/clock';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { formatDay, formats } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { listMyPaymentCards, maxPayments, type MyPayment } from '@/lib/orders/list-payments';
import { buyAgainUrl } from '@/lib/orders/payment-url';
import { listRefundEligibility, type ShownRefundEligibility } from '@/lib/orders/refunds/refund-policy';
import { GiftPanel } from './gift-panel';
import { RefundPanel, ruleKey } from './refund-panel';
import styles from './my-payments.module.css';

export async function MyPayments({ actor, state }: ProfileSectionProps) {
  const { lang, query } = state;
  const [t, profile, gifts, payments, eligibility] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'refund' }),
    getTranslations({ locale: lang, namespace: 'profile' }),
    getTranslations({ locale: lang, namespace: 'gifts' }),
    listMyPaymentCards(actor),
    listRefundEligibility(actor, now()),
  ]);
  const saved = query.error ? await readSavedFormOfPage() : null;
  const rule = ruleKey(query.error ?? '');
  return (
    <div className={styles.page}>
      <Heading level={1} title={profile('my_payments')}>
        {t('intro')}
      </Heading>
      {query.notice === 'refund-requested' && (
        <Notice tone="success" alert>
          {t('sent')}
        </Notice>
      )}
      {(query.notice === 'gift-sent' || query.notice === 'gift-saved') && (
        <Notice tone="success" alert>
          {gifts(query.notice === 'gift-sent' ? 'was_sent' : 'was_saved')}
        </Notice>
      )}
      {query.error && (
        <Notice tone="danger" alert>
          {t('error', { reason: t.has(rule) ? t(rule) : t('error_other') })}
        </Notice>
      )}
      {payments.length === 0 && (
        <EmptyState
          icon="card"
          title={t('none')}
          action={<ButtonLink href={await readCoursesUrl(lang)}>{t('browse')}</ButtonLink>}
        >
          {t('none_text')}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {payments.map((payment) => (
          <PaymentCard
            key={payment.orderId}
            lang={lang}
            userId={actor.userId}
            payment={payment}
            eligibility={eligibility.get(payment.orderId) ?? null}
            saved={saved}
          />
        ))}
      </ul>
      {payments.length === maxPayments && <p>{t('newest_only', { count: maxPayments })}</p>}
    </div>
  );
}

/** `eligibility` is null if there is nothing to refund. */
interface PaymentCardProps {
  lang: Language;
  userId: string;
  payment: MyPayment;
  eligibility: ShownRefundEligibility | null;
  saved: SavedForm | null;
}

const tones = {
  pending: 'notice',
  in_review: 'notice',
  paid: 'success',
  failed: 'danger',
  expired: 'neutral',
  refund_requested: 'notice',
  refunded: 'neutral',
} as const;

async function PaymentCard({ lang, userId, payment, eligibility, saved }: PaymentCardProps) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  const { status, request, returning } = payment;
  const isReturning =
    returning !== null && (status === 'paid' || status === 'refund_requested' || status === 'in_review');
  const isSeats = payment.purpose === 'seats';
  const suffix = ({ self: '', gift: '_gift', seats: '_seats' } as const)[payment.purpose];
  const bill = payment.status === 'pending' && payment.billReference;
  const until = new Intl.DateTimeFormat(lang, formats.dateTime.time).format(payment.expiresAt);
  return (
    <Card as="li" className={styles.card} data-order={payment.orderId} data-status={status}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {payment.description[lang]}
          {isSeats && ` × ${payment.courseSlugs.length}`}
        </h2>
        <Money piastres={payment.amountPiastres} lang={lang} free={t('free')} className={styles.amount} />
        <p className={styles.facts}>
          <Badge tone={tones[status]}>
            {t(isReturning && status !== 'in_review' ? 'status_coupon_over' : `status_${status}`)}
          </Badge>
          {payment.purpose !== 'self' && <Badge>{t(`purpose_${payment.purpose}`)}</Badge>}
          {payment.isBundle && <Badge>{t('purpose_bundle')}</Badge>}
          <span>{t('order', { number: String(payment.number) })}</span>
          <span>
            {payment.paidAt
              ? t('paid_on', { date: formatDay(payment.paidAt, lang) })
              : t('ordered_on', { date: formatDay(payment.createdAt, lang) })}
          </span>
          {payment.refundedPiastres > 0 && status !== 'refunded' && (
            <span>{t('part_refunded', { amount: formatMoney(payment.refundedPiastres, lang) })}</span>
          )}
          {payment.method && <span>{t(`method_${payment.method}`)}</span>}
          {payment.reduction && (
            <span>
              {t.rich('coupon', {
                code: payment.reduction.code,
                amount: formatMoney(payment.reduction.piastres, lang),
                bdi,
              })}
            </span>
          )}
        </p>
      </div>
      {payment.gift && (
        <GiftPanel
          lang={lang}
          userId={userId}
          payment={payment}
          gift={payment.gift}
          saved={saved?.fields.order === payment.orderId ? saved : null}
        />
      )}
      {bill && <p>{t('bill', { reference: bill, time: until })}</p>}
      {status === 'in_review' && payment.received && (
        <p>
          {t(isReturning ? 'in_review_returning_note' : 'in_review_note', {
            amount: formatMoney(payment.received.amount, lang, payment.received.currency),
          })}
        </p>
      )}
      {isReturning && status !== 'in_review' && (
        <p>
          {t(`${returning.kind}${returning.isByHand ? '_by_hand' : ''}_note`, {
            due: formatDay(returning.dueAt, lang),
          })}
        </p>
      )}
      {status === 'refund_requested' && request && !isReturning && (
        <p>
          {t(`requested_note${suffix}`, {
            date: formatDay(request.requestedAt, lang),
            due: formatDay(request.dueAt, lang),
          })}
        </p>
      )}
      {status === 'paid' && request?.status === 'refused' && (
        <p>{t.rich(`refused_note${suffix}`, { reason: request.decisionReason ?? '', bdi })}</p>
      )}
      <div className={styles.actions}>
        {payment.purpose !== 'gift' && (status === 'paid' || (status === 'refund_requested' && !isReturning)) && (
          <ButtonLink size="small" href={boughtUrl(lang, payment)}>
            {t(boughtLabel(payment))}
          </ButtonLink>
        )}
        {status === 'pending' && (
          <ButtonLink size="small" href={`/${lang}/payment?order=${payment.orderId}`}>
            {t('continue_payment')}
          </ButtonLink>
        )}
        {payment.canRetry && (
          <ButtonLink
            size="small"
            icon="refresh"
            href={buyAgainUrl(lang, {
              ...payment,
              lines: payment.courseSlugs,
              coupon: payment.reduction?.code ?? null,
            })}
          >
            {t('try_again')}
          </ButtonLink>
        )}
        {payment.paidAt && payment.amountPiastres > 0 && (
          <ButtonLink size="small" variant="secondary" icon="file" href={`/${lang}/payment/receipt/${payment.orderId}`}>
            {t(payment.hasCreditNote ? 'credit_note' : 'receipt')}
          </ButtonLink>
        )}
        {payment.paidAt && payment.amountPiastres > 0 && (
          <FileLink size="small" href={`/api/payment/${userId}/orders/${payment.orderId}/receipt.pdf?lang=${lang}`}>
            {t('pdf')}
          </FileLink>
        )}
        {(status === 'refund_requested' || status === 'failed' || status === 'in_review') && (
          <HelpLink lang={lang} message={t('help_message', { number: String(payment.number) })} />
        )}
      </div>
      {eligibility && (
        <RefundPanel
          lang={lang}
          userId={userId}
          payment={payment}
          eligibility={eligibility}
          saved={saved?.fields.refundOf === payment.orderId ? saved : null}
        />
      )}
    </Card>
  );
}
