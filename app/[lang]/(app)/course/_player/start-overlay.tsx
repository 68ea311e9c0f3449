import { PlayerIcon } from './player-icon';
import { clockOf, megabytesOf, type PlayerLesson, type PlayerWords, type Quality } from './player-data';
import styles from './player.module.css';
import { chosenOf, type QualityChoice } from './quality-choices';

interface Props { lesson: PlayerLesson; words: PlayerWords; choices: QualityChoice[]; quality: Quality; onQuality: (quality: Quality) => void; onStart: (atSeconds: number) => void }

/** Before anything is fetched: play or go on, and what it will cost in megabytes. */
export function StartOverlay({ lesson, words, choices, quality, onQuality, onStart }: Props) {
  const { resumeSeconds } = lesson;
  return (
    <div className={styles.start}>
      <button type="button" className={styles.big} onClick={() => onStart(resumeSeconds)}>
        <PlayerIcon name="play" size={40} />
        <span>{resumeSeconds > 0 ? <>{words.resume} <bdi>{clockOf(resumeSeconds)}</bdi></> : words.play}</span>
      </button>
      {resumeSeconds > 0 && <button type="button" className={styles.quiet} onClick={() => onStart(0)}>{words.from_start}</button>}
      {choices.length > 0 && (
        <label className={styles.cost}>
          <span className={styles.hiddenWords}>{words.quality}</span>
          <select value={chosenOf(choices, quality)} onChange={(event) => onQuality(event.target.value as Quality)}>
            {choices.map((choice) => (
              <option key={choice.quality} value={choice.quality}>{`${choice.label} · ${megabytesOf(choice.bytes)} ${words.megabytes}`}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
