import Hls from 'hls.js/light';
import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js';
import type { StreamState, VideoStream } from '../../_player/stream/video-stream';
import type { Owner, SavedLesson } from '../store/database';
import { readPart, type LessonDetails } from '../store/lessons';

/** Nothing is fetched from it: the loader answers. */
const playlistUrl = '/offline/playlist.m3u8';

const newStats = (): LoaderStats => ({
  aborted: false, loaded: 0, retry: 0, total: 0, chunkCount: 0, bwEstimate: 0,
  loading: { start: 0, first: 0, end: 0 }, parsing: { start: 0, end: 0 }, buffering: { start: 0, first: 0, end: 0 },
});

type Read = (context: LoaderContext) => Promise<string | ArrayBuffer>;

/** hls.js's loader, over what is stored on the device. */
function loaderOf(read: Read): HlsConfig['loader'] {
  return class implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    stats = newStats();

    load(context: LoaderContext, _settings: LoaderConfiguration, { onSuccess, onError }: LoaderCallbacks<LoaderContext>): void {
      this.context = context;
      const { stats } = this;
      stats.loading.start = performance.now();
      read(context).then((data) => {
        if (stats.aborted) return;
        stats.loaded = stats.total = typeof data === 'string' ? data.length : data.byteLength;
        stats.loading.first = stats.loading.end = performance.now();
        onSuccess({ url: context.url, data }, stats, context, null);
      }, (error: unknown) => { if (!stats.aborted) onError({ code: 0, text: String(error) }, context, null, stats); });
    }

    abort(): void {
      this.stats.aborted = true;
    }

    destroy(): void {
      this.abort();
    }
  };
}

/** A lesson of this device on a video element (row N18). Its parts are opened one by one, as they are played. */
export class SavedStream implements VideoStream {
  private hls: Hls | null = null;
  private isOpened = false;
  private readonly closing = new AbortController();

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly owner: Owner,
    private readonly lesson: SavedLesson,
    private readonly details: Pick<LessonDetails, 'playlist'>,
    private readonly report: (state: StreamState) => void,
  ) {}

  open(_quality: string, atSeconds = 0): Promise<boolean> {
    if (!this.isOpened) this.attach(atSeconds);
    this.isOpened = true;
    return Promise.resolve(!this.closing.signal.aborted);
  }

  private attach(atSeconds: number): void {
    this.report('loading');
    const read: Read = async ({ rangeStart }) => (rangeStart === undefined ? this.details.playlist : readPart(this.owner, this.lesson, rangeStart));
    const hls = new Hls({ loader: loaderOf(read), startPosition: atSeconds, enableWorker: false, maxBufferLength: 20, maxMaxBufferLength: 20, backBufferLength: 30 });
    this.hls = hls;
    hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (fatal && type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else if (fatal) this.report('failed');
    });
    this.video.addEventListener('waiting', () => this.report('loading'), { signal: this.closing.signal });
    this.video.addEventListener('playing', () => this.report('ready'), { signal: this.closing.signal });
    hls.loadSource(new URL(playlistUrl, location.origin).href);
    hls.attachMedia(this.video);
  }

  /** There is one. */
  setQuality(): void {
    // Chosen when it was downloaded.
  }

  resume(): void {
    this.hls?.startLoad(this.video.currentTime);
  }

  isStillOpen(): Promise<boolean> {
    return Promise.resolve(true);
  }

  end(): void {
    this.close();
    this.video.pause();
    this.video.src = '';
    this.report('closed');
  }

  close(): void {
    this.closing.abort();
    this.hls?.destroy();
    this.hls = null;
  }
}
