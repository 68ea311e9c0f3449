'use client';

import { AvailabilityStates, MediaActionTypes, useMediaDispatch, useMediaSelector } from 'media-chrome/react/media-store';
import type { PlayerLesson, PlayerLabels } from '../player-data';
import { PlayerIcon, type PlayerIconName } from './player-icon';
import styles from '../player.module.css';
import type { Preferences } from '../preferences';
import type { QualityChoice } from '../stream/quality-choices';
import { SettingsMenu } from './settings-menu';
import { Timeline } from './timeline';
import type { PlayerActions } from './use-shortcuts';

interface Props {
  lesson: PlayerLesson; choices: QualityChoice[]; labels: PlayerLabels; actions: PlayerActions; preferences: Preferences; onChange: (part: Partial<Preferences>) => void; stage: string;
}

/** The bar runs left to right in every language, as every player does. */
export function Controls({ lesson, choices, labels, actions, preferences, onChange, stage }: Props) {
  const dispatch = useMediaDispatch();
  const isPaused = useMediaSelector((state) => state.mediaPaused) ?? true;
  const isMuted = useMediaSelector((state) => state.mediaMuted) ?? false;
  const isFullscreen = useMediaSelector((state) => state.mediaIsFullscreen) ?? false;
  const isPip = useMediaSelector((state) => state.mediaIsPip) ?? false;
  const pip = useMediaSelector((state) => state.mediaPipUnavailable);
  const canPip = pip !== AvailabilityStates.UNSUPPORTED && pip !== AvailabilityStates.UNAVAILABLE;
  const togglePip = () => dispatch({ type: isPip ? MediaActionTypes.MEDIA_EXIT_PIP_REQUEST : MediaActionTypes.MEDIA_ENTER_PIP_REQUEST });
  return (
    <div className={stage} dir="ltr">
      <Timeline lesson={lesson} labels={labels} />
      <div className={styles.buttons}>
        <Press icon={isPaused ? 'play' : 'pause'} label={isPaused ? labels.play : labels.pause} onPress={actions.toggle} />
        <Press icon="back" label={labels.back_10} onPress={() => actions.seekBy(-10)} />
        <Press icon="forward" label={labels.forward_10} onPress={() => actions.seekBy(10)} />
        <Press icon={isMuted ? 'muted' : 'sound'} label={isMuted ? labels.unmute : labels.mute} onPress={actions.toggleMute} />
        <input className={styles.volume} type="range" min={0} max={1} step={0.05} aria-label={labels.volume} value={preferences.volume}
          onChange={(event) => onChange({ volume: Number(event.target.value) })} />
        <span className={styles.spring} />
        {lesson.captions.length > 0 && <Press icon="captions" label={labels.captions} isOn={preferences.captions !== null} onPress={actions.toggleCaptions} />}
        <SettingsMenu lesson={lesson} choices={choices} labels={labels} preferences={preferences} onChange={onChange} />
        {canPip && <Press icon="pip" label={labels.pip} isOn={isPip} onPress={togglePip} />}
        <Press icon={isFullscreen ? 'window' : 'fullscreen'} label={isFullscreen ? labels.fullscreen_exit : labels.fullscreen} onPress={actions.toggleFullscreen} />
      </div>
    </div>
  );
}

interface PressProps { icon: PlayerIconName; label: string; isOn?: boolean; onPress: () => void }

function Press({ icon, label, isOn, onPress }: PressProps) {
  return (
    <button type="button" className={styles.press} aria-label={label} title={label} aria-pressed={isOn} onClick={onPress}>
      <PlayerIcon name={icon} />
    </button>
  );
}
