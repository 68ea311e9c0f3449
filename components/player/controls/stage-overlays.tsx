import { availableQuality, type QualityChoice } from '@/components/player/lesson-stream';
import type { PlayerLabels, PlayerLesson, Quality, StreamState } from '@/components/player/player-data';
import { Spinner } from '@/components/ui/feedback/spinner';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { positionText } from '@/lib/i18n/formats';
import { PlayerIcon } from './player-icon';
import { PlayerSelect } from './player-select';
import styles from '@/components/player/player.module.css';

interface Props {
  lesson: PlayerLesson;
  labels: PlayerLabels;
  choices: QualityChoice[];
  quality: Quality;
  onQuality: (quality: Quality) => void;
  onPreload: () => void;
  onStart: (atSeconds: number) => void;
}

export function PlayAgain({ labels, onPress }: { labels: PlayerLabels; onPress: () => void }) {
  return (
    <div className={styles.start}>
      <button type="button" className={styles.big} onClick={onPress}>
        <span className={styles.disc}>
          <PlayerIcon name="play" size={36} />
        </span>
        <span className={styles.caption}>{labels.play}</span>
      </button>
    </div>
  );
}

export function StartOverlay({ lesson, labels, choices, quality, onQuality, onPreload, onStart }: Props) {
  const { resumeSeconds } = lesson;
  return (
    <div className={styles.start}>
      <button
        type="button"
        className={styles.big}
        onPointerEnter={onPreload}
        onFocus={onPreload}
        onClick={() => onStart(resumeSeconds)}
      >
        <span className={styles.disc}>
          <PlayerIcon name="play" size={36} />
        </span>
        {resumeSeconds > 0 ? (
          <span className={styles.caption}>
            {labels.resume} <bdi>{positionText(resumeSeconds)}</bdi>
          </span>
        ) : (
          <VisuallyHidden>{labels.play}</VisuallyHidden>
        )}
      </button>
      {resumeSeconds > 0 && (
        <button type="button" className={styles.quiet} onClick={() => onStart(0)}>
          <PlayerIcon name="restart" size={20} />
          <span>{labels.from_start}</span>
        </button>
      )}
      {choices.length > 0 && (
        <label className={styles.cost}>
          <VisuallyHidden>{labels.quality}</VisuallyHidden>
          <PlayerSelect
            value={availableQuality(choices, quality)}
            onChange={(event) => onQuality(event.target.value as Quality)}
          >
            {choices.map((choice) => (
              <option key={choice.quality} value={choice.quality}>{`${choice.label} · ${choice.size}`}</option>
            ))}
          </PlayerSelect>
        </label>
      )}
    </div>
  );
}

interface StreamNoticeProps {
  state: StreamState;
  labels: PlayerLabels;
  lang: string;
  onRetry: () => void;
}

export function StreamNotice({ state, labels, lang, onRetry }: StreamNoticeProps) {
  return (
    <div className={styles.streamState} role="status">
      {state === 'loading' && <Spinner size={20} />}
      {state === 'waiting' && (
        <span className={styles.note}>
          <Spinner size={20} />
          {labels.waiting}
        </span>
      )}
      {state === 'failed' && (
        <span className={styles.note}>
          {labels.failed}{' '}
          <button type="button" onClick={onRetry}>
            {labels.retry}
          </button>
        </span>
      )}
      {state === 'refund-requested' && (
        <span className={styles.note}>
          {labels.refund_requested} <a href={`/${lang}/profile/payments`}>{labels.closed_link}</a>
        </span>
      )}
      {state === 'closed' && (
        <span className={styles.note}>
          {labels.closed} <a href={`/${lang}/profile/payments`}>{labels.closed_link}</a>
        </span>
      )}
    </div>
  );
}
