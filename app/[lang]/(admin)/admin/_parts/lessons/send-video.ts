import { sessionFetch } from '../../../../_session/session-fetch';

export interface Upload {
  uploadId: string; file: string; name: Record<string, string>; sizeBytes: number; receivedBytes: number;
  status: 'receiving' | 'waiting' | 'processing' | 'done' | 'failed'; step: string | null; share: number; error: string | null; errorText: string | null; notices: Array<{ code: string; text: string }>;
}

const kibibyte = 1024;
const smallest = 256 * kibibyte;
/** deploy/nginx.conf and the server take no more in one piece. */
const largest = 8 * kibibyte * kibibyte;
/** A piece should neither take longer than a connection lives nor cost a question for every blink. */
const quickMs = 2000;
const slowMs = 15_000;
const waitsMs = [1000, 2000, 5000, 10_000, 15_000];

/** The same for the same video: its size, its name and both its ends. */
export async function fingerprintOf(video: File): Promise<string> {
  const end = kibibyte * kibibyte;
  const parts = new Blob([video.slice(0, end), video.slice(Math.max(0, video.size - end)), `${video.size} ${video.name}`]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await parts.arrayBuffer()));
  return btoa(String.fromCharCode(...hash)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export const readUpload = async (uploadId: string): Promise<Upload | null> => {
  const answer = await sessionFetch(`/api/admin/uploads/${uploadId}`, { headers: { 'accept-language': document.documentElement.lang } }).catch(() => null);
  return answer?.ok ? uploadIn(answer) : null;
};

/** Null when the network was lost before its end. */
const uploadIn = (answer: Response): Promise<Upload | null> => answer.json().catch(() => null) as Promise<Upload | null>;

interface Sending { signal: AbortSignal; onProgress: (upload: Upload) => void; /** The network is gone (true) or back. */ onWait: (waits: boolean) => void }
export type Sent = { ok: true; upload: Upload } | { ok: false; stopped: boolean; title: string };

/**
 * Sends what the service lacks of a video, piece by piece. When a piece gets lost it asks how much arrived and goes on from
 * there, for as long as the page is open; only a refusal or the person ends it.
 * @throws DOMException when the file cannot be read any more: it was moved or changed
 */
export async function sendVideo(video: File, begun: Upload, { signal, onProgress, onWait }: Sending): Promise<Sent> {
  let upload = begun;
  let size = smallest * 4;
  let failures = 0;
  while (upload.status === 'receiving' && upload.receivedBytes < video.size) {
    if (signal.aborted) return { ok: false, stopped: true, title: '' };
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
      if (tookMs < quickMs) size = Math.min(largest, size * 2);
      else if (tookMs > slowMs) size = Math.max(smallest, size / 2);
      continue;
    }
    if (answer && !answer.ok && answer.status < 500 && ![400, 408, 409, 429].includes(answer.status)) return { ok: false, stopped: false, title: await titleOf(answer) };
    if (signal.aborted) continue;
    size = smallest;
    onWait(true);
    await pause(waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0, signal);
    failures += 1;
    upload = (await readUpload(upload.uploadId)) ?? upload;
  }
  onWait(false);
  return { ok: true, upload };
}

async function sendPiece(upload: Upload, piece: ArrayBuffer, signal: AbortSignal): Promise<Response | null> {
  const last = upload.receivedBytes + piece.byteLength === upload.sizeBytes;
  const headers = {
    'content-type': 'application/partial-upload', 'upload-offset': String(upload.receivedBytes), 'upload-complete': last ? '?1' : '?0', 'accept-language': document.documentElement.lang,
  };
  try {
    return await sessionFetch(`/api/admin/uploads/${upload.uploadId}`, { method: 'PATCH', headers, body: piece, signal });
  } catch {
    return null;
  }
}

async function titleOf(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => null)) as { title?: string } | null;
  return problem?.title ?? '';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const now = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', now, { once: true });
    window.addEventListener('online', now, { once: true });
  });
}
