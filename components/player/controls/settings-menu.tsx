import { type MouseEvent, type ReactNode, useRef } from 'react';
import { availableQuality, type QualityChoice } from '@/components/player/lesson-stream';
import type { PlayerLabels, PlayerLesson, Quality } from '@/components/player/player-data';
import type { Preferences } from '@/components/player/preferences';
import { PlayerIcon } from './player-icon';
import { PlayerSelect } from './player-select';
import styles from '@/components/player/player.module.css';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

interface Props {
  lesson: PlayerLesson;
  choices: QualityChoice[];
  labels: PlayerLabels;
  preferences: Preferences;
  onChange: (part: Partial<Preferences>) => void;
}

/** Uses plain selects for phones, keyboards and screen readers, in a dialog because they do not fit over the video. */
export function SettingsMenu({ lesson, choices, labels, preferences, onChange }: Props) {
  const panel = useRef<HTMLDialogElement>(null);
  const open = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { top, right } = currentTarget.getBoundingClientRect();
    panel.current?.style.setProperty('--button-top', `${top}px`);
    panel.current?.style.setProperty('--button-right', `${document.documentElement.clientWidth - right}px`);
    panel.current?.showModal();
  };
  const closeOutside = (event: MouseEvent) => {
    if (event.target === panel.current) panel.current?.close();
  };
  return (
    <div>
      <button
        type="button"
        className={styles.press}
        aria-label={labels.settings}
        title={labels.settings}
        aria-haspopup="dialog"
        onClick={open}
      >
        <PlayerIcon name="settings" />
      </button>
      <dialog ref={panel} className={styles.panel} dir="auto" aria-label={labels.settings} onClick={closeOutside}>
        <div className={styles.choices}>
          <Choice
            label={labels.speed}
            value={String(preferences.speed)}
            onPick={(value) => onChange({ speed: Number(value) })}
          >
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed === 1 ? labels.normal : `${speed}×`}
              </option>
            ))}
          </Choice>
          {choices.length > 0 && (
            <Choice
              label={labels.quality}
              value={availableQuality(choices, preferences.quality)}
              onPick={(value) => onChange({ quality: value as Quality })}
            >
              {choices.map((choice) => (
                <option key={choice.quality} value={choice.quality}>{`${choice.label} · ${choice.size}`}</option>
              ))}
            </Choice>
          )}
          {lesson.captions.length > 0 && (
            <Choice
              label={labels.captions}
              value={preferences.captions ?? ''}
              onPick={(value) => onChange({ captions: value || null })}
            >
              <option value="">{labels.captions_off}</option>
              {lesson.captions.map((track) => (
                <option key={track.lang} value={track.lang}>
                  {track.label}
                </option>
              ))}
            </Choice>
          )}
          <label className={styles.switch}>
            <input
              type="checkbox"
              checked={preferences.shortcuts}
              onChange={(event) => onChange({ shortcuts: event.target.checked })}
            />
            <span>{labels.shortcuts}</span>
          </label>
          <p className={styles.keys}>{labels.keys}</p>
          <form method="dialog">
            <button type="submit" className={styles.done}>
              {labels.settings_close}
            </button>
          </form>
        </div>
      </dialog>
    </div>
  );
}

function Choice({
  label,
  value,
  onPick,
  children,
}: {
  label: string;
  value: string;
  onPick: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <PlayerSelect value={value} onChange={(event) => onPick(event.target.value)}>
        {children}
      </PlayerSelect>
    </label>
  );
}
