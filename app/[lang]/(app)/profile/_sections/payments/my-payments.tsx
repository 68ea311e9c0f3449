import { getTranslations } from 'next-intl/server';
import { listMyPaymentCards, mostPayments } from '@/lib/checkout/orders/my-payments';
import { listRefundStandings } from '@/lib/checkout/refunds/refund-standing';
import { savedFormOfPage } from '@/lib/api/saved-form';
import { coursesAddress } from '@/lib/content/capabilities';
import { now } from '@/lib/clock';
import { messageKey } from '@/lib/api/problem-answer';
import { ButtonLink } from '../../../../_ui/button';
import { EmptyState } from '../../../../_ui/feedback/empty-state';
import { Notice } from '../../../../_ui/feedback/notice';
import { Heading } from '../../../../_ui/layout/section';
import { PaymentCard } from './payment-card';
import type { SectionProps } from '../section-props';
import styles from './my-payments.module.css';

/** Row D10: what was ordered, where it stands, its receipt, and the way to a refund (row P7). */
export async function MyPayments({ actor, state }: SectionProps) {
  const { lang, query } = state;
  const [t, profile, gifts, payments, standings] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'refund' }),
    getTranslations({ locale: lang, namespace: 'profile' }),
    getTranslations({ locale: lang, namespace: 'gifts' }),
    listMyPaymentCards(actor),
    listRefundStandings(actor, now()),
  ]);
  const saved = query.error ? await savedFormOfPage() : null;
  const rule = `rule_${messageKey(query.error ?? '')}`;
  return (
    <div className={styles.page}>
      <Heading level={1} title={profile('my_payments')}>{t('intro')}</Heading>
      {query.notice === 'refund-requested' && <Notice tone="success" alert>{t('sent')}</Notice>}
      {(query.notice === 'gift-sent' || query.notice === 'gift-saved') && <Notice tone="success" alert>{gifts(query.notice === 'gift-sent' ? 'was_sent' : 'was_saved')}</Notice>}
      {query.error && <Notice tone="danger" alert>{t('error', { reason: t.has(rule) ? t(rule) : t('error_other') })}</Notice>}
      {payments.length === 0 && (
        <EmptyState icon="card" title={t('none')} action={<ButtonLink href={await coursesAddress(lang)}>{t('browse')}</ButtonLink>}>{t('none_text')}</EmptyState>
      )}
      <ul className={styles.list}>
        {payments.map((payment) => <PaymentCard key={payment.orderId} lang={lang} userId={actor.userId} payment={payment} standing={standings.get(payment.orderId) ?? null} saved={saved} />)}
      </ul>
      {payments.length === mostPayments && <p>{t('newest_only', { count: mostPayments })}</p>}
    </div>
  );
}
