import Link from 'next/link';
import { readRefusedForm, type RefusedForm } from '@/components/admin/call/refused-form';
import { OrderActions } from '@/components/admin/orders/order-actions';
import { OrderActionsWithoutScripts } from '@/components/admin/orders/order-actions-no-js';
import { OrderSeats } from '@/components/admin/orders/order-seats';
import { OrderKind, OrderStatus, OrderTimeline } from '@/components/admin/orders/order-status';
import {
  type AdminContext,
  createAdminMetadata,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { codeText, dayText, timeText } from '@/components/admin/page/format';
import { Columns, Facts, PageHead } from '@/components/admin/page/page-head';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import { Money } from '@/components/ui/text/money';
import { now } from '@/lib/clock';
import { type OrderDetails, requireOrder } from '@/lib/orders/admin/order-details';
import type { RefundDecision } from '@/lib/orders/refunds/refund-policy';
import styles from './order.module.css';

interface Props {
  params: Promise<{ lang: string; id: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_orders');

export default async function OrderPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { error } = queryTexts(await searchParams);
  return renderAdminPage(params, `/orders/${id}`, async (context) => (
    <OrderSections
      {...context}
      order={await requireOrder(context.actor, id, now())}
      refused={error ? await readRefusedForm(error, context.lang) : null}
    />
  ));
}

function OrderSections({
  lang,
  t,
  order,
  refused,
}: AdminContext & { order: OrderDetails; refused: RefusedForm | null }) {
  const actions = { orderId: order.orderId, actions: order.actions };
  return (
    <>
      <PageHead
        back={{ href: `/${lang}/admin/orders`, label: t('section_orders') }}
        title={<>{t('order_title', { number: order.number })}</>}
        intro={
          <>
            <OrderStatus t={t} status={order.status} review={order.needsReview !== null} />
            <OrderKind t={t} order={order} />
          </>
        }
      />
      {order.needsReview && (
        <Notice tone="notice" title={t('status_review')}>
          {codeText(t, order.needsReview)}
          {order.actions.includes('return') && (
            <>
              {' '}
              <br />
              {t(order.actions.includes('accept') ? 'received_help' : 'received_currency_help')}
            </>
          )}
        </Notice>
      )}
      <Columns>
        <div>
          <Card>
            <Facts facts={listFacts(lang, t, order)} />
          </Card>
          {order.refunds.map((refund) => (
            <RefundCard key={refund.requestId} lang={lang} t={t} order={order} refund={refund} refused={refused} />
          ))}
          <OrderActions title={t('actions')} {...actions} />
          <noscript>
            <OrderActionsWithoutScripts {...actions} refused={refused} />
          </noscript>
        </div>
        <section aria-labelledby="timeline">
          <h2 id="timeline">{t('timeline')}</h2>
          <OrderTimeline
            lang={lang}
            t={t}
            entries={order.timeline}
            titles={new Map(order.lines.map(({ courseSlug, title }) => [courseSlug, title[lang]]))}
          />
        </section>
      </Columns>
      {order.seats.length > 0 && (
        <div className={styles.seats}>
          <h2>{t('seats')}</h2>
          <OrderSeats lang={lang} t={t} seats={order.seats} />
        </div>
      )}
    </>
  );
}

interface RefundCardProps extends Pick<AdminContext, 'lang' | 't'> {
  order: OrderDetails;
  refund: OrderDetails['refunds'][number];
  refused: RefusedForm | null;
}

function RefundCard({ lang, t, order, refund, refused }: RefundCardProps) {
  const { requestId, reason, actions } = refund;
  const actionProps = {
    orderId: order.orderId,
    requestId,
    actions,
  };
  return (
    <Card className={styles.refund}>
      <h2>{t('refund')}</h2>
      <Facts
        facts={[
          [t('status'), t(`refund_${refund.status}`)],
          [t('reason'), codeText(t, reason)],
          [t('amount'), <Money key="amount" piastres={refund.amount} lang={lang} currency={refund.currency} />],
          [t('requested'), timeText(refund.requestedAt, lang)],
          [t('due'), dayText(refund.dueAt, lang)],
          [t('decision'), refund.decisionReason],
          [t('last_error'), refund.lastError && <bdi>{refund.lastError}</bdi>],
          [
            t('policy'),
            <PolicyTexts
              key="policy"
              lang={lang}
              t={t}
              standing={refund.standing}
              isBundle={order.lines.length > 1 && order.purpose !== 'seats'}
            />,
          ],
          [t('opened_lessons'), <OpenedLessons key="lessons" lang={lang} t={t} lessons={refund.openedLessons} />],
        ]}
      />
      {actions.length > 0 && (
        <>
          <OrderActions title={`${t('refund')}: ${codeText(t, reason)}`} {...actionProps} />
          <noscript>
            <OrderActionsWithoutScripts {...actionProps} refused={refused} />
          </noscript>
        </>
      )}
    </Card>
  );
}

function listFacts(
  lang: AdminContext['lang'],
  t: AdminContext['t'],
  order: OrderDetails,
): Array<[string, React.ReactNode]> {
  const { billing } = order;
  const buyer = order.userId ? (
    <>
      <Link href={`/${lang}/admin/learners/${order.userId}`} prefetch={false}>
        <bdi>{order.buyer || order.email}</bdi>
      </Link>
      {order.buyer && order.email && (
        <>
          {' '}
          · <bdi>{order.email}</bdi>
        </>
      )}
    </>
  ) : (
    t('deleted_person')
  );
  return [
    [
      t('product'),
      <bdi key="product">
        {order.productName[lang] || order.description}
        {order.purpose === 'seats' && ` × ${order.lines.length}`}
      </bdi>,
    ],
    [
      t('bundle_courses'),
      order.purpose !== 'seats' && order.lines.length > 1 ? (
        <BundleLines key="lines" lang={lang} lines={order.lines} />
      ) : null,
    ],
    [t(order.received ? 'ordered_amount' : 'amount'), <Money key="amount" piastres={order.amount} lang={lang} />],
    [
      t('received_amount'),
      order.received && (
        <Money key="received" piastres={order.received.amount} lang={lang} currency={order.received.currency} />
      ),
    ],
    [
      t('ordered_amount'),
      order.orderedAmount !== null && <Money key="ordered" piastres={order.orderedAmount} lang={lang} />,
    ],
    [
      t('coupon'),
      order.coupon && (
        <>
          <Link href={`/${lang}/admin/orders?q=${encodeURIComponent(order.coupon)}`} prefetch={false}>
            <bdi>{order.coupon}</bdi>
          </Link>{' '}
          · <Money piastres={order.discount} lang={lang} minus />
        </>
      ),
    ],
    [t('refunded'), order.refunded > 0 ? <Money key="refunded" piastres={order.refunded} lang={lang} /> : null],
    [t('buyer'), buyer],
    [
      t('billing'),
      billing && (
        <>
          <bdi>
            {billing.first_name} {billing.last_name}
          </bdi>{' '}
          · <bdi>{billing.phone_number}</bdi> · <bdi>{billing.email}</bdi>
        </>
      ),
    ],
    ...giftFacts(lang, t, order),
    [
      t('access'),
      order.purpose === 'seats' || (order.gift && !order.gift.openedAt) ? null : t(accessLabels[order.access]),
    ],
    [t('method'), order.method && t(`method_${order.method}`)],
    [t('bill_reference'), order.billReference && <bdi>{order.billReference}</bdi>],
    [t('transaction'), order.transactionId && <bdi>{order.transactionId}</bdi>],
    [t('created'), timeText(order.createdAt, lang)],
    [t('paid_at'), order.paidAt && timeText(order.paidAt, lang)],
    [t('failure'), order.failureCode && <bdi>{codeText(t, order.failureCode)}</bdi>],
  ];
}

function giftFacts(
  lang: AdminContext['lang'],
  t: AdminContext['t'],
  { gift, paidAt }: OrderDetails,
): Array<[string, React.ReactNode]> {
  if (!gift) return [];
  const { recipientName, recipientEmail, card, sendAt, sentAt, mails, openedAt, openedBy } = gift;
  const opener = openedBy && (
    <>
      {' '}
      ·{' '}
      <Link href={`/${lang}/admin/learners/${openedBy.userId}`} prefetch={false}>
        <bdi>{openedBy.name}</bdi>
      </Link>
    </>
  );
  return [
    [
      t('gift'),
      recipientEmail ? (
        <>
          <bdi>{recipientName}</bdi> · <bdi>{recipientEmail}</bdi>
        </>
      ) : (
        t('gift_forgotten')
      ),
    ],
    [
      t('gift_card'),
      card && (
        <span key="card" className={styles.card} dir="auto">
          {card}
        </span>
      ),
    ],
    [
      t('gift_state'),
      openedAt ? (
        <>
          {t('gift_opened', { date: timeText(openedAt, lang) })}
          {opener}
        </>
      ) : sentAt ? (
        t('gift_sent', { date: timeText(sentAt, lang), mails })
      ) : sendAt && paidAt ? (
        t('gift_waiting', { date: dayText(sendAt, lang) })
      ) : (
        t('gift_unpaid')
      ),
    ],
  ];
}

function BundleLines({ lang, lines }: { lang: AdminContext['lang']; lines: OrderDetails['lines'] }) {
  return (
    <ul className={styles.lessons}>
      {lines.map(({ courseSlug, title, amount }) => (
        <li key={courseSlug}>
          <bdi>{title[lang]}</bdi> <Money piastres={amount} lang={lang} />
        </li>
      ))}
    </ul>
  );
}

const accessLabels = {
  'not-purchased': 'access_closed',
  open: 'access_open',
  'refund-requested': 'access_part',
} as const;

interface PolicyTextsProps extends Pick<AdminContext, 'lang' | 't'> {
  standing: OrderDetails['refunds'][number]['standing'];
  isBundle: boolean;
}

/** Rows P7, N11: shows what the refund policy says, which an approval will apply. A bundle has a line per course. */
function PolicyTexts({ lang, t, standing, isBundle }: PolicyTextsProps) {
  if (!standing) return t('policy_none');
  if (!isBundle) return policyText(t, standing);
  return (
    <ul className={styles.lessons}>
      {standing.parts.map((part) => (
        <li key={part.position}>
          <bdi>{part.title[lang]}</bdi>: <Money piastres={part.amountPiastres} lang={lang} />. {policyText(t, part)}
        </li>
      ))}
    </ul>
  );
}

function policyText(
  t: AdminContext['t'],
  { refusedBy, lessonsUsed: used, lessonsAllowed: allowed }: RefundDecision,
): string {
  return refusedBy ? t('policy_refuses', { rule: codeText(t, refusedBy) }) : t('policy_allows', { used, allowed });
}

function OpenedLessons({
  lang,
  t,
  lessons,
}: Pick<AdminContext, 'lang' | 't'> & { lessons: OrderDetails['refunds'][number]['openedLessons'] }) {
  if (lessons.length === 0) return t('no_lesson_opened');
  return (
    <ul className={styles.lessons}>
      {lessons.map(({ file, name, at }) => (
        <li key={file}>
          <bdi>{name[lang]}</bdi> <time dateTime={at.toISOString()}>{timeText(at, lang)}</time>
        </li>
      ))}
    </ul>
  );
}
