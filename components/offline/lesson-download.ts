import {
  type EncryptedData,
  isClosedError,
  isComplete,
  lessonId,
  type OfflineQuality,
  type Owner,
  type SavedLesson,
} from '@/components/offline/store/database';
import {
  claimDevice,
  encrypt,
  encryptJson,
  findLesson,
  type LessonDetails,
  listParts,
  placeOf,
  removeLesson,
  replaceLesson,
  saveLesson,
  saveParts,
} from '@/components/offline/store/lessons';
import { saveShell } from '@/components/offline/store/shell-cache';
import { contactAt } from '@/components/offline/store/terms';
import { callJson, type Outcome } from '@/components/session/json-call';
import { fetchWithSession } from '@/components/session/session-fetch';
import type { ByteRange } from '@/lib/lessons/playback/hls-playlist';
import type { OfflineLesson as Described } from '@/lib/lessons/playback/offline-lesson';

export interface LessonToSave {
  userId: string;
  courseSlug: string;
  lesson: string;
}

/** `room`: too little space. `closed`: no access. `unsupported`: no storage. `storage`: the browser closed storage. */
type DownloadErrorCode = 'network' | 'room' | 'closed' | 'unsupported' | 'storage' | 'failed';

export interface DownloadState {
  phase: 'none' | 'running' | 'paused' | 'complete';
  quality: OfflineQuality | null;
  savedBytes: number;
  bytes: number;
  error: DownloadErrorCode | null;
}

type DescriptionAnswer = Omit<Described, 'answeredAt' | 'endsAt'> & { answeredAt: string; endsAt: string };

class DownloadError extends Error {
  constructor(readonly code: DownloadErrorCode) {
    super(code);
  }
}

const none: DownloadState = { phase: 'none', quality: null, savedBytes: 0, bytes: 0, error: null };

const stateOf = (saved: SavedLesson | undefined): DownloadState =>
  saved
    ? {
        ...none,
        phase: isComplete(saved) ? 'complete' : 'paused',
        quality: saved.quality,
        savedBytes: saved.savedBytes,
        bytes: saved.bytes,
      }
    : none;

/** Row N18: downloads one lesson. Saved parts survive a pause, a failure and leaving the page. */
export class LessonDownload {
  private state = none;
  private running: { controller: AbortController; done: Promise<void> } | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly id: string;

  constructor(private readonly place: LessonToSave) {
    this.id = lessonId(place.courseSlug, place.lesson);
  }

  readonly read = (): DownloadState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    void findLesson(this.id).then(
      (saved) => {
        // The learner may have started the download before the browser had opened its storage.
        if (!this.running) this.change(stateOf(saved));
      },
      () => undefined,
    );
    return () => this.listeners.delete(listener);
  };

  private change(part: Partial<DownloadState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  /** @param lang of the offline page to store */
  async start(quality: OfflineQuality, lang: string): Promise<void> {
    if (this.running && !this.running.controller.signal.aborted) return;
    const previous = this.running?.done;
    const controller = new AbortController();
    const done = (previous ?? Promise.resolve()).then(() => this.run(quality, lang, controller.signal));
    const run = { controller, done };
    this.running = run;
    this.change({ phase: 'running', quality, error: null });
    await done;
    if (this.running === run) this.running = null;
  }

  private async run(quality: OfflineQuality, lang: string, signal: AbortSignal): Promise<void> {
    try {
      await this.fetchAll(quality, lang, signal);
      this.change({ phase: 'complete' });
    } catch (error) {
      if (!signal.aborted)
        this.change({ phase: this.state.savedBytes > 0 ? 'paused' : 'none', error: errorCodeOf(error) });
    }
  }

  pause(): void {
    this.running?.controller.abort();
    this.change({ phase: 'paused' });
  }

  /** Waits for the aborted run, which could otherwise store the lesson again. */
  async remove(): Promise<void> {
    this.running?.controller.abort();
    this.change(none);
    await this.running?.done;
    await removeLesson(this.id);
  }

  private async fetchAll(quality: OfflineQuality, lang: string, signal: AbortSignal): Promise<void> {
    assertSupported();
    signal.throwIfAborted();
    let answer = await this.fetchDescription(quality, signal);
    this.change({ bytes: answer.bytes });
    await saveShell(lang).catch(throwNetworkError);
    signal.throwIfAborted();
    const owner = await claimDevice(this.place.userId, contactAt(Date.parse(answer.answeredAt), Date.now()));
    let saved = await this.prepare(owner, answer);
    signal.throwIfAborted();
    const storedOffsets = await listParts(this.id);
    // Count the stored parts, since another tab may be saving the same lesson.
    saved = {
      ...saved,
      savedBytes: answer.parts
        .filter(({ offset }) => storedOffsets.has(offset))
        .reduce((sum, { bytes }) => sum + bytes, 0),
    };
    await saveParts(saved, []);
    for (const batch of splitIntoBatches(answer.parts, storedOffsets)) {
      let data = await fetchBatch(answer.url, batch, signal);
      if (!data) {
        // The URL has expired, or the lesson has a new video.
        answer = await this.fetchDescription(quality, signal);
        if (answer.video !== saved.video) throw new DownloadError('failed');
        data = await fetchBatch(answer.url, batch, signal);
      }
      if (!data) throw new DownloadError('failed');
      const sealed = await sealParts(owner, saved, batch, data);
      signal.throwIfAborted();
      saved = { ...saved, savedBytes: saved.savedBytes + batch.bytes };
      await saveParts(saved, sealed);
      this.change({ savedBytes: saved.savedBytes, bytes: saved.bytes });
    }
  }

  private async fetchDescription(quality: OfflineQuality, signal: AbortSignal): Promise<DescriptionAnswer> {
    const { userId, courseSlug, lesson } = this.place;
    const path = [
      '/api/user',
      encodeURIComponent(userId),
      'video/offline',
      encodeURIComponent(courseSlug),
      encodeURIComponent(lesson),
    ].join('/');
    const outcome: Outcome<DescriptionAnswer> = await callJson({ method: 'GET', url: `${path}?quality=${quality}` });
    signal.throwIfAborted();
    if (outcome.ok) return outcome.answer;
    throw new DownloadError(outcome.status === 0 ? 'network' : outcome.status === 403 ? 'closed' : 'failed');
  }

  /** Resumes a download of the same video in the same quality. Replaces anything else stored for the lesson. */
  private async prepare(owner: Owner, answer: DescriptionAnswer): Promise<SavedLesson> {
    const { courseSlug, lesson, quality, video, bytes, positionSeconds } = answer;
    const storedLesson = await findLesson(this.id);
    const isSame =
      storedLesson !== undefined &&
      storedLesson.video === video &&
      storedLesson.quality === quality &&
      storedLesson.bytes === bytes;
    await assertRoom(bytes - (isSame ? storedLesson.savedBytes : 0));
    // Do not await: Firefox asks the learner for permission, and the learner may never answer.
    navigator.storage?.persist?.().catch(() => undefined);
    const details: LessonDetails = {
      courseTitle: answer.courseTitle,
      name: answer.name,
      playlist: answer.playlist,
      durationSeconds: answer.durationSeconds,
      watermark: answer.watermark,
      spokenLanguage: answer.spokenLanguage,
      captions: answer.captions,
    };
    const saved: SavedLesson = {
      id: this.id,
      courseSlug,
      lesson,
      quality,
      video,
      bytes,
      positionSeconds,
      savedBytes: isSame ? storedLesson.savedBytes : 0,
      savedAtMs: Date.parse(answer.answeredAt),
      endsAtMs: Date.parse(answer.endsAt),
      details: await encryptJson(owner.key, placeOf({ id: this.id, video, quality }, 'details'), details),
    };
    await (isSame ? saveLesson(saved) : replaceLesson(saved));
    this.change({ savedBytes: saved.savedBytes, bytes });
    return saved;
  }
}

/** @throws DownloadError `unsupported` if the browser cannot store or play parts */
function assertSupported(): void {
  const playsParts = 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
  if (!playsParts || !('serviceWorker' in navigator) || !('caches' in globalThis) || !('indexedDB' in globalThis))
    throw new DownloadError('unsupported');
}

/** Passes if the quota is unknown (WebKitGTK, Safari before 17, private windows). @throws DownloadError `room` */
async function assertRoom(bytes: number): Promise<void> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  // Encryption adds 28 bytes to each part.
  if (quota - usage < bytes * 1.02) throw new DownloadError('room');
}

/** Call this only after a `fetch`: elsewhere a TypeError means that the browser refused storage. */
function throwNetworkError(error: unknown): never {
  throw error instanceof TypeError ? new DownloadError('network') : error;
}

/** @returns null if the URL has expired @throws DownloadError `network` if the connection is lost */
async function fetchBatch(url: string, { offset, bytes }: Batch, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const answer = await fetchWithSession(url, {
    headers: { range: `bytes=${offset}-${offset + bytes - 1}` },
    signal,
  }).catch(throwNetworkError);
  if (answer.status === 401 || answer.status === 403) return null;
  if (answer.status !== 206)
    throw new DownloadError(answer.status >= 500 || answer.status === 429 ? 'network' : 'failed');
  const data = await answer.arrayBuffer().catch(throwNetworkError);
  if (data.byteLength !== bytes) throw new DownloadError('network');
  return data;
}

const sealParts = (
  owner: Owner,
  saved: SavedLesson,
  batch: Batch,
  data: ArrayBuffer,
): Promise<Array<readonly [number, EncryptedData]>> =>
  Promise.all(
    batch.parts.map(async ({ offset, bytes }) => {
      const from = offset - batch.offset;
      return [offset, await encrypt(owner.key, placeOf(saved, offset), data.slice(from, from + bytes))] as const;
    }),
  );

function errorCodeOf(error: unknown): DownloadErrorCode {
  if (error instanceof DownloadError) return error.code;
  if (isClosedError(error)) return 'storage';
  if (error instanceof DOMException) return error.name === 'QuotaExceededError' ? 'room' : 'unsupported';
  return error instanceof TypeError ? 'unsupported' : 'failed';
}

const downloads = new Map<string, LessonDownload>();

/** Returns one object per user and lesson, so that a download continues while the learner visits other pages. */
export function findDownload(place: LessonToSave): LessonDownload {
  const key = `${place.userId} ${lessonId(place.courseSlug, place.lesson)}`;
  const download = downloads.get(key) ?? new LessonDownload(place);
  downloads.set(key, download);
  return download;
}

interface Batch {
  offset: number;
  bytes: number;
  parts: ByteRange[];
}

/** Fetch several segments per request: a 240p segment has only 12 KB, so a request for it would be mostly waiting. */
const maxBatchBytes = 128 * 1024;

export function splitIntoBatches(parts: readonly ByteRange[], present: ReadonlySet<number>): Batch[] {
  const batches: Batch[] = [];
  for (const part of parts) {
    if (present.has(part.offset)) continue;
    const last = batches.at(-1);
    if (last && last.offset + last.bytes === part.offset && last.bytes + part.bytes <= maxBatchBytes) {
      last.bytes += part.bytes;
      last.parts.push(part);
    } else batches.push({ offset: part.offset, bytes: part.bytes, parts: [part] });
  }
  return batches;
}
