import { Spinner } from '../../../_ui/spinner';
import type { StreamState } from './lesson-stream';
import type { PlayerWords } from './player-data';
import styles from './player.module.css';

interface Props { state: StreamState; words: PlayerWords; lang: string; onRetry: () => void }

/** Waiting is said calmly and ends by itself; only a failure asks for something. */
export function StreamNotice({ state, words, lang, onRetry }: Props) {
  return (
    <div className={styles.streamState} role="status">
      {state === 'loading' && <Spinner size={20} />}
      {state === 'waiting' && <span className={styles.note}><Spinner size={20} />{words.waiting}</span>}
      {state === 'failed' && <span className={styles.note}>{words.failed} <button type="button" onClick={onRetry}>{words.retry}</button></span>}
      {state === 'refund-requested' && <span className={styles.note}>{words.refund_requested} <a href={`/${lang}/profile/payments`}>{words.closed_link}</a></span>}
      {state === 'closed' && <span className={styles.note}>{words.closed} <a href={`/${lang}/profile/payments`}>{words.closed_link}</a></span>}
    </div>
  );
}
