import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js';
import Hls from 'hls.js/light';
import type { Owner, SavedLesson } from '@/components/offline/store/database';
import { type LessonDetails, readPart } from '@/components/offline/store/lessons';
import type { PlayerLesson, StreamState, VideoStream } from '@/components/player/player-data';
import { ProgressQueue } from '@/components/player/progress/progress-reporter';
import { parseVtt } from '@/lib/lessons/captions/vtt';

const nearEndSeconds = 5;

/** Prefers progress that this device has not reported yet. */
function placeOf(
  { userId }: Owner,
  { courseSlug, lesson, positionSeconds }: SavedLesson,
  durationSeconds: number,
): number {
  const queued =
    new ProgressQueue(`progress:${userId}:${courseSlug}`).read()[lesson]?.positionSeconds ?? positionSeconds;
  return queued < 2 || queued >= durationSeconds - nearEndSeconds ? 0 : queued;
}

export type SavedView = PlayerLesson & { userId: string };

/** Creates object URLs for the captions. They stay valid until the page is closed. */
export function savedView(owner: Owner, saved: SavedLesson, details: LessonDetails): SavedView {
  const captions = details.captions.map(({ lang, label, vtt }) => ({
    lang,
    label,
    url: URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' })),
    cues: parseVtt(vtt) ?? [],
  }));
  return {
    userId: owner.userId,
    courseSlug: saved.courseSlug,
    courseTitle: details.courseTitle,
    file: saved.lesson,
    name: details.name,
    watermark: details.watermark,
    durationSeconds: details.durationSeconds,
    resumeSeconds: placeOf(owner, saved, details.durationSeconds),
    captions,
    sources: [],
    poster: null,
    thumbnails: null,
    renditions: [],
    playlistUrl: '',
    madeAt: null,
    spokenLanguage: details.spokenLanguage ?? null,
    saved: { quality: saved.quality, open: (video, report) => new SavedStream(video, owner, saved, details, report) },
  };
}

const playlistUrl = '/offline/playlist.m3u8';

const newStats = (): LoaderStats => ({
  aborted: false,
  loaded: 0,
  retry: 0,
  total: 0,
  chunkCount: 0,
  bwEstimate: 0,
  loading: { start: 0, first: 0, end: 0 },
  parsing: { start: 0, end: 0 },
  buffering: { start: 0, first: 0, end: 0 },
});

type ReadPart = (context: LoaderContext) => Promise<string | ArrayBuffer>;

function createLoader(read: ReadPart): HlsConfig['loader'] {
  return class implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    stats = newStats();

    load(
      context: LoaderContext,
      _settings: LoaderConfiguration,
      { onSuccess, onError }: LoaderCallbacks<LoaderContext>,
    ): void {
      this.context = context;
      const { stats } = this;
      stats.loading.start = performance.now();
      read(context).then(
        (data) => {
          if (stats.aborted) return;
          stats.loaded = stats.total = typeof data === 'string' ? data.length : data.byteLength;
          stats.loading.first = stats.loading.end = performance.now();
          onSuccess({ url: context.url, data }, stats, context, null);
        },
        (error: unknown) => {
          if (!stats.aborted) onError({ code: 0, text: String(error) }, context, null, stats);
        },
      );
    }

    abort(): void {
      this.stats.aborted = true;
    }

    destroy(): void {
      this.abort();
    }
  };
}

class SavedStream implements VideoStream {
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
    const read: ReadPart = async ({ rangeStart }) =>
      rangeStart === undefined ? this.details.playlist : readPart(this.owner, this.lesson, rangeStart);
    const hls = new Hls({
      loader: createLoader(read),
      startPosition: atSeconds,
      enableWorker: false,
      maxBufferLength: 20,
      maxMaxBufferLength: 20,
      backBufferLength: 30,
    });
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

  setQuality(): void {
    // The learner chose the quality when downloading.
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
