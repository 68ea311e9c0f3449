import type { AdminTexts } from '@/components/admin/page/admin-page';
import { codeText, timeText } from '@/components/admin/page/format';
import { Badge } from '@/components/ui/text/badge';
import { Money } from '@/components/ui/text/money';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import type { OrderRow } from '@/lib/orders/admin/order-list';
import type { TimelineEntry } from '@/lib/orders/admin/timeline';
import styles from './order-timeline.module.css';

const tones = {
  pending: 'neutral',
  in_review: 'notice',
  paid: 'success',
  failed: 'danger',
  expired: 'neutral',
  refund_requested: 'notice',
  refunded: 'accent',
} as const;

interface OrderStatusProps {
  t: AdminTexts;
  status: keyof typeof tones;
  review: boolean;
}

interface OrderKindProps {
  t: AdminTexts;
  order: Pick<OrderRow, 'purpose' | 'isBundle'>;
}

export function OrderKind({ t, order: { purpose, isBundle } }: OrderKindProps) {
  return (
    <>
      {purpose !== 'self' && (
        <>
          {' '}
          <Badge>{t(`kind_${purpose}`)}</Badge>
        </>
      )}
      {isBundle && (
        <>
          {' '}
          <Badge>{t('kind_bundle')}</Badge>
        </>
      )}
    </>
  );
}

export function OrderStatus({ t, status, review }: OrderStatusProps) {
  return (
    <>
      <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
      {review && (
        <>
          {' '}
          <Badge tone="notice">{t('status_review')}</Badge>
        </>
      )}
    </>
  );
}

interface OrderTimelineProps {
  lang: Language;
  t: AdminTexts;
  entries: TimelineEntry[];
  titles: ReadonlyMap<string, string>;
}

export function OrderTimeline({ lang, t, entries, titles }: OrderTimelineProps) {
  return (
    <ol className={styles.timeline}>
      {entries.map((entry, index) => (
        <li key={index} className={entry.kind === 'event' ? styles.theirs : undefined}>
          <p className={styles.what}>{titleOf(t, entry)}</p>
          <p className={styles.when}>
            <time dateTime={entry.at.toISOString()}>{timeText(entry.at, lang)}</time>
            {entry.by && (
              <>
                {' '}
                · <bdi>{entry.by}</bdi>
              </>
            )}
          </p>
          {entry.detail.courseSlug && (
            <p className={styles.when}>
              <bdi>{titles.get(entry.detail.courseSlug) ?? entry.detail.courseSlug}</bdi>
            </p>
          )}
          {listReasons(entry).map((reason) => (
            <p key={reason} className={styles.reason}>
              <bdi>{codeText(t, reason)}</bdi>
            </p>
          ))}
          {entry.detail.lessonsOpened && (
            <p className={styles.when}>{t('lessons_opened_then', { count: Number(entry.detail.lessonsOpened) })}</p>
          )}
          {entry.detail.receivedPiastres && entry.detail.orderedPiastres && (
            <p className={styles.when}>
              {t('ordered_amount')}: <Money piastres={Number(entry.detail.orderedPiastres)} lang={lang} />,{' '}
              {t('received_amount')}:{' '}
              <Money piastres={Number(entry.detail.receivedPiastres)} lang={lang} currency={entry.detail.currency} />
            </p>
          )}
          {entry.detail.seat && <p className={styles.when}>{t('seat_number', { number: entry.detail.seat })}</p>}
          {entry.detail.against && (
            <p className={styles.when}>{t('against_policy', { rule: codeText(t, entry.detail.against) })}</p>
          )}
          {entry.detail.transaction && (
            <p className={styles.when}>
              {t('transaction')} <bdi>{entry.detail.transaction}</bdi>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

const listReasons = ({ detail }: TimelineEntry): string[] =>
  [detail.reason, detail.why, detail.mismatch && `mismatch-${detail.mismatch}`, detail.code].flatMap(
    (each) => each || [],
  );

function titleOf(t: AdminTexts, { kind, detail }: TimelineEntry): string {
  if (kind === 'event')
    return t('event_title', {
      source: t(`source_${detail.source ?? 'callback'}`),
      result: t(`result_${detail.result ?? 'applied'}`),
    });
  const key = `note_${messageKey(kind)}`;
  return t.has(key) ? t(key) : kind;
}
