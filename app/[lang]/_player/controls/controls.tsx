'use client';

import { AvailabilityStates, MediaActionTypes, MediaProvider, useMediaDispatch, useMediaFullscreenRef, useMediaRef, useMediaSelector } from 'media-chrome/react/media-store';
import { useEffect, useImperativeHandle, type Ref } from 'react';
import type { PlayerLesson, PlayerLabels } from '../player-data';
import { PlayerIcon, type PlayerIconName } from './player-icon';
import styles from '../player.module.css';
import type { Preferences } from '../preferences';
import type { QualityChoice } from '../stream/quality-choices';
import { SettingsMenu } from './settings-menu';
import { Timeline } from './timeline';
import type { PlayerActions } from './use-shortcuts';

export interface ControlsProps {
  lesson: PlayerLesson; choices: QualityChoice[]; labels: PlayerLabels; actions: PlayerActions; preferences: Preferences; onChange: (part: Partial<Preferences>) => void;
  video: HTMLVideoElement; fullscreen: Ref<() => void>;
}

/** With the store of media-chrome, which is fetched with them (`use-controls.ts`). */
export function Controls(props: ControlsProps) {
  return <MediaProvider><Bar {...props} /></MediaProvider>;
}

/** The bar runs left to right in every language, as every player does. */
function Bar({ lesson, choices, labels, actions, preferences, onChange, video, fullscreen }: ControlsProps) {
  const dispatch = useMediaDispatch();
  const mediaRef = useMediaRef();
  const fullscreenRef = useMediaFullscreenRef();
  useEffect(() => {
    mediaRef(video);
    fullscreenRef(video.parentElement);
    return () => { mediaRef(null); fullscreenRef(null); };
  }, [video, mediaRef, fullscreenRef]);
  const isPaused = useMediaSelector((state) => state.mediaPaused) ?? true;
  const isMuted = useMediaSelector((state) => state.mediaMuted) ?? false;
  const isFullscreen = useMediaSelector((state) => state.mediaIsFullscreen) ?? false;
  const isPip = useMediaSelector((state) => state.mediaIsPip) ?? false;
  const pip = useMediaSelector((state) => state.mediaPipUnavailable);
  const canPip = pip !== AvailabilityStates.UNSUPPORTED && pip !== AvailabilityStates.UNAVAILABLE;
  // Read from the document: React's state may be a moment old.
  useImperativeHandle(fullscreen, () => () => dispatch({ type: (document.fullscreenEnabled ? document.fullscreenElement !== null : isFullscreen) ? MediaActionTypes.MEDIA_EXIT_FULLSCREEN_REQUEST : MediaActionTypes.MEDIA_ENTER_FULLSCREEN_REQUEST }), [dispatch, isFullscreen]);
  const togglePip = () => dispatch({ type: isPip ? MediaActionTypes.MEDIA_EXIT_PIP_REQUEST : MediaActionTypes.MEDIA_ENTER_PIP_REQUEST });
  return (
    <div className={styles.bar} dir="ltr">
      <Timeline lesson={lesson} labels={labels} onStep={actions.seekBy} />
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
