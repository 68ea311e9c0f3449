import { Spinner } from '../../_ui/feedback/spinner';
import type { StreamState } from './video-stream';
import type { PlayerLabels } from '../player-data';
import styles from '../player.module.css';

interface Props { state: StreamState; labels: PlayerLabels; lang: string; onRetry: () => void }

/** Waiting ends by itself; only a failure has a button. */
export function StreamNotice({ state, labels, lang, onRetry }: Props) {
  return (
    <div className={styles.streamState} role="status">
      {state === 'loading' && <Spinner size={20} />}
      {state === 'waiting' && <span className={styles.note}><Spinner size={20} />{labels.waiting}</span>}
      {state === 'failed' && <span className={styles.note}>{labels.failed} <button type="button" onClick={onRetry}>{labels.retry}</button></span>}
      {state === 'refund-requested' && <span className={styles.note}>{labels.refund_requested} <a href={`/${lang}/profile/payments`}>{labels.closed_link}</a></span>}
      {state === 'closed' && <span className={styles.note}>{labels.closed} <a href={`/${lang}/profile/payments`}>{labels.closed_link}</a></span>}
    </div>
  );
}
