import { getTranslations } from 'next-intl/server';
import { coursesAddress } from '@/lib/content/capabilities';
import { listHeldSeats } from '@/lib/checkout/seats/give-up';
import { listSeatOrders } from '@/lib/checkout/seats/list-seats';
import { messageKey } from '@/lib/api/problem-answer';
import { savedFormOfPage } from '@/lib/api/saved-form';
import { ButtonLink } from '../../../../_ui/button';
import { EmptyState } from '../../../../_ui/feedback/empty-state';
import { Notice } from '../../../../_ui/feedback/notice';
import { Heading } from '../../../../_ui/layout/section';
import type { SectionProps } from '../section-props';
import { HeldSeats } from './held-seats';
import { SeatOrderCard } from './seat-order-card';
import styles from './team.module.css';

/** Row N11: the seats that somebody bought for a team, who has them, and how far they are; and those that others bought for the reader. */
export async function Team({ actor, state }: SectionProps) {
  const { lang, query } = state;
  const [t, problems, orders, held] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'team' }), getTranslations({ locale: lang, namespace: 'problems' }), listSeatOrders(actor), listHeldSeats(actor),
  ]);
  const saved = query.error === 'invalid' ? await savedFormOfPage() : null;
  const problem = messageKey(query.error ?? '');
  return (
    <div className={styles.page}>
      <Heading level={1} title={t('title')}>{orders.length > 0 && t('intro')}</Heading>
      {query.notice === 'invited' && <Notice tone="success" alert>{t('invited_notice')}</Notice>}
      {query.notice === 'done' && <Notice tone="success" alert>{t('done_notice')}</Notice>}
      {query.error && !saved && <Notice tone="danger" alert>{problems.has(problem) ? problems(problem) : t('error_other')}</Notice>}
      {held.length > 0 && <HeldSeats lang={lang} userId={actor.userId} seats={held} />}
      {orders.length === 0 && held.length === 0 && (
        <EmptyState icon="users" title={t('none')} action={<ButtonLink href={await coursesAddress(lang)}>{t('browse')}</ButtonLink>}>{t('none_text')}</EmptyState>
      )}
      {orders.length > 0 && (
        <ul className={styles.list}>
          {orders.map((order) => (
            <SeatOrderCard key={order.orderId} lang={lang} userId={actor.userId} order={order} saved={saved?.fields.order === order.orderId ? saved : null} />
          ))}
        </ul>
      )}
    </div>
  );
}
