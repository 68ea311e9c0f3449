import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import { sessionFetch } from '../../../_session/session-fetch';
import type { Quality } from './player-data';
import type { Playback } from './playback';

/** `closed`: the course was given back meanwhile; `refund-requested`: until that is decided, only what was opened before plays. */
export type StreamState = 'idle' | 'loading' | 'ready' | 'waiting' | 'failed' | 'closed' | 'refund-requested';

/** Loaded on this page only, and not before somebody is about to play. */
export const loadHls = () => import('hls.js/light');

/** The library retries in silence; what lasts longer we hear of, say, and retry ourselves. */
const retry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 };
const patience = { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 60_000, timeoutRetry: retry, errorRetry: retry };

const settings: Partial<HlsConfig> = {
  autoStartLoad: false,
  // Our segments are fMP4 already: there is nothing to remux, so a worker would only be one more file to fetch.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // No trial segment in another quality first: our lowest and highest are near enough to begin with a guess.
  testBandwidth: false,
  abrEwmaDefaultEstimate: 800_000,
  // Both: for a low rate the library would else fetch ten minutes ahead, paid for by the megabyte.
  maxBufferLength: 20,
  maxMaxBufferLength: 20,
  backBufferLength: 30,
  fragLoadPolicy: { default: patience },
};

const isRefundRequested = async (answer: Response): Promise<boolean> =>
  ((await answer.json().catch(() => null)) as { type?: string } | null)?.type?.endsWith('/refund-requested') ?? false;

/** A lesson's film on a video element: HLS where the browser can be fed, its own HLS else, the plain file last. */
export class LessonStream {
  private hls: Hls | null = null;
  private quality: Quality = 'auto';
  private renewedAtMs = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private renewal: ReturnType<typeof setTimeout> | undefined;
  private opened: Promise<void> | null = null;
  private isCutOff = false;
  private isOver = false;
  private readonly closing = new AbortController();

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly playback: Playback,
    private readonly urls: { playlist: string; plain: string },
    private readonly tell: (state: StreamState) => void,
  ) {}

  /** Fetches what is needed to play from there; asked again it does nothing more. */
  open(quality: Quality, atSeconds: number): Promise<void> {
    this.quality = quality;
    this.opened ??= this.attach(atSeconds);
    return this.opened;
  }

  private async attach(atSeconds: number): Promise<void> {
    this.tell('loading');
    if (this.playback !== 'fed') return this.attachNative(atSeconds);
    const { default: Library } = await loadHls();
    const hls = new Library({ ...settings, startPosition: atSeconds });
    this.hls = hls;
    hls.on(Library.Events.ERROR, (_event, data) => {
      if (data.response?.code === 401 || data.response?.code === 403) void this.renew();
      else if (data.type === Library.ErrorTypes.NETWORK_ERROR) this.wait(data.fatal);
      else if (data.fatal && data.type === Library.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else if (data.fatal) this.tell('failed');
    });
    hls.on(Library.Events.FRAG_BUFFERED, () => this.recover());
    hls.on(Library.Events.MANIFEST_PARSED, () => this.begin());
    this.listen('online', window, this.resume);
    // What is already here plays on without the network; only when it runs out is there something to say.
    this.listen('waiting', this.video, () => this.tell(this.isCutOff || !navigator.onLine ? 'waiting' : 'loading'));
    this.listen('offline', window, () => this.wait(false));
    this.listen('playing', this.video, () => this.tell('ready'));
    hls.attachMedia(this.video);
    this.load(atSeconds);
  }

  private attachNative(atSeconds: number): void {
    this.listen('loadedmetadata', this.video, () => { if (this.startAt > 0) this.video.currentTime = this.startAt; });
    this.listen('canplay', this.video, () => this.tell('ready'));
    this.listen('waiting', this.video, () => this.tell(navigator.onLine ? 'loading' : 'waiting'));
    this.listen('playing', this.video, () => this.tell('ready'));
    this.listen('error', this.video, () => void this.renew());
    this.listen('online', window, this.resume);
    this.load(atSeconds);
  }

  private address(): string {
    return this.quality === 'audio' ? `${this.urls.playlist}?rendition=audio` : this.urls.playlist;
  }

  private startAt = 0;

  private load(atSeconds: number): void {
    this.startAt = atSeconds;
    if (this.hls) this.hls.loadSource(this.address());
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

  /** From here on in another quality; sound alone is a playlist of its own. */
  setQuality(quality: Quality): void {
    const before = this.quality;
    this.quality = quality;
    if (!this.opened) return;
    if ((before === 'audio') !== (quality === 'audio')) this.reload();
    else this.applyLevel();
  }

  private reload(): void {
    if (this.isOver) return;
    const { video } = this;
    const at = video.currentTime || this.startAt;
    const wasPlaying = !video.paused;
    this.load(at);
    if (wasPlaying) video.play().catch(() => undefined);
  }

  /**
   * A signed address has expired, the session was renewed or the lesson has a new film: ask for the playlist again, which
   * signs anew (api.md). A refusal that comes with others of its kind is heard again if nothing has arrived by then.
   */
  private async renew(): Promise<void> {
    if (this.isOver) return;
    clearTimeout(this.renewal);
    const wait = this.renewedAtMs + 2000 - performance.now();
    if (wait > 0) {
      this.renewal = setTimeout(() => void this.renew(), wait);
      return;
    }
    this.renewedAtMs = performance.now();
    if (await this.isStillOurs()) this.reload();
  }

  /** Asks whether the lesson may still be watched; when the course was given back it stops here, and says so. */
  readonly isStillOurs = async (): Promise<boolean> => {
    const answer = await sessionFetch(this.urls.playlist).catch(() => null);
    if (answer?.ok) return true;
    if (answer?.status === 403) this.end((await isRefundRequested(answer)) ? 'refund-requested' : 'closed');
    else if (!answer || answer.status >= 500) this.wait(true);
    else this.tell('failed');
    return false;
  };

  /** The course is no longer open to this learner: not a moment more, though much of the film may be here already. */
  readonly end = (state: 'closed' | 'refund-requested' = 'closed'): void => {
    if (this.isOver) return;
    this.isOver = true;
    this.close();
    this.video.pause();
    // An empty address, not none: without one the element turns to the plain films among its children.
    this.video.src = '';
    this.tell(state);
  };

  private listen(name: string, target: EventTarget, work: () => void): void {
    target.addEventListener(name, work, { signal: this.closing.signal });
  }

  private recover(): void {
    clearTimeout(this.renewal);
    this.isCutOff = false;
    if (this.video.readyState >= 3 || this.video.paused) this.tell('ready');
  }

  private wait(fatal: boolean): void {
    if (this.isOver) return;
    this.isCutOff = true;
    if (this.video.readyState < 3) this.tell('waiting');
    clearTimeout(this.timer);
    if (fatal) this.timer = setTimeout(this.resume, 1500);
  }

  readonly resume = (): void => {
    if (this.isOver || !this.opened) return;
    if (!this.hls) this.reload();
    else if (this.hls.levels.length === 0) this.load(this.startAt);
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
