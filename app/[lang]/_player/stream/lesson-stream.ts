import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import { loadPart } from '../../_late/load-part';
import { sessionFetch } from '../../_session/session-fetch';
import type { Quality } from '../player-data';
import { playVideo } from '../video-element';
import type { StreamState, VideoStream } from './video-stream';

/** How this browser plays a lesson: fed by hls.js, which can choose the rendition; by its own HLS, which chooses itself; or the plain file. */
export type Playback = 'fed' | 'native' | 'plain';

export function playbackOf(video: Pick<HTMLVideoElement, 'canPlayType'>, hasRenditions: boolean): Playback {
  if (!hasRenditions) return 'plain';
  if ('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis) return 'fed';
  return video.canPlayType('application/vnd.apple.mpegurl') === '' ? 'plain' : 'native';
}

/** 300 KB: loaded on this page only, shortly before it is played. */
export const loadHls = () => import('hls.js/light');

/** The library retries twice; a longer failure is shown and retried here. */
const retry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 };
const patience = { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 60_000, timeoutRetry: retry, errorRetry: retry };

const settings: Partial<HlsConfig> = {
  autoStartLoad: false,
  // The segments are fMP4: nothing to remux, so a worker would be one more file to fetch.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // No trial segment in another quality first: the renditions are close enough to begin with a guess.
  testBandwidth: false,
  abrEwmaDefaultEstimate: 800_000,
  // Both: at a low bit rate the library would otherwise fetch ten minutes ahead, on networks paid by the megabyte.
  maxBufferLength: 20,
  maxMaxBufferLength: 20,
  backBufferLength: 30,
  fragLoadPolicy: { default: patience },
};

const isRefundRequested = async (answer: Response): Promise<boolean> =>
  ((await answer.json().catch(() => null)) as { type?: string } | null)?.type?.endsWith('/refund-requested') ?? false;

/** A lesson's video on a video element: by hls.js, by the browser's own HLS, or the plain file (`playbackOf`). */
export class LessonStream implements VideoStream {
  private hls: Hls | null = null;
  private quality: Quality = 'auto';
  private renewedAtMs = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private renewal: ReturnType<typeof setTimeout> | undefined;
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
    if (this.playback !== 'fed') return this.attachNative();
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
      else if (data.type === Library.ErrorTypes.NETWORK_ERROR) this.wait(data.fatal);
      else if (data.fatal && data.type === Library.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else if (data.fatal) this.report('failed');
    });
    hls.on(Library.Events.FRAG_BUFFERED, () => this.recover());
    hls.on(Library.Events.MANIFEST_PARSED, () => this.begin());
    // What is buffered plays on without the network.
    this.listen('waiting', this.video, () => this.report(this.isCutOff || !navigator.onLine ? 'waiting' : 'loading'));
    this.listen('offline', window, () => this.wait(false));
    this.listen('playing', this.video, () => this.report('ready'));
    hls.attachMedia(this.video);
    this.load();
    return true;
  }

  private attachNative(): boolean {
    this.listen('loadedmetadata', this.video, () => { if (this.startAt > 0) this.video.currentTime = this.startAt; });
    this.listen('canplay', this.video, () => this.report('ready'));
    this.listen('waiting', this.video, () => this.report(navigator.onLine ? 'loading' : 'waiting'));
    this.listen('playing', this.video, () => this.report('ready'));
    this.listen('error', this.video, () => void this.renew());
    this.load();
    return true;
  }

  private address(): string {
    return this.quality === 'audio' ? `${this.urls.playlist}?rendition=audio` : this.urls.playlist;
  }

  private load(): void {
    if (this.playback === 'fed') this.hls?.loadSource(this.address());
    else this.video.src = this.playback === 'native' ? this.address() : this.urls.plain;
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
    const chosen = quality === 'auto' ? -1 : quality === 'saver' ? lowest : heights.indexOf(Number.parseInt(quality, 10));
    if (hls.media && hls.media.readyState > 0) hls.nextLevel = chosen;
    else hls.startLevel = hls.loadLevel = chosen;
  }

  /** Sound alone is a playlist of its own. */
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

  /**
   * A signed address has expired, the session was renewed or the lesson has a new video: the playlist is requested again,
   * with new signatures, at most every two seconds.
   */
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

  /** Whether the lesson may still be watched; if not, playback ends. */
  readonly isStillOpen = async (): Promise<boolean> => {
    const answer = await sessionFetch(this.urls.playlist).catch(() => null);
    if (answer?.ok) return true;
    if (answer?.status === 403) this.end((await isRefundRequested(answer)) ? 'refund-requested' : 'closed');
    // Before the first play there is nothing to wait for.
    else if (this.opened && !this.isClosed) {
      if (!answer || answer.status >= 500) this.wait(true);
      else this.report('failed');
    }
    return false;
  };

  /** The course is no longer open to this learner: ends playback at once, whatever is buffered. */
  readonly end = (state: 'closed' | 'refund-requested' = 'closed'): void => {
    if (this.isClosed) return;
    this.close();
    this.video.pause();
    // Empty, not absent: without the attribute the element plays its <source> children.
    this.video.src = '';
    this.report(state);
  };

  private listen(name: string, target: EventTarget, work: () => void): void {
    target.addEventListener(name, work, { signal: this.closing.signal });
  }

  private recover(): void {
    clearTimeout(this.renewal);
    this.isCutOff = false;
    if (this.video.readyState >= 3 || this.video.paused) this.report('ready');
  }

  private wait(fatal: boolean): void {
    this.isCutOff = true;
    if (this.video.readyState < 3) this.report('waiting');
    clearTimeout(this.timer);
    if (fatal) this.timer = setTimeout(this.resume, 1500);
  }

  readonly resume = (): void => {
    if (this.isClosed) return;
    if (this.playback !== 'fed') this.reload();
    else if (!this.hls) void this.open(this.quality).then((canPlay) => (canPlay ? playVideo(this.video) : undefined));
    else if (this.hls.levels.length === 0) this.load();
    else this.hls.startLoad(this.video.currentTime || this.startAt);
  };

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.renewal);
    this.closing.abort();
    this.hls?.destroy();
    this.hls = null;
  }
}
