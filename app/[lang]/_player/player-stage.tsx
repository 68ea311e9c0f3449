'use client';

import { Suspense, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type ComponentType, type Ref } from 'react';
import type { ControlsProps } from './controls/controls';
import { fetchControls, LazyControls } from './controls/lazy-controls';
import { playRefused, playVideo, seekTo, takeOver, toggleMuted } from './video-element';
import { playbackOf } from './stream/lesson-stream';
import type { PlayerHandle } from './player-context';
import type { PlayerLesson, PlayerLabels } from './player-data';
import styles from './player.module.css';
import { qualityChoices } from './stream/quality-choices';
import { PlayAgain, StartOverlay } from './controls/start-overlay';
import { StreamNotice } from './stream/stream-notice';
import { captionsFor, useCaptions } from './use-captions';
import { useIdle } from './controls/use-idle';
import { useMediaSession } from './controls/use-media-session';
import { usePreferences } from './use-preferences';
import { useShortcuts, type PlayerActions } from './controls/use-shortcuts';
import { useStream } from './stream/use-stream';

interface Props {
  lesson: PlayerLesson; lang: string; labels: PlayerLabels; controls?: ComponentType<ControlsProps> | undefined;
  video: HTMLVideoElement | null; setVideo: (video: HTMLVideoElement | null) => void; handle: Ref<StageHandle>;
}

export interface StageHandle extends Pick<PlayerHandle, 'refused'> {
  /** Plays from there, whether or not anything has played before. */
  goTo(seconds: number): void;
}

export function PlayerStage({ lesson, lang, labels, controls: Controls = LazyControls, video, setVideo, handle }: Props) {
  const [chosen, change] = usePreferences(lang, lesson.spokenLanguage);
  const preferences = useMemo(() => ({ ...chosen, captions: captionsFor(lesson.captions, chosen.captions) }), [chosen, lesson]);
  const [hasStarted, setStarted] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  /** The browser wants another press. */
  const [isRefused, setRefused] = useState(false);
  const fullscreen = useRef<() => void>(null);
  const { state, prepare, open, retry, refused } = useStream(video, lesson, preferences.quality);
  const cue = useCaptions(video, preferences.captions);
  const { isIdle, wake } = useIdle(isPlaying);
  const isSound = (lesson.saved?.quality ?? preferences.quality) === 'audio';
  const choices = useMemo(() => (video ? qualityChoices(lesson.renditions, labels, playbackOf(video, lesson.renditions.length > 0)) : []), [video, lesson, labels]);

  /** Also when it has begun already: the stream may still be opening, or have failed to. */
  const start = useCallback((atSeconds?: number) => {
    if (!video) return;
    const stage = video.parentElement;
    // The overlay goes, and the focus with it.
    if (!hasStarted && stage?.contains(document.activeElement)) stage.focus({ preventScroll: true });
    setStarted(true);
    // Loading during the press lets WebKit play later: the player's script may come after the press has ceased to count (five seconds). Nothing is
    // fetched, since the sources are there only for a browser without scripts.
    if (!hasStarted) video.load();
    void open(atSeconds).then((canPlay) => (canPlay ? playVideo(video) : undefined));
  }, [video, hasStarted, open]);

  const play = useCallback(() => start(hasStarted ? undefined : lesson.resumeSeconds), [hasStarted, start, lesson.resumeSeconds]);
  useMediaSession(video, lesson, play);

  // Of a lesson's page most is watching.
  useEffect(() => { if (lesson.userId !== null && !lesson.saved) void fetchControls(); }, [lesson]);

  // Playback may also be started by a headset, the system or the browser's own controls.
  useEffect(() => {
    if (!video) return;
    const update = () => { setPlaying(!video.paused); if (!video.paused) { setStarted(true); setRefused(false); } };
    const refuse = () => setRefused(true);
    video.addEventListener('play', update);
    video.addEventListener('pause', update);
    video.addEventListener(playRefused, refuse);
    return () => { video.removeEventListener('play', update); video.removeEventListener('pause', update); video.removeEventListener(playRefused, refuse); };
  }, [video]);

  useImperativeHandle(handle, () => ({
    goTo: (seconds) => { if (video && hasStarted) seekTo(video, seconds); start(seconds); },
    refused,
  }), [video, hasStarted, start, refused]);

  const actions = useMemo((): PlayerActions => ({
    toggle: () => { if (video?.paused === false) video.pause(); else play(); },
    seekBy: (seconds) => { if (video && hasStarted) seekTo(video, video.currentTime + seconds); },
    toggleFullscreen: () => fullscreen.current?.(),
    toggleMute: () => { if (video) toggleMuted(video); },
    toggleCaptions: () => change({ captions: preferences.captions ? null : (lesson.captions.find((each) => each.lang === lang) ?? lesson.captions[0])?.lang ?? null }),
  }), [video, hasStarted, play, lesson, lang, change, preferences.captions]);
  // On a course's page space scrolls and letters search, until the player has the focus.
  useShortcuts(actions, lesson.userId === null ? video?.parentElement ?? null : undefined);

  useEffect(() => {
    if (video) takeOver(video, { speed: preferences.speed, volume: preferences.volume });
  }, [video, preferences.speed, preferences.volume]);

  return (
    <div className={styles.stage} role="group" aria-label={lesson.name} tabIndex={-1} data-idle={isIdle || undefined} data-audio={isSound || undefined}
      onPointerMove={wake} onFocus={wake} onContextMenu={(event) => event.preventDefault()}>
      <video ref={setVideo} className={styles.video} controls controlsList="nodownload" playsInline preload="none" poster={lesson.poster ?? undefined}
        aria-label={lesson.name} onClick={actions.toggle}>
        {!video && lesson.sources.map((source) => <source key={source.url} src={source.url} type={source.type} />)}
        {lesson.captions.map((track) => <track key={track.lang} kind="subtitles" src={track.url} srcLang={track.lang} label={track.label} />)}
      </video>
      {isSound && hasStarted && <p className={styles.audioOnly}>{labels.audio_only}</p>}
      {cue && <p className={styles.cue} lang={cue.lang} dir="auto"><span>{cue.text}</span></p>}
      {lesson.watermark && hasStarted && <span className={styles.watermark} aria-hidden="true"><bdi>{lesson.watermark}</bdi></span>}
      {video && !hasStarted && <StartOverlay lesson={lesson} labels={labels} choices={choices} quality={preferences.quality} onQuality={(quality) => change({ quality })} onNear={prepare} onStart={start} />}
      {video && isRefused && <PlayAgain labels={labels} onPress={() => void playVideo(video)} />}
      {video && hasStarted && <Suspense><Controls lesson={lesson} choices={choices} labels={labels} actions={actions} preferences={preferences} onChange={change} video={video} fullscreen={fullscreen} /></Suspense>}
      <StreamNotice state={state} labels={labels} lang={lang} onRetry={retry} />
    </div>
  );
}
