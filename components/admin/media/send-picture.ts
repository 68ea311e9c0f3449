import { fetchWithSession } from '@/components/session/session-fetch';

export type SendPictureResult = { ok: true } | { ok: false; title: string; isPassing: boolean };

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function sendPicture(chosen: File, onProgress: (share: number) => void): Promise<SendPictureResult> {
  const file = await shrinkLargePhoto(chosen);
  const first = await postPicture(file, onProgress);
  if (first.status !== 401) return toSendResult(first);
  // Refresh the session with a cheap call: `fetchWithSession` would send the picture twice.
  await fetchWithSession('/api/admin/pictures').catch(() => null);
  return toSendResult(await postPicture(file, onProgress));
}

/** 4 MB need 60 s at 70 kB/s, which is as long as a request may take (docs/limits.md). */
const largeBytes = 4 * 1024 * 1024;
const usedWidth = 2560;
const nearlyLossless = 0.92;

/** Shrinks large photos. Returns other files, animations, and pictures that the browser cannot decode, unchanged. */
async function shrinkLargePhoto(file: File): Promise<File> {
  if (file.size <= largeBytes || !['image/jpeg', 'image/png'].includes(file.type)) return file;
  if (await isAnimatedPng(file)) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, usedWidth / bitmap.width);
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const smaller = await canvas.convertToBlob({ type: 'image/webp', quality: nearlyLossless }).catch(() => null);
  return smaller?.type === 'image/webp' && smaller.size < file.size ? new File([smaller], file.name) : file;
}

/** A canvas would keep only the first frame. `acTL` precedes the first image data (PNG, third edition, 11.3.6.1). */
async function isAnimatedPng(file: File): Promise<boolean> {
  if (file.type !== 'image/png') return false;
  const start = new TextDecoder('latin1').decode(new Uint8Array(await file.arrayBuffer(), 0, 65_536));
  return start.split('IDAT', 1).join('').includes('acTL');
}

interface UploadResponse {
  status: number;
  text: string;
}

const toSendResult = ({ status, text }: UploadResponse): SendPictureResult =>
  status >= 200 && status < 300
    ? { ok: true }
    : { ok: false, title: titleOf(text), isPassing: status === 0 || status >= 500 };

function postPicture(file: File, onProgress: (share: number) => void): Promise<UploadResponse> {
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
