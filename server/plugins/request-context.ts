import { randomBytes } from 'node:crypto';
import plugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { findRoute, splitSegments } from '@/lib/find-route';
import { addressGroup, plainAddress } from '@/lib/process/address-group';
import type { PreviewRole } from '@/lib/process/shared-state';
import type { Route } from '@/lib/routes';
import { cleanLine } from '@/lib/text';

declare module 'fastify' {
  interface FastifyRequest {
    /** As sent, without the query. */
    path: string;
    /** Null for a malformed path. */
    segments: readonly string[] | null;
    route: Route | undefined;
    search: URLSearchParams;
    address: string;
    addressGroup: string;
    preview: PreviewRole | null;
  }
}

const acceptableId = /^[\w-]{8,64}$/;
const processId = randomBytes(5).toString('hex');
let requestCount = 0;

/** Returns an id for correlating log lines. Keeps the id of a trusted proxy. */
export function newRequestId(header: string | string[] | undefined, isTrusted: boolean): string {
  if (isTrusted && typeof header === 'string' && acceptableId.test(header)) return header;
  requestCount += 1;
  return `${processId}-${requestCount.toString(36).padStart(7, '0')}`;
}

const origin = /^[a-z]+:\/\/[^/?#]*/i;
function skipsRedirects(method: string, path: string): boolean {
  const route = findRoute(splitSegments(path) ?? []);
  return method === 'POST' && route !== undefined && 'noRedirects' in route && route.noRedirects === true;
}
const noSearch = new URLSearchParams();
const maxKnownAddresses = 10_000;

export const requestContext = plugin(
  (app, _options, registered) => {
    const addressGroups = new LRUCache<string, string>({ max: maxKnownAddresses, memoMethod: addressGroup });
    app.decorateRequest('path', '/');
    app.decorateRequest('segments');
    app.decorateRequest('route');
    app.decorateRequest('search');
    app.decorateRequest('address', '');
    app.decorateRequest('addressGroup', '');
    app.decorateRequest('preview', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const { raw } = request;
      raw.url = raw.url?.replace(origin, '') || '/';
      const queryStart = raw.url.indexOf('?');
      const query = queryStart < 0 ? '' : raw.url.slice(queryStart);
      request.path = queryStart < 0 ? raw.url : raw.url.slice(0, queryStart);
      const canonical = canonicalPath(request.path);
      if (canonical !== request.path && skipsRedirects(request.method, canonical)) {
        request.path = canonical;
        raw.url = canonical + query;
      }
      request.segments = request.path.includes('%00') ? null : splitSegments(request.path);
      request.route = request.segments ? findRoute(request.segments) : undefined;
      request.search = query === '' ? noSearch : new URLSearchParams(query);
      request.address = plainAddress(request.ip);
      request.addressGroup = addressGroups.memo(request.address);
      done();
    });
    registered();
  },
  { name: 'request-context' },
);

/** Normalises like slugs. Collapses slashes, because `//name` would refer to another host. */
export function canonicalPath(path: string): string {
  const normal = path.includes('%') ? path.split(/[\\/]/).map(normaliseSegment).join('/') : path;
  return normal.replaceAll(/[\\/]+/g, '/').replace(/(?<=.)\/$/, '');
}

function normaliseSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    const normal = cleanLine(text.normalize('NFC'));
    return normal === text ? segment : encodeURIComponent(normal);
  } catch {
    return segment;
  }
}
