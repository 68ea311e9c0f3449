import { sessionFetch } from '../../../_session/session-fetch';

export type Sent = { ok: true } | { ok: false; title: string; /** The picture itself was not refused. */ isPassing: boolean };

/**
 * Sends one file, with its progress from 0 to 1: `fetch` does not tell how much has left.
 * @returns what the service said to it; an empty title when it could not be reached
 */
export async function sendPicture(chosen: File, onProgress: (share: number) => void): Promise<Sent> {
  const file = await withinLine(chosen);
  const first = await send(file, onProgress);
  if (first.status !== 401) return sentOf(first);
  // The session is opened anew by a call that costs nothing, since the bytes would be sent twice.
  await sessionFetch('/api/admin/pictures').catch(() => null);
  return sentOf(await send(file, onProgress));
}

/** A request may take 60 seconds (docs/limits.md): so much gets through a line of 70 kB/s. */
const largeBytes = 4 * 1024 * 1024;
/** Of the largest file that is made of a picture. */
const usedWidth = 2560;
const nearlyLossless = 0.92;

/** A large photo in the size that the library uses; anything else, and what this browser cannot read, as it is. */
async function withinLine(file: File): Promise<File> {
  if (file.size <= largeBytes || !['image/jpeg', 'image/png'].includes(file.type)) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, usedWidth / bitmap.width);
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const smaller = await canvas.convertToBlob({ type: 'image/webp', quality: nearlyLossless }).catch(() => null);
  return smaller?.type === 'image/webp' && smaller.size < file.size ? new File([smaller], file.name) : file;
}

interface Answer { status: number; text: string }

const sentOf = ({ status, text }: Answer): Sent => (status >= 200 && status < 300 ? { ok: true } : { ok: false, title: titleOf(text), isPassing: status === 0 || status >= 500 });

function send(file: File, onProgress: (share: number) => void): Promise<Answer> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/admin/pictures?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('accept-language', document.documentElement.lang);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onerror = () => done({ status: 0, text: '' });
    request.onload = () => done({ status: request.status, text: request.responseText });
    request.send(file);
  });
}

function titleOf(text: string): string {
  try {
    return String((JSON.parse(text) as { title?: unknown }).title ?? '');
  } catch {
    return '';
  }
}
