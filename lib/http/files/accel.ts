import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import type { FrontLog } from '@/lib/http/app';
import type { OpenFiles } from '@/lib/http/files/open-files';
import type { MediaSeats } from '@/lib/http/files/media-seats';
import { answerProblem } from '@/lib/http/answers/problem-answer';
import { sendFile } from '@/lib/http/files/send-file';
import { sendObject } from '@/lib/http/files/send-object';
import type { MediaBucket } from '@/lib/s3';

const REDIRECT = 'x-accel-redirect';
const USER = 'x-media-user';

export interface AccelOptions {
  /** `self`: the front sends files; `accel`: a proxy before it does, by the same header. */
  readonly sendFiles: 'self' | 'accel';
  readonly mediaDir: string;
  readonly mediaBucket: MediaBucket | null;
  readonly dataDir: string;
  readonly seats: MediaSeats;
  readonly files: OpenFiles;
  readonly log: FrontLog;
}

interface FilePlace {
  readonly root: string;
  readonly path: string;
}

/** `/_protected/{media|data}/…`, percent-encoded as a proxy expects it. A `..` never leaves its folder. */
export function placeOf(target: string, options: Pick<AccelOptions, 'mediaDir' | 'dataDir'>): FilePlace | null {
  const match = /^\/_protected\/(media|data)\/(.+)$/.exec(target);
  if (!match) return null;
  const [, folder, encoded = ''] = match;
  try {
    const segments = encoded.split('/').map(decodeURIComponent);
    if (segments.some((segment) => segment === '..' || segment === '' || /[\0/\\]/.test(segment))) return null;
    const root = folder === 'media' ? options.mediaDir : options.dataDir;
    return { root, path: join(root, ...segments) };
  } catch {
    return null;
  }
}

const keyOf = (place: FilePlace): string => relative(place.root, place.path).split(sep).join('/');

/** Lessons in a bucket come through us in every mode: a proxy has no key to it. */
export const liesInBucket = (target: string, { mediaBucket }: Pick<AccelOptions, 'mediaBucket'>): boolean =>
  mediaBucket !== null && target.startsWith('/_protected/media/');

async function send(request: IncomingMessage, response: ServerResponse, target: string, options: AccelOptions, requestId: string): Promise<boolean> {
  const place = placeOf(target, options);
  if (place === null) return false;
  if (!options.mediaBucket || !liesInBucket(target, options)) return sendFile(request, response, { ...place, files: options.files });
  try {
    return await sendObject(request, response, options.mediaBucket, keyOf(place));
  } catch (error) {
    options.log.error({ err: error, requestId }, 'The media bucket did not give a lesson');
    if (!response.headersSent) answerProblem(response, { status: 503, key: 'unavailable', requestId, retryAfterSeconds: 5 });
    return true;
  }
}

/** Takes the front's own headers off the answer. */
export function takeFileOrder(response: ServerResponse): { target: string; user: string | null } | null {
  const target = response.getHeader(REDIRECT);
  const user = response.getHeader(USER);
  response.removeHeader(USER);
  if (target === undefined) return null;
  response.removeHeader(REDIRECT);
  return { target: String(target), user: user === undefined ? null : String(user) };
}

/** Sends what a handler named. The seat is free again when the connection has ended, however it did. */
export async function sendOrdered(
  request: IncomingMessage,
  response: ServerResponse,
  order: { target: string; user: string | null },
  options: AccelOptions,
  requestId: string,
): Promise<void> {
  const freeSeat = order.user === null ? () => undefined : options.seats.take(order.user);
  if (freeSeat === null) {
    answerProblem(response, { status: 429, key: 'too-many-requests', requestId, retryAfterSeconds: 2 });
    return;
  }
  response.once('close', freeSeat);
  response.removeHeader('content-length');
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'private, no-store');
  const sent = await send(request, response, order.target, options, requestId);
  if (!sent) answerProblem(response, { status: 404, key: 'not-found', requestId });
}
