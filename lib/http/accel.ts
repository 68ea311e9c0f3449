import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { MediaSeats } from '@/lib/http/media-seats';
import { answerProblem } from '@/lib/http/problem-answer';
import { sendFile } from '@/lib/http/send-file';

const REDIRECT = 'x-accel-redirect';
const USER = 'x-media-user';

export interface AccelOptions {
  /** `self`: the front sends files; `accel`: a proxy before it does, by the same header. */
  readonly sendFiles: 'self' | 'accel';
  readonly mediaDir: string;
  readonly dataDir: string;
  readonly seats: MediaSeats;
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
  const place = placeOf(order.target, options);
  const sent = place !== null && (await sendFile(request, response, place.root, place.path));
  if (!sent) answerProblem(response, { status: 404, key: 'not-found', requestId });
}
