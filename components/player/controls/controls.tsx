'use client';

import {
  AvailabilityStates,
  MediaActionTypes,
  MediaProvider,
  useMediaDispatch,
  useMediaFullscreenRef,
  useMediaRef,
  useMediaSelector,
} from 'media-chrome/react/media-store';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react';
import type { QualityChoice } from '@/components/player/lesson-stream';
import type { PlayerLabels, PlayerLesson, PlayerThumbnails } from '@/components/player/player-data';
import type { Preferences } from '@/components/player/preferences';
import { positionText } from '@/lib/i18n/formats';
import { PlayerIcon, type PlayerIconName } from './player-icon';
import { SettingsMenu } from './settings-menu';
import type { PlayerActions } from './use-shortcuts';
import styles from '@/components/player/player.module.css';

export interface ControlsProps {
  lesson: PlayerLesson;
  choices: QualityChoice[];
  labels: PlayerLabels;
  actions: PlayerActions;
  preferences: Preferences;
  onChange: (part: Partial<Preferences>) => void;
  video: HTMLVideoElement;
  fullscreen: Ref<() => void>;
}

export function Controls(props: ControlsProps) {
  return (
    <MediaProvider>
      <Bar {...props} />
    </MediaProvider>
  );
}

/** Runs left to right in every language, as in other players. */
function Bar({ lesson, choices, labels, actions, preferences, onChange, video, fullscreen }: ControlsProps) {
  const dispatch = useMediaDispatch();
  const mediaRef = useMediaRef();
  const fullscreenRef = useMediaFullscreenRef();
  useEffect(() => {
    mediaRef(video);
    fullscreenRef(video.parentElement);
    return () => {
      mediaRef(null);
      fullscreenRef(null);
    };
  }, [video, mediaRef, fullscreenRef]);
  const isPaused = useMediaSelector((state) => state.mediaPaused) ?? true;
  const isMuted = useMediaSelector((state) => state.mediaMuted) ?? false;
  const volume = isMuted ? 0 : preferences.volume;
  const isFullscreen = useMediaSelector((state) => state.mediaIsFullscreen) ?? false;
  const isPip = useMediaSelector((state) => state.mediaIsPip) ?? false;
  const pip = useMediaSelector((state) => state.mediaPipUnavailable);
  const canPip = pip !== AvailabilityStates.UNSUPPORTED && pip !== AvailabilityStates.UNAVAILABLE;
  // Ask the document, because the state may lag behind.
  useImperativeHandle(
    fullscreen,
    () => () =>
      dispatch({
        type: (document.fullscreenEnabled ? document.fullscreenElement !== null : isFullscreen)
          ? MediaActionTypes.MEDIA_EXIT_FULLSCREEN_REQUEST
          : MediaActionTypes.MEDIA_ENTER_FULLSCREEN_REQUEST,
      }),
    [dispatch, isFullscreen],
  );
  const togglePip = () =>
    dispatch({ type: isPip ? MediaActionTypes.MEDIA_EXIT_PIP_REQUEST : MediaActionTypes.MEDIA_ENTER_PIP_REQUEST });
  return (
    <div className={styles.bar} dir="ltr">
      <Timeline lesson={lesson} labels={labels} onStep={actions.seekBy} />
      <div className={styles.buttons}>
        <ControlButton
          icon={isPaused ? 'play' : 'pause'}
          label={isPaused ? labels.play : labels.pause}
          onPress={actions.toggle}
        />
        <ControlButton icon="back" label={labels.back_10} onPress={() => actions.seekBy(-10)} />
        <ControlButton icon="forward" label={labels.forward_10} onPress={() => actions.seekBy(10)} />
        <ControlButton
          icon={volume === 0 ? 'muted' : 'sound'}
          label={volume === 0 ? labels.unmute : labels.mute}
          onPress={actions.toggleMute}
        />
        <input
          className={styles.volume}
          type="range"
          min={0}
          max={1}
          step={0.05}
          aria-label={labels.volume}
          value={volume}
          onChange={(event) => actions.setVolume(Number(event.target.value))}
        />
        <span className={styles.spring} />
        {lesson.captions.length > 0 && (
          <ControlButton
            icon="captions"
            label={labels.captions}
            isOn={preferences.captions !== null}
            onPress={actions.toggleCaptions}
          />
        )}
        <SettingsMenu lesson={lesson} choices={choices} labels={labels} preferences={preferences} onChange={onChange} />
        {canPip && <ControlButton icon="pip" label={labels.pip} isOn={isPip} onPress={togglePip} />}
        <ControlButton
          icon={isFullscreen ? 'window' : 'fullscreen'}
          label={isFullscreen ? labels.fullscreen_exit : labels.fullscreen}
          onPress={actions.toggleFullscreen}
        />
      </div>
    </div>
  );
}

interface ControlButtonProps {
  icon: PlayerIconName;
  label: string;
  isOn?: boolean;
  onPress: () => void;
}

function ControlButton({ icon, label, isOn, onPress }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={styles.press}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <PlayerIcon name={icon} />
    </button>
  );
}

/** Steps in seconds. The slider itself handles Home and End. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 60,
  PageDown: -60,
};

type Hover = { seconds: number; share: number } | null;

export function Timeline({
  lesson,
  labels,
  onStep,
}: {
  lesson: PlayerLesson;
  labels: PlayerLabels;
  onStep: (seconds: number) => void;
}) {
  const dispatch = useMediaDispatch();
  const now = useMediaSelector((state) => state.mediaCurrentTime) ?? 0;
  const mediaDuration = useMediaSelector((state) => state.mediaDuration);
  const buffered = useMediaSelector((state) => state.mediaBuffered);
  const duration = mediaDuration && Number.isFinite(mediaDuration) ? mediaDuration : lesson.durationSeconds;
  const [hover, setHover] = useState<Hover>(null);
  const loaded = buffered?.find(([from, to]) => from <= now && now <= to)?.[1] ?? 0;
  const showHoverTime = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    setHover({ share, seconds: share * duration });
  };
  const seekByKey = (event: KeyboardEvent) => {
    const seconds = steps[event.key];
    if (seconds === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onStep(seconds);
  };
  const shares = {
    '--now': `${(now / duration) * 100}%`,
    '--loaded': `${(loaded / duration) * 100}%`,
  } as CSSProperties;
  return (
    <div className={styles.timeline}>
      <span className={styles.time} translate="no">
        {positionText(now)}
      </span>
      <span className={styles.track} style={shares} onPointerMove={showHoverTime} onPointerLeave={() => setHover(null)}>
        <input
          type="range"
          min={0}
          max={duration}
          step={0.1}
          value={Math.min(now, duration)}
          aria-label={labels.timeline}
          aria-valuetext={`${positionText(now)} / ${positionText(duration)}`}
          onKeyDown={seekByKey}
          onChange={(event) =>
            dispatch({ type: MediaActionTypes.MEDIA_SEEK_REQUEST, detail: Number(event.target.value) })
          }
        />
        {hover && <TimelinePreview hover={hover} thumbnails={lesson.thumbnails} />}
      </span>
      <span className={styles.time}>{positionText(duration)}</span>
    </div>
  );
}

function TimelinePreview({ hover, thumbnails }: { hover: NonNullable<Hover>; thumbnails: PlayerThumbnails | null }) {
  const place = { insetInlineStart: `clamp(5rem, ${hover.share * 100}%, calc(100% - 5rem))` };
  return (
    <span className={styles.peek} style={place} aria-hidden="true">
      {thumbnails && <span className={styles.peekPicture} style={spriteStyle(thumbnails, hover.seconds)} />}
      <span>{positionText(hover.seconds)}</span>
    </span>
  );
}

function spriteStyle(
  { url, everySeconds, columns, rows, width, height }: PlayerThumbnails,
  seconds: number,
): CSSProperties {
  const index = Math.min(columns * rows - 1, Math.floor(seconds / everySeconds));
  return {
    width,
    height,
    backgroundImage: `url("${url}")`,
    backgroundPosition: `-${(index % columns) * width}px -${Math.floor(index / columns) * height}px`,
  };
}
