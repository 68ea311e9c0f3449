import { warnBeforeUnloadWhile } from '@/components/admin/call/use-admin-call';
import { callJson } from '@/components/session/json-call';
import { fetchWithSession } from '@/components/session/session-fetch';
import { type ChosenCaptions, readCaptions } from './lesson-captions';

export interface Upload {
  uploadId: string;
  file: string;
  name: Record<string, string>;
  sizeBytes: number;
  receivedBytes: number;
  status: 'receiving' | 'waiting' | 'processing' | 'done' | 'failed';
  step: string | null;
  share: number;
  error: string | null;
  errorText: string | null;
  notices: Array<{ code: string; text: string }>;
}

const kibibyte = 1024;
const minPieceBytes = 256 * kibibyte;
/** The largest piece that deploy/nginx.conf and the server accept. */
const maxPieceBytes = 8 * kibibyte * kibibyte;
/** Pieces are sized to take 2 to 15 s: shorter requests waste overhead, longer ones fail on a bad connection. */
const quickMs = 2000;
const slowMs = 15_000;
const retryWaitsMs = [1000, 2000, 5000, 10_000, 15_000];

async function computeFingerprint(video: File): Promise<string> {
  const end = kibibyte * kibibyte;
  const parts = new Blob([
    video.slice(0, end),
    video.slice(Math.max(0, video.size - end)),
    `${video.size} ${video.name}`,
  ]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await parts.arrayBuffer()));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export const readUpload = async (uploadId: string): Promise<Upload | null> => {
  const answer = await fetchWithSession(`/api/admin/uploads/${uploadId}`, {
    headers: { 'accept-language': document.documentElement.lang },
  }).catch(() => null);
  return answer?.ok ? uploadIn(answer) : null;
};

/** @returns null if the connection was lost */
const uploadIn = (answer: Response): Promise<Upload | null> =>
  answer.json().catch(() => null) as Promise<Upload | null>;

interface SendVideoOptions {
  signal: AbortSignal;
  onProgress: (upload: Upload) => void;
  onWait: (isWaiting: boolean) => void;
}
type SendVideoResult = { ok: true; upload: Upload } | { ok: false; isStopped: boolean; title: string };

/** @throws DOMException if the file was moved or changed */
async function sendVideo(
  video: File,
  created: Upload,
  { signal, onProgress, onWait }: SendVideoOptions,
): Promise<SendVideoResult> {
  let upload = created;
  let size = minPieceBytes * 4;
  let failures = 0;
  while (upload.status === 'receiving' && upload.receivedBytes < video.size) {
    if (signal.aborted) return { ok: false, isStopped: true, title: '' };
    const beganAtMs = performance.now();
    const piece = await video.slice(upload.receivedBytes, upload.receivedBytes + size).arrayBuffer();
    const answer = await sendPiece(upload, piece, signal);
    const arrived = answer?.ok ? await uploadIn(answer) : null;
    if (arrived) {
      upload = arrived;
      failures = 0;
      onWait(false);
      onProgress(upload);
      const tookMs = performance.now() - beganAtMs;
      if (tookMs < quickMs) size = Math.min(maxPieceBytes, size * 2);
      else if (tookMs > slowMs) size = Math.max(minPieceBytes, size / 2);
      continue;
    }
    if (answer && !answer.ok && answer.status < 500 && ![400, 408, 409, 429].includes(answer.status))
      return { ok: false, isStopped: false, title: await readProblemTitle(answer) };
    if (signal.aborted) continue;
    size = minPieceBytes;
    onWait(true);
    await waitOrOnline(retryWaitsMs[Math.min(failures, retryWaitsMs.length - 1)] ?? 0, signal);
    failures += 1;
    upload = (await readUpload(upload.uploadId)) ?? upload;
  }
  onWait(false);
  return { ok: true, upload };
}

async function sendPiece(upload: Upload, piece: ArrayBuffer, signal: AbortSignal): Promise<Response | null> {
  const isLast = upload.receivedBytes + piece.byteLength === upload.sizeBytes;
  const headers = {
    'content-type': 'application/partial-upload',
    'upload-offset': String(upload.receivedBytes),
    'upload-complete': isLast ? '?1' : '?0',
    'accept-language': document.documentElement.lang,
  };
  try {
    return await fetchWithSession(`/api/admin/uploads/${upload.uploadId}`, {
      method: 'PATCH',
      headers,
      body: piece,
      signal,
    });
  } catch {
    return null;
  }
}

async function readProblemTitle(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => null)) as { title?: string } | null;
  return problem?.title ?? '';
}

function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const tryNow = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', tryNow, { once: true });
    window.addEventListener('online', tryNow, { once: true });
  });
}

export interface NewUpload {
  video: File;
  captions: ChosenCaptions;
  replaces?: string;
  name?: Record<string, string>;
  chapter: number;
  freePreview: boolean;
}

export interface UploadRefusal {
  title: string;
  errors: Record<string, string>;
  isUnreadable?: boolean;
}

export interface SenderState {
  isBusy: boolean;
  upload: Upload | null;
  isWaiting: boolean;
  refusal: UploadRefusal | null;
}

const idle: SenderState = { isBusy: false, upload: null, isWaiting: false, refusal: null };

/** Row O7: sends the videos of a course, one at a time. */
class VideoSender {
  private state = idle;
  private running: AbortController | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly slug: string) {}

  readonly read = (): SenderState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private change(part: Partial<SenderState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  readonly begin = async (newUpload: NewUpload): Promise<boolean> => {
    if (this.running) return false;
    const stop = new AbortController();
    this.running = stop;
    this.change({ ...idle, isBusy: true });
    const refusal = await warnBeforeUnloadWhile(this.send(newUpload, stop.signal)).catch(refusalOf);
    this.running = null;
    this.change({ isBusy: false, isWaiting: false, refusal });
    return refusal === null && !stop.signal.aborted;
  };

  readonly stop = (): void => this.running?.abort();

  readonly refuse = (refusal: UploadRefusal | null): void => this.change({ refusal });

  private async send({ video, captions, ...wanted }: NewUpload, signal: AbortSignal): Promise<UploadRefusal | null> {
    const body = {
      ...wanted,
      captions: await readCaptions(captions),
      sizeBytes: video.size,
      fingerprint: await computeFingerprint(video),
    };
    const created = await callJson<Upload>({ method: 'POST', url: `/api/admin/courses/${this.slug}/uploads`, body });
    if (!created.ok) return created;
    this.change({ upload: created.answer });
    const sent = await sendVideo(video, created.answer, {
      signal,
      onProgress: (upload) => this.change({ upload }),
      onWait: (isWaiting) => this.change({ isWaiting }),
    });
    if (sent.ok) this.change({ upload: sent.upload });
    return sent.ok || sent.isStopped ? null : { title: sent.title, errors: {} };
  }
}

/** Browsers throw a `DOMException` if a file cannot be read. */
const refusalOf = (error: unknown): UploadRefusal => ({
  title: '',
  errors: {},
  isUnreadable: error instanceof DOMException,
});

const senders = new Map<string, VideoSender>();

/** Keeps one sender per course, so that an upload continues while the admin visits other admin pages. */
export function senderOf(slug: string): VideoSender {
  const sender = senders.get(slug) ?? new VideoSender(slug);
  senders.set(slug, sender);
  return sender;
}
