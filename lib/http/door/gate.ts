import type { IncomingMessage } from 'node:http';
import type { Area } from '@/lib/http/areas';
import { bodyLimitFor, isLengthAllowed } from '@/lib/http/door/body-limit';
import { addressGroup } from '@/lib/address-group';
import type { FrontParts } from '@/lib/http/front-parts';
import type { FrontRefusal } from '@/lib/http/answers/problem-answer';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const READING = new Set(['GET', 'HEAD']);
const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Calls with a limit of their own kind: Paymob's, counted once they were screened (R25), and films, which are counted by connection. */
const UNCOUNTED = /^\/api\/(?:payment\/callback$|user\/[^/]+\/video\/(?:stream|segment|playlist)\/)/;

/** Why this request goes no further, or null. */
export function refusalFor(request: IncomingMessage, path: string, area: Area, address: string, parts: FrontParts): FrontRefusal | null {
  const method = request.method ?? 'GET';
  if (!parts.state.ready) return { status: 503, key: 'starting', retryAfterSeconds: 1 };
  // Pages and content are read; whatever changes something is a call.
  const methods = area === 'call' ? METHODS : READING;
  if (!methods.has(method)) return { status: 405, key: 'wrong-method', allow: [...methods].join(', ') };
  if (!isLengthAllowed(request, bodyLimitFor(path))) return { status: 413, key: 'too-large' };
  if (parts.storage.isLow && WRITING.has(method)) return { status: 503, key: 'storage-full', retryAfterSeconds: 30 };
  if (area === 'call' && !UNCOUNTED.test(path)) {
    const wait = parts.jsonLimit.take(addressGroup(address), Date.now());
    if (wait > 0) return { status: 429, key: 'too-many-requests', retryAfterSeconds: wait };
  }
  return null;
}
