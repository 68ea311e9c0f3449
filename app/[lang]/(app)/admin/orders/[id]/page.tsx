import Link from 'next/link';
import { requireOrder, type OrderDesk } from '@/lib/admin/order-desk';
import { Card } from '../../../../_ui/card';
import { Money } from '../../../../_ui/money';
import { Notice } from '../../../../_ui/notice';
import { adminMetadata, adminPage, type AdminContext } from '../../_parts/admin-page';
import { stepUpWords } from '../../_parts/client-words';
import { Facts } from '../../_parts/facts';
import { dayText, timeText } from '../../_parts/format';
import { OrderActions } from '../../_parts/order-actions';
import { OrderStatus } from '../../_parts/order-status';
import { OrderTimeline } from '../../_parts/order-timeline';
import { PageHead } from '../../_parts/page-head';
import styles from './order.module.css';

type Props = { params: Promise<{ lang: string; id: string }> };

export const generateMetadata = async ({ params }: Props) => adminMetadata((await params).lang, 'section_orders');

/** Row O6: one order, all that happened to it, and what can be done. */
export default async function OrderPage({ params }: Props) {
  const { lang, id } = await params;
  return adminPage({ lang, path: `/orders/${id}`, section: 'orders' }, async (context) => <Shown {...context} order={await requireOrder(context.actor, id)} />);
}

function Shown({ lang, t, order }: AdminContext & { order: OrderDesk }) {
  return (
    <>
      <PageHead back={{ href: `/${lang}/admin/orders`, label: t('section_orders') }} title={<>{t('order_title', { number: order.number })}</>} intro={<OrderStatus t={t} status={order.status} review={order.needsReview !== null} />} />
      {order.needsReview && <Notice tone="notice" title={t('status_review')}>{order.needsReview}</Notice>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card><Facts facts={factsOf(lang, t, order)} /></Card>
          {order.refund && (
            <Card>
              <h2>{t('refund')}</h2>
              <Facts facts={[
                [t('status'), t(`refund_${order.refund.status}`)], [t('reason'), order.refund.reason], [t('requested'), timeText(order.refund.requestedAt, lang)],
                [t('due'), dayText(order.refund.dueAt, lang)], [t('decision'), order.refund.decisionReason], [t('last_error'), order.refund.lastError],
              ]} />
            </Card>
          )}
          <OrderActions orderId={order.orderId} actions={actionsOf(order)} words={actionWords(t)} stepUp={stepUpWords(t)} />
        </div>
        <section className={styles.column} aria-labelledby="timeline">
          <h2 id="timeline">{t('timeline')}</h2>
          <OrderTimeline lang={lang} t={t} entries={order.timeline} />
        </section>
      </div>
    </>
  );
}

function factsOf(lang: AdminContext['lang'], t: AdminContext['t'], order: OrderDesk): Array<[string, React.ReactNode]> {
  const { billing } = order;
  const buyer = order.userId
    ? <><Link href={`/${lang}/admin/learners/${order.userId}`} prefetch={false}><bdi>{order.buyer || order.email}</bdi></Link>{order.buyer && order.email && <> · <bdi>{order.email}</bdi></>}</>
    : t('deleted_person');
  return [
    [t('product'), <bdi key="product">{order.description}</bdi>],
    [t('amount'), <Money key="amount" piastres={order.amount} lang={lang} unit={t('egp')} />],
    [t('refunded'), order.refunded > 0 ? <Money key="refunded" piastres={order.refunded} lang={lang} unit={t('egp')} /> : null],
    [t('buyer'), buyer],
    [t('billing'), billing && <><bdi>{billing.first_name} {billing.last_name}</bdi> · <bdi>{billing.phone_number}</bdi> · <bdi>{billing.email}</bdi></>],
    [t('access'), order.hasCourse ? t('access_open') : t('access_closed')],
    [t('method'), order.method && t(`method_${order.method}`)],
    [t('bill_reference'), order.billReference && <bdi>{order.billReference}</bdi>],
    [t('transaction'), order.transactionId && <bdi>{order.transactionId}</bdi>],
    [t('created'), timeText(order.createdAt, lang)],
    [t('paid_at'), order.paidAt && timeText(order.paidAt, lang)],
    [t('failure'), order.failureCode && <bdi>{order.failureCode}</bdi>],
  ];
}

function actionsOf(order: OrderDesk) {
  const open = order.refund?.status === 'requested' || order.refund?.status === 'failed';
  return [
    ...(open ? (['approve', 'refuse'] as const) : []),
    ...(order.refund?.status === 'failed' ? (['by-hand'] as const) : []),
    'reconcile' as const,
    ...(order.userId ? [order.hasCourse ? ('revoke' as const) : ('grant' as const)] : []),
  ];
}

function actionWords(t: AdminContext['t']) {
  const names = ['approve', 'refuse', 'by-hand', 'reconcile', 'grant', 'revoke'] as const;
  const each = (prefix: string) => Object.fromEntries(names.map((name) => [name, t(`${prefix}_${name.replace('-', '_')}`)]));
  return {
    title: t('actions'), reason: t('reason'), reason_help: t('reason_help'), busy: t('saving'), cancel: t('cancel'), close: t('close'),
    failed: t('failed'), unreachable: t('unreachable'), labels: each('action'), texts: each('action_text'),
  };
}
