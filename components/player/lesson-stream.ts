import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fetchWithSession } from '@/components/session/session-fetch';
import { loadPart } from '@/components/ui/load-part';
import type { PlayerLabels, PlayerLesson, PlayerRendition, Quality, StreamState, VideoStream } from './player-data';
import { prefersLessData } from './preferences';
import { playVideo } from './video-element';

/** `fed`: hls.js feeds the segments to the video. `native`: the browser plays HLS itself. `plain`: one video file. */
export type Playback = 'hls.js' | 'native' | 'plain';

export function playbackOf(video: Pick<HTMLVideoElement, 'canPlayType'>, hasRenditions: boolean): Playback {
  if (!hasRenditions) return 'plain';
  if ('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis) return 'hls.js';
  return video.canPlayType('application/vnd.apple.mpegurl') === '' ? 'plain' : 'native';
}

/** Loads 300 KB, so call it only when playback is likely. */
const loadHls = () => import('hls.js/light');

/** Let hls.js retry twice. After that the player shows the failure and retries by itself. */
const retry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 };
const patience = { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 60_000, timeoutRetry: retry, errorRetry: retry };

const settings: Partial<HlsConfig> = {
  autoStartLoad: false,
  // The segments are fMP4 and need no remuxing, so a worker would only cost another request.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // Skip the trial segment: the renditions differ so little that a guess is good enough to start with.
  testBandwidth: false,
  abrEwmaDefaultEstimate: 800_000,
  // Set both: at low bit rates hls.js otherwise buffers ten minutes ahead, and many learners pay by the megabyte.
  maxBufferLength: 20,
  maxMaxBufferLength: 20,
  backBufferLength: 30,
  fragLoadPolicy: { default: patience },
};

const stuckSeekMs = 2000;

const isBuffered = ({ buffered, currentTime }: HTMLVideoElement): boolean =>
  Array.from({ length: buffered.length }, (_, index) => index).some(
    (at) => buffered.start(at) <= currentTime && currentTime < buffered.end(at),
  );

/** Waits as long as a busy service asks for, at most a minute. */
function parseRetryMs(retryAfter: string | null | undefined): number {
  const seconds = Number(retryAfter) || 0;
  return Math.min(60_000, Math.max(1500, seconds * 1000));
}

const isRefundRequested = async (answer: Response): Promise<boolean> =>
  ((await answer.json().catch(() => null)) as { type?: string } | null)?.type?.endsWith('/refund-requested') ?? false;

export class LessonStream implements VideoStream {
  private hls: Hls | null = null;
  private quality: Quality = 'auto';
  private renewedAtMs = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private renewal: ReturnType<typeof setTimeout> | undefined;
  private seek: ReturnType<typeof setTimeout> | undefined;
  private opened: Promise<boolean> | null = null;
  private startAt = 0;
  private isCutOff = false;
  private readonly closing = new AbortController();

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly playback: Playback,
    private readonly urls: { playlist: string; plain: string },
    private readonly report: (state: StreamState) => void,
  ) {}

  open(quality: Quality, atSeconds = this.startAt || this.video.currentTime): Promise<boolean> {
    this.quality = quality;
    this.startAt = atSeconds;
    this.opened ??= this.attach();
    return this.opened;
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async attach(): Promise<boolean> {
    this.report('loading');
    this.listen('online', window, this.resume);
    if (this.playback !== 'hls.js') return this.attachNative();
    const library = await loadPart(loadHls).catch(() => null);
    if (this.isClosed) return false;
    if (!library) {
      this.opened = null;
      this.report('idle');
      return false;
    }
    const { default: Library } = library;
    const hls = new Library({ ...settings, startPosition: this.startAt });
    this.hls = hls;
    hls.on(Library.Events.ERROR, (_event, data) => {
      if (data.response?.code === 401 || data.response?.code === 403) void this.renew();
      else if (data.type === Library.ErrorTypes.NETWORK_ERROR)
        this.wait(data.fatal, (data.networkDetails as XMLHttpRequest | null)?.getResponseHeader('retry-after'));
      else if (data.fatal && data.type === Library.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else if (data.fatal) this.report('failed');
    });
    hls.on(Library.Events.FRAG_BUFFERED, () => this.recover());
    hls.on(Library.Events.MANIFEST_PARSED, () => this.begin());
    // Report a lost network only when playback stops: buffered video keeps playing.
    this.listen('waiting', this.video, () => this.report(this.isCutOff || !navigator.onLine ? 'waiting' : 'loading'));
    this.listen('offline', window, () => this.wait(false));
    this.listen('playing', this.video, () => this.report('ready'));
    this.listen('seeking', this.video, () => this.watchSeek());
    hls.attachMedia(this.video);
    this.load();
    return true;
  }

  private attachNative(): boolean {
    this.listen('loadedmetadata', this.video, () => {
      if (this.startAt > 0) this.video.currentTime = this.startAt;
    });
    this.listen('canplay', this.video, () => this.report('ready'));
    this.listen('waiting', this.video, () => this.report(navigator.onLine ? 'loading' : 'waiting'));
    this.listen('playing', this.video, () => this.report('ready'));
    this.listen('error', this.video, () => void this.renew());
    this.load();
    return true;
  }

  private playlistUrl(): string {
    return this.quality === 'audio' ? `${this.urls.playlist}?rendition=audio` : this.urls.playlist;
  }

  private load(): void {
    if (this.playback === 'hls.js') this.hls?.loadSource(this.playlistUrl());
    else this.video.src = this.playback === 'native' ? this.playlistUrl() : this.urls.plain;
  }

  private begin(): void {
    this.applyLevel();
    this.hls?.startLoad(this.startAt);
  }

  private applyLevel(): void {
    const { hls, quality } = this;
    if (!hls || quality === 'audio') return;
    const heights = hls.levels.map((level) => level.height);
    const lowest = heights.indexOf(Math.min(...heights));
    const chosen =
      quality === 'auto' ? -1 : quality === 'saver' ? lowest : heights.indexOf(Number.parseInt(quality, 10));
    if (hls.media && hls.media.readyState > 0) hls.nextLevel = chosen;
    else hls.startLevel = hls.loadLevel = chosen;
  }

  /** Reloads when switching to or from audio only, which is a separate playlist. */
  setQuality(quality: Quality): void {
    const before = this.quality;
    this.quality = quality;
    if (!this.opened) return;
    if ((before === 'audio') !== (quality === 'audio')) this.reload();
    else this.applyLevel();
  }

  private reload(): void {
    if (this.isClosed) return;
    const { video } = this;
    this.startAt = video.currentTime || this.startAt;
    const wasPlaying = !video.paused;
    this.load();
    if (wasPlaying) void playVideo(video);
  }

  /** Reloads the playlist to get new signatures, at most every two seconds. */
  private async renew(): Promise<void> {
    if (this.isClosed) return;
    clearTimeout(this.renewal);
    const wait = this.renewedAtMs + 2000 - performance.now();
    if (wait > 0) {
      this.renewal = setTimeout(() => void this.renew(), wait);
      return;
    }
    this.renewedAtMs = performance.now();
    if (await this.isStillOpen()) this.reload();
  }

  readonly isStillOpen = async (): Promise<boolean> => {
    const answer = await fetchWithSession(this.urls.playlist).catch(() => null);
    if (answer?.ok) return true;
    if (answer?.status === 403) this.end((await isRefundRequested(answer)) ? 'refund-requested' : 'closed');
    else if (this.opened && !this.isClosed) {
      if (!answer || answer.status >= 500 || answer.status === 429) this.wait(true, answer?.headers.get('retry-after'));
      else this.report('failed');
    }
    return false;
  };

  readonly end = (state: 'closed' | 'refund-requested' = 'closed'): void => {
    if (this.isClosed) return;
    this.close();
    this.video.pause();
    // Set an empty `src`: if the attribute were removed, the element would play its `<source>` children.
    this.video.src = '';
    this.report(state);
  };

  private listen(name: string, target: EventTarget, work: () => void): void {
    target.addEventListener(name, work, { signal: this.closing.signal });
  }

  /** WebKit sometimes never ends a seek to buffered video. A second seek, to a slightly later time, ends it. */
  private watchSeek(): void {
    clearTimeout(this.seek);
    this.seek = setTimeout(() => {
      const { video } = this;
      if (!video.seeking) return;
      if (isBuffered(video)) video.currentTime += 0.01;
      else this.watchSeek();
    }, stuckSeekMs);
  }

  private recover(): void {
    clearTimeout(this.renewal);
    this.isCutOff = false;
    if (this.video.readyState >= 3 || this.video.paused) this.report('ready');
  }

  private wait(fatal: boolean, retryAfter?: string | null): void {
    this.isCutOff = true;
    if (this.video.readyState < 3) this.report('waiting');
    clearTimeout(this.timer);
    if (fatal) this.timer = setTimeout(this.resume, parseRetryMs(retryAfter));
  }

  readonly resume = (): void => {
    if (this.isClosed) return;
    if (this.playback !== 'hls.js') this.reload();
    else if (!this.hls) void this.open(this.quality).then((canPlay) => (canPlay ? playVideo(this.video) : undefined));
    else if (this.hls.levels.length === 0) this.load();
    else this.hls.startLoad(this.video.currentTime || this.startAt);
  };

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.renewal);
    clearTimeout(this.seek);
    this.closing.abort();
    this.hls?.destroy();
    this.hls = null;
  }
}

/** Opens the stream on the first play, so that a visit without playback downloads no video. */
export function useStream(video: HTMLVideoElement | null, lesson: PlayerLesson, quality: Quality) {
  const stream = useRef<VideoStream | null>(null);
  const [state, setState] = useState<StreamState>('idle');

  const connect = useEffectEvent((element: HTMLVideoElement) => {
    const playback = playbackOf(element, lesson.renditions.length > 0);
    const openedStream =
      lesson.saved?.open(element, setState) ??
      new LessonStream(
        element,
        playback,
        { playlist: lesson.playlistUrl, plain: lesson.sources[0]?.url ?? '' },
        setState,
      );
    stream.current = openedStream;
    // Do not preload the library on public course pages, where most visitors never press play.
    const isLikely = playback === 'hls.js' && lesson.userId !== null && !lesson.saved;
    const warm = window.setTimeout(() => {
      if (isLikely && !prefersLessData()) void loadHls().catch(() => undefined);
    }, 1500);
    return () => {
      window.clearTimeout(warm);
      openedStream.close();
      stream.current = null;
    };
  });
  // Depend on the file, not on `lesson`, so that the video keeps playing when the page is refreshed.
  useEffect(() => (video ? connect(video) : undefined), [video, lesson.file, lesson.playlistUrl]);

  useEffect(() => stream.current?.setQuality(quality), [quality]);

  /** Loads hls.js early; call it when a click is likely. */
  const prepare = useCallback(() => {
    if (video && !lesson.saved && playbackOf(video, lesson.renditions.length > 0) === 'hls.js')
      void loadHls().catch(() => undefined);
  }, [video, lesson]);
  const open = useCallback(
    async (atSeconds?: number) => (await stream.current?.open(quality, atSeconds)) ?? false,
    [quality],
  );
  const retry = useCallback(() => {
    setState('waiting');
    stream.current?.resume();
  }, []);
  const handleRefusedReport = useCallback((isOver: boolean) => {
    if (isOver) stream.current?.end();
    else void stream.current?.isStillOpen();
  }, []);
  return { state, prepare, open, retry, handleRefusedReport };
}

export interface QualityChoice {
  quality: Quality;
  label: string;
  size: string;
}

/** Offers only video or audio for `native`, because there the browser chooses the rendition. */
export function qualityChoices(
  renditions: readonly PlayerRendition[],
  labels: PlayerLabels,
  playback: Playback,
): QualityChoice[] {
  const pictures = renditions.filter((each) => each.name !== 'audio').sort((one, other) => other.height - one.height);
  const [best] = pictures;
  const least = pictures.at(-1);
  if (!best || !least || playback === 'plain') return [];
  const sound = renditions.find((each) => each.name === 'audio');
  const chosenHere = [
    { quality: 'saver' as const, label: labels.quality_saver, size: least.size },
    ...pictures.map((each) => ({ quality: each.name, label: each.name, size: each.size })),
  ];
  return [
    { quality: 'auto', label: labels.quality_auto, size: best.size },
    ...(playback === 'hls.js' ? chosenHere : []),
    ...(sound ? [{ quality: 'audio' as const, label: labels.quality_audio, size: sound.size }] : []),
  ];
}

export const availableQuality = (choices: readonly QualityChoice[], quality: Quality): Quality =>
  choices.some((choice) => choice.quality === quality) ? quality : 'auto';
