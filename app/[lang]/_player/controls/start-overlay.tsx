import { PlayerIcon } from './player-icon';
import type { PlayerLesson, PlayerLabels, Quality } from '../player-data';
import { positionText } from '@/lib/i18n/number-texts';
import styles from '../player.module.css';
import { chosenOf, type QualityChoice } from '../stream/quality-choices';

interface Props { lesson: PlayerLesson; labels: PlayerLabels; choices: QualityChoice[]; quality: Quality; onQuality: (quality: Quality) => void; /** A press is likely. */ onNear: () => void; onStart: (atSeconds: number) => void }

/** Shown when the browser refused to start the lesson. */
export function PlayAgain({ labels, onPress }: { labels: PlayerLabels; onPress: () => void }) {
  return (
    <div className={styles.start}>
      <button type="button" className={styles.big} onClick={onPress}>
        <span className={styles.disc}><PlayerIcon name="play" size={36} /></span>
        <span className={styles.caption}>{labels.play}</span>
      </button>
    </div>
  );
}

/** On the poster, before anything is fetched: play or resume below the words of its slide, the size in megabytes in the corner. */
export function StartOverlay({ lesson, labels, choices, quality, onQuality, onNear, onStart }: Props) {
  const { resumeSeconds } = lesson;
  return (
    <div className={styles.start}>
      <button type="button" className={styles.big} onPointerEnter={onNear} onFocus={onNear} onClick={() => onStart(resumeSeconds)}>
        <span className={styles.disc}><PlayerIcon name="play" size={36} /></span>
        {resumeSeconds > 0 ? <span className={styles.caption}>{labels.resume} <bdi>{positionText(resumeSeconds)}</bdi></span> : <span className={styles.hiddenLabel}>{labels.play}</span>}
      </button>
      {resumeSeconds > 0 && <button type="button" className={styles.quiet} onClick={() => onStart(0)}><PlayerIcon name="restart" size={20} /><span>{labels.from_start}</span></button>}
      {choices.length > 0 && (
        <label className={styles.cost}>
          <span className={styles.hiddenLabel}>{labels.quality}</span>
          <select value={chosenOf(choices, quality)} onChange={(event) => onQuality(event.target.value as Quality)}>
            {choices.map((choice) => (
              <option key={choice.quality} value={choice.quality}>{`${choice.label} · ${choice.size}`}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
