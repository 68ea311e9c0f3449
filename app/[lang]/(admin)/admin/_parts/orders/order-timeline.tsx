import type { TimelineEntry } from '@/lib/admin/orders/timeline';
import type { Language } from '@/lib/language';
import { Money } from '../../../../_ui/text/money';
import type { AdminTexts } from '../page/admin-page';
import { codeText, timeText } from '../page/format';
import styles from './order-timeline.module.css';

interface OrderTimelineProps { lang: Language; t: AdminTexts; entries: TimelineEntry[]; /** Of courses, by address. */ titles: ReadonlyMap<string, string> }

export function OrderTimeline({ lang, t, entries, titles }: OrderTimelineProps) {
  return (
    <ol className={styles.timeline}>
      {entries.map((entry, index) => (
        <li key={index} className={entry.kind === 'event' ? styles.theirs : undefined}>
          <p className={styles.what}>{titleOf(t, entry)}</p>
          <p className={styles.when}><time dateTime={entry.at.toISOString()}>{timeText(entry.at, lang)}</time>{entry.by && <> · <bdi>{entry.by}</bdi></>}</p>
          {entry.detail.courseSlug && <p className={styles.when}><bdi>{titles.get(entry.detail.courseSlug) ?? entry.detail.courseSlug}</bdi></p>}
          {reasonsOf(entry).map((reason) => <p key={reason} className={styles.reason}><bdi>{codeText(t, reason)}</bdi></p>)}
          {entry.detail.lessonsOpened && <p className={styles.when}>{t('lessons_opened_then', { count: Number(entry.detail.lessonsOpened) })}</p>}
          {entry.detail.receivedPiastres && entry.detail.orderedPiastres && (
            <p className={styles.when}>
              {t('ordered_amount')}: <Money piastres={Number(entry.detail.orderedPiastres)} lang={lang} />, {t('received_amount')}: <Money piastres={Number(entry.detail.receivedPiastres)} lang={lang} currency={entry.detail.currency} />
            </p>
          )}
          {entry.detail.seat && <p className={styles.when}>{t('seat_number', { number: entry.detail.seat })}</p>}
          {entry.detail.against && <p className={styles.when}>{t('against_policy', { rule: codeText(t, entry.detail.against) })}</p>}
          {entry.detail.transaction && <p className={styles.when}>{t('transaction')} <bdi>{entry.detail.transaction}</bdi></p>}
        </li>
      ))}
    </ol>
  );
}

/** What a person wrote, or the code of what happened. */
const reasonsOf = ({ detail }: TimelineEntry): string[] => [detail.reason, detail.why, detail.mismatch && `mismatch-${detail.mismatch}`, detail.code].flatMap((each) => each || []);

function titleOf(t: AdminTexts, { kind, detail }: TimelineEntry): string {
  if (kind === 'event') return t('event_title', { source: t(`source_${detail.source ?? 'callback'}`), result: t(`result_${detail.result ?? 'applied'}`) });
  const key = `note_${kind.replaceAll('-', '_')}`;
  return t.has(key) ? t(key) : kind;
}
