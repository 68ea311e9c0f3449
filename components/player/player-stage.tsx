'use client';

import {
  type ComponentType,
  lazy,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { PlayAgain, StartOverlay, StreamNotice } from '@/components/player/controls/stage-overlays';
import { directionOf, internationalLanguage, isLanguage } from '@/lib/language';
import type { ControlsProps } from './controls/controls';
import { type PlayerActions, useMediaSession, useShortcuts } from './controls/use-shortcuts';
import { playbackOf, qualityChoices, useStream } from './lesson-stream';
import type { PlayerHandle } from './player-context';
import type { PlayerCaptions, PlayerLabels, PlayerLesson } from './player-data';
import { usePreferences } from './preferences';
import {
  playRefused,
  playVideo,
  replaceNativeControls,
  restoreNativeControls,
  seekTo,
  setMuted,
} from './video-element';
import styles from './player.module.css';

interface Props {
  lesson: PlayerLesson;
  lang: string;
  labels: PlayerLabels;
  controls?: ComponentType<ControlsProps> | undefined;
  video: HTMLVideoElement | null;
  setVideo: (video: HTMLVideoElement | null) => void;
  handle: Ref<StageHandle>;
}

export interface StageHandle extends Pick<PlayerHandle, 'handleRefusedReport'> {
  goTo(seconds: number): void;
}

export function PlayerStage({
  lesson,
  lang,
  labels,
  controls: Controls = LazyControls,
  video,
  setVideo,
  handle,
}: Props) {
  const [chosen, change] = usePreferences(lang, lesson.spokenLanguage);
  const preferences = useMemo(
    () => ({ ...chosen, captions: captionsFor(lesson.captions, chosen.captions) }),
    [chosen, lesson],
  );
  const [hasStarted, setStarted] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const fullscreen = useRef<() => void>(null);
  const { state, prepare, open, retry, handleRefusedReport } = useStream(video, lesson, preferences.quality);
  const cue = useCaptions(video, preferences.captions);
  const { isIdle, wake } = useIdle(isPlaying);
  const isSound = (lesson.saved?.quality ?? preferences.quality) === 'audio';
  const choices = useMemo(
    () => (video ? qualityChoices(lesson.renditions, labels, playbackOf(video, lesson.renditions.length > 0)) : []),
    [video, lesson, labels],
  );

  /** May be called again while the stream is opening or after it failed. */
  const start = useCallback(
    (atSeconds?: number) => {
      if (!video) return;
      const stage = video.parentElement;
      if (!hasStarted && stage?.contains(document.activeElement)) stage.focus({ preventScroll: true });
      setStarted(true);
      // Call `load()` during the click, so that WebKit allows playback when hls.js arrives later than 5 s after it. It
      // fetches nothing, because the `<source>` elements exist only without JavaScript.
      if (!hasStarted) video.load();
      void open(atSeconds).then((canPlay) => (canPlay ? playVideo(video) : undefined));
    },
    [video, hasStarted, open],
  );

  const play = useCallback(
    () => start(hasStarted ? undefined : lesson.resumeSeconds),
    [hasStarted, start, lesson.resumeSeconds],
  );
  useMediaSession(video, lesson, play);

  const continueEarlyPlayback = useEffectEvent(() => {
    if (video && !video.paused) start(video.currentTime);
  });
  // The visitor may have pressed the browser's play button before hydration.
  useEffect(() => {
    const timer = setTimeout(() => continueEarlyPlayback());
    return () => clearTimeout(timer);
  }, [video]);

  // Fetch the controls early, because most visits to a lesson's page lead to playback.
  useEffect(() => {
    if (lesson.userId !== null && !lesson.saved) void fetchControls();
  }, [lesson]);

  // Playback may also start from a headset, the system or the browser's own controls.
  useEffect(() => {
    if (!video) return;
    const update = () => {
      setPlaying(!video.paused);
      if (!video.paused) {
        setStarted(true);
        setRefused(false);
      }
    };
    const handleRefusal = () => setRefused(true);
    video.addEventListener('play', update);
    video.addEventListener('pause', update);
    video.addEventListener(playRefused, handleRefusal);
    return () => {
      video.removeEventListener('play', update);
      video.removeEventListener('pause', update);
      video.removeEventListener(playRefused, handleRefusal);
    };
  }, [video]);

  useImperativeHandle(
    handle,
    () => ({
      goTo: (seconds) => {
        if (video && hasStarted) seekTo(video, seconds);
        start(seconds);
      },
      handleRefusedReport,
    }),
    [video, hasStarted, start, handleRefusedReport],
  );

  const actions = useMemo(
    (): PlayerActions => ({
      toggle: () => {
        if (video?.paused === false) video.pause();
        else play();
      },
      seekBy: (seconds) => {
        if (video && hasStarted) seekTo(video, video.currentTime + seconds);
      },
      toggleFullscreen: () => fullscreen.current?.(),
      toggleMute: () => {
        if (!video) return;
        const isSilent = video.muted || video.volume === 0;
        setMuted(video, !isSilent);
        if (video.volume === 0) change({ volume: unmutedVolume });
      },
      setVolume: (volume) => {
        if (video) setMuted(video, false);
        change({ volume });
      },
      toggleCaptions: () =>
        change({
          captions: preferences.captions
            ? null
            : ((lesson.captions.find((each) => each.lang === lang) ?? lesson.captions[0])?.lang ?? null),
        }),
    }),
    [video, hasStarted, play, lesson, lang, change, preferences.captions],
  );
  useShortcuts(actions, lesson.userId === null ? (video?.parentElement ?? null) : undefined);

  useEffect(() => {
    if (video) replaceNativeControls(video, { speed: preferences.speed, volume: preferences.volume });
  }, [video, preferences.speed, preferences.volume]);

  return (
    <div
      className={styles.stage}
      role="group"
      aria-label={lesson.name}
      tabIndex={-1}
      data-idle={isIdle || undefined}
      data-audio={isSound || undefined}
      onPointerMove={wake}
      onFocus={wake}
      onContextMenu={(event) => event.preventDefault()}
    >
      <video
        ref={setVideo}
        className={styles.video}
        controls
        controlsList="nodownload"
        playsInline
        preload="none"
        poster={lesson.poster ?? undefined}
        aria-label={lesson.name}
        onClick={actions.toggle}
      >
        {!video && lesson.sources.map((source) => <source key={source.url} src={source.url} type={source.type} />)}
        {lesson.captions.map((track) => (
          <track key={track.lang} kind="subtitles" src={track.url} srcLang={track.lang} label={track.label} />
        ))}
      </video>
      {isSound && hasStarted && <p className={styles.audioOnly}>{labels.audio_only}</p>}
      {cue && (
        <p className={styles.cue} lang={cue.lang} dir={isLanguage(cue.lang) ? directionOf(cue.lang) : 'auto'}>
          <span>{cue.text}</span>
        </p>
      )}
      {lesson.watermark && hasStarted && (
        <span className={styles.watermark} aria-hidden="true">
          <bdi>{lesson.watermark}</bdi>
        </span>
      )}
      {video && !hasStarted && (
        <StartOverlay
          lesson={lesson}
          labels={labels}
          choices={choices}
          quality={preferences.quality}
          onQuality={(quality) => change({ quality })}
          onPreload={prepare}
          onStart={start}
        />
      )}
      {video && isRefused && <PlayAgain labels={labels} onPress={() => void playVideo(video)} />}
      {video && hasStarted && (
        <Suspense>
          <Controls
            lesson={lesson}
            choices={choices}
            labels={labels}
            actions={actions}
            preferences={preferences}
            onChange={change}
            video={video}
            fullscreen={fullscreen}
          />
        </Suspense>
      )}
      <StreamNotice state={state} labels={labels} lang={lang} onRetry={retry} />
    </div>
  );
}

const fetchControls = (): Promise<{ default: ComponentType<ControlsProps> }> =>
  import('@/components/player/controls/controls').then(
    ({ Controls }) => ({ default: Controls }),
    () => ({ default: NativeControls }),
  );

/** Loaded on the first click: most visitors never play, and the controls are a tenth of a course page's scripts. */
const LazyControls = lazy(fetchControls);

function NativeControls({ video }: ControlsProps) {
  useEffect(() => restoreNativeControls(video), [video]);
  return null;
}

/** Used after *Unmute* if the slider is at zero, where the press would otherwise have no effect. */
const unmutedVolume = 0.5;

const afterMs = 3000;

function useIdle(isPlaying: boolean) {
  const [isResting, setResting] = useState(false);
  const [movedAt, setMovedAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setResting(true), afterMs);
    return () => clearTimeout(timer);
  }, [movedAt]);
  const wake = useCallback(() => {
    setResting(false);
    setMovedAt((known) => (Date.now() - known > 200 ? Date.now() : known));
  }, []);
  return { isIdle: isPlaying && isResting, wake };
}

type ShownCue = { text: string; lang: string } | null;

export function captionsFor(captions: readonly PlayerCaptions[], preferredLang: string | null): string | null {
  const hasCaptions = (lang: string) => captions.some((each) => each.lang === lang);
  if (preferredLang === null || hasCaptions(preferredLang)) return preferredLang;
  return hasCaptions(internationalLanguage) ? internationalLanguage : null;
}

/** Replaces the browser's captions, which the controls cover and which ignore right-to-left text. */
function useCaptions(video: HTMLVideoElement | null, lang: string | null): ShownCue {
  const [shown, setShown] = useState<ShownCue>(null);
  useEffect(() => {
    if (!video) return;
    const tracks = [...video.textTracks];
    const track = tracks.find((each) => each.language === lang);
    for (const each of tracks) each.mode = each === track ? 'hidden' : 'disabled';
    if (!track) return;
    const show = () => {
      const lines = [...(track.activeCues ?? [])].map((cue) =>
        (cue as VTTCue).getCueAsHTML().textContent.replaceAll(/\s+/g, ' '),
      );
      setShown(lines.length > 0 ? { text: lines.join('\n'), lang: track.language } : null);
    };
    // On an iPhone, fullscreen shows only the video element, so that the browser must show the captions.
    const showNatively = () => (track.mode = 'showing');
    const hideAgain = () => (track.mode = 'hidden');
    track.addEventListener('cuechange', show);
    video.addEventListener('webkitbeginfullscreen', showNatively);
    video.addEventListener('webkitendfullscreen', hideAgain);
    return () => {
      track.removeEventListener('cuechange', show);
      video.removeEventListener('webkitbeginfullscreen', showNatively);
      video.removeEventListener('webkitendfullscreen', hideAgain);
      setShown(null);
    };
  }, [video, lang]);
  return shown;
}
