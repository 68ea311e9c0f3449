import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Card } from '@/components/layout/card';
import { ButtonLink } from '@/components/ui/button';
import { Spinner } from '@/components/ui/feedback/spinner';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { Money } from '@/components/ui/text/money';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { formatDay, formats } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { OrderView } from '@/lib/orders/find-order';
import { buyAgainUrl } from '@/lib/orders/payment-url';
import { isStillSold } from '@/lib/orders/pricing';
import { HelpLink } from './help-link';
import { boughtLabel, boughtUrl } from './order-links';
import { CopyNumber, PendingPayment } from './pending-payment';
import styles from './payment.module.css';
import stateSignStyles from './state-sign.module.css';

interface OrderPageProps {
  lang: Language;
  userId: string;
  order: OrderView;
  popupBlocked: boolean;
}

const signs: Record<OrderView['status'], Sign> = {
  pending: 'waiting',
  in_review: 'clock',
  paid: 'done',
  failed: 'refused',
  expired: 'clock',
  refund_requested: 'clock',
  refunded: 'returned',
};

export async function OrderPage({ lang, userId, order, popupBlocked }: OrderPageProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  return (
    <div className={styles.order} data-status={order.status}>
      <Card as="section" padding="large" className={styles.state} aria-labelledby="order-title">
        {order.status === 'pending' && (
          <p className={styles.inSight}>
            <span>{order.description[lang]}</span> <Money piastres={order.amount} lang={lang} free={t('free')} />
          </p>
        )}
        <StateSign sign={signs[order.status]} />
        {order.status === 'pending' ? (
          <PendingOrder lang={lang} userId={userId} order={order} popupBlocked={popupBlocked} />
        ) : (
          <EndedOrder lang={lang} order={order} />
        )}
        <div className={styles.help}>
          <HelpLink lang={lang} message={t('help_message', { number: String(order.number) })} />
        </div>
      </Card>
      <section className={styles.summary} aria-labelledby="summary-title">
        <h2 id="summary-title" className={styles.eyebrow}>
          {t('summary')}
        </h2>
        <p className={styles.product}>
          {order.description[lang]}
          {order.purpose === 'seats' && ` × ${order.courseSlugs.length}`}
        </p>
        <dl className={styles.facts}>
          <Fact label={t('order_label')}>
            <bdi>{order.number}</bdi>
          </Fact>
          {order.gift?.recipientName && (
            <Fact label={t('gift_to')}>
              <bdi>{order.gift.recipientName}</bdi>
            </Fact>
          )}
          {order.coupon && (
            <>
              <Fact label={t('before_coupon')}>
                <Money piastres={order.amount + order.discount} lang={lang} />
              </Fact>
              <Fact label={t.rich('coupon_discount', { code: order.coupon, bdi })}>
                <Money piastres={order.discount} lang={lang} minus />
              </Fact>
            </>
          )}
          {order.received && (
            <Fact label={t('received_label')}>
              <Money piastres={order.received.amount} lang={lang} currency={order.received.currency} />
            </Fact>
          )}
          <Fact label={t('total_label')}>
            <Money piastres={order.amount} lang={lang} free={t('free')} className={styles.amount} />
          </Fact>
        </dl>
      </section>
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function textOf({ status, purpose, amount, returning }: OrderView): string {
  if (status === 'in_review') return returning ? 'in_review_returning' : 'in_review';
  if (status === 'refund_requested' && returning?.kind === 'coupon_over') return 'coupon_over';
  if (status === 'paid' && returning?.kind === 'double_purchase') return 'double_purchase';
  if (status === 'refunded') return 'refunded';
  const isOwn = purpose === 'self' || (status !== 'paid' && status !== 'refund_requested');
  if (!isOwn) return purpose === 'gift' ? `gift_${status}` : `${status}_seats`;
  return status === 'paid' && amount === 0 ? 'paid_free' : status;
}

async function EndedOrder({ lang, order }: { lang: Language; order: OrderView }) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const { status } = order;
  const text = textOf(order);
  const reason = `reason_${(order.failureCode ?? '').toLowerCase()}`;
  const money = order.received ?? order;
  const amount = formatMoney(money.amount, lang, money.currency);
  const isByHand = order.returning?.isByHand === true && t.has(`${text}_by_hand_text`);
  return (
    <div role="status">
      <h2 id="order-title" className={styles.title}>
        {t(text)}
      </h2>
      {status === 'failed' && t.has(reason) && <p>{t(reason)}</p>}
      <p>{t(isByHand ? `${text}_by_hand_text` : `${text}_text`, { amount })}</p>
      {order.gift && status === 'paid' && (
        <p>
          {t(order.gift.sentAt ? 'gift_is_sent' : 'gift_is_waiting', {
            date: order.gift.sendAt ? formatDay(order.gift.sendAt, lang) : '',
          })}
        </p>
      )}
      <div className={styles.actions}>
        {status === 'paid' && order.purpose !== 'gift' && (
          <ButtonLink iconEnd="arrow" href={boughtUrl(lang, order)}>
            {t(boughtLabel(order))}
          </ButtonLink>
        )}
        {(status === 'failed' || status === 'expired') && (await isStillSold(order.orderId)) && (
          <ButtonLink icon="refresh" href={buyAgainUrl(lang, { ...order, lines: order.courseSlugs })}>
            {t('try_again')}
          </ButtonLink>
        )}
        {status === 'paid' && order.amount > 0 && (
          <ButtonLink variant="secondary" icon="file" href={`/${lang}/payment/receipt/${order.orderId}`}>
            {t('receipt')}
          </ButtonLink>
        )}
        {status === 'refunded' && (
          <ButtonLink iconEnd="arrow" href={await readCoursesUrl(lang)}>
            {t('to_courses')}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" href={`/${lang}/profile/payments`}>
          {t('to_payments')}
        </ButtonLink>
      </div>
    </div>
  );
}

interface PendingOrderProps {
  lang: Language;
  userId: string;
  order: OrderView;
  popupBlocked: boolean;
}

function pendingText({ purpose }: OrderView, kind: 'kiosk' | 'wallet' | 'waiting'): string {
  if (purpose === 'self' || kind === 'wallet') return `${kind}_text`;
  return purpose === 'gift' ? `gift_${kind}_text` : `${kind}_text_seats`;
}

async function PendingOrder({ lang, userId, order, popupBlocked }: PendingOrderProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isBill = order.billReference !== null;
  const kind = isBill ? 'kiosk' : order.method === 'wallet' ? 'wallet' : 'waiting';
  const until = new Intl.DateTimeFormat(lang, formats.dateTime.time).format(order.expiresAt);
  return (
    <div>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <h2 id="order-title" className={styles.title}>
        {t(kind)}
      </h2>
      <p>{t(pendingText(order, kind))}</p>
      {isBill && (
        <div className={styles.bill}>
          <span>{t('bill_reference')}</span>
          <bdi data-testid="bill-reference">{order.billReference}</bdi>
          <CopyNumber
            number={order.billReference ?? ''}
            labels={{ copy: t('bill_copy'), copied: t('bill_copied'), failed: t('bill_not_copied') }}
          />
        </div>
      )}
      <p className={styles.until}>{t('valid_until', { time: until })}</p>
      <PendingPayment
        orderUrl={`/api/payment/${userId}/orders/${order.orderId}`}
        nextUrl={boughtUrl(lang, order)}
        shownBill={order.billReference}
        shownMethod={order.method}
        labels={{ checking: t('waiting_live'), offline: t('waiting_offline') }}
      />
      {order.checkoutUrl && !isBill && order.amount > 0 && (
        <div className={popupBlocked ? styles.blocked : styles.reopen}>
          <p role={popupBlocked ? 'alert' : undefined}>{t(popupBlocked ? 'popup_blocked' : 'not_opened')}</p>
          <ButtonLink
            variant={popupBlocked ? 'primary' : 'secondary'}
            iconEnd="external"
            prefetch={false}
            target="_blank"
            rel="noopener"
            href={order.checkoutUrl}
          >
            {t('open_page')}
          </ButtonLink>
        </div>
      )}
      <div className={styles.actions}>
        <p>{t('leave_text')}</p>
        <ButtonLink variant="secondary" href={`/${lang}/profile/payments`}>
          {t('to_payments')}
        </ButtonLink>
      </div>
    </div>
  );
}

type Sign = 'waiting' | 'done' | 'refused' | 'clock' | 'returned';

function StateSign({ sign }: { sign: Sign }) {
  return (
    <span className={`${stateSignStyles.sign} ${stateSignStyles[sign]}`} aria-hidden="true">
      {sign === 'waiting' && <Spinner size={36} />}
      {sign === 'done' && <Icon name="check" size={36} />}
      {sign === 'refused' && <Icon name="alert" size={36} />}
      {sign === 'clock' && <Icon name="clock" size={36} />}
      {sign === 'returned' && <Icon name="refresh" size={36} />}
    </span>
  );
}
