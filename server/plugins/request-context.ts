import { randomBytes } from 'node:crypto';
import plugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { addressGroup, plainAddress } from '@/lib/process/address-group';
import type { PreviewRole } from '@/lib/process/preview-check';
import { findRoute, segmentsOf } from '@/lib/find-route';
import type { Route } from '@/lib/routes';
import { canonicalPath } from '../canonical-path';

declare module 'fastify' {
  interface FastifyRequest {
    /** as it was sent, without the query */
    path: string;
    /** of the path, decoded; null when it cannot be decoded */
    segments: readonly string[] | null;
    /** undefined: nothing of ours is there */
    route: Route | undefined;
    search: URLSearchParams;
    /** the visitor's, behind the trusted proxies */
    address: string;
    /** what limits count by: an IPv4 address, or the /64 of an IPv6 address */
    addressGroup: string;
    /** The page is rendered for one editor, with what is not published yet (N5). */
    preview: PreviewRole | null;
  }
}

const acceptableId = /^[\w-]{8,64}$/;
const processId = randomBytes(5).toString('hex');
let requestCount = 0;

/** For correlation, not a secret. A trusted proxy's is taken over when it is plausible. */
export function newRequestId(given: string | string[] | undefined, isTrusted: boolean): string {
  if (isTrusted && typeof given === 'string' && acceptableId.test(given)) return given;
  requestCount += 1;
  return `${processId}-${requestCount.toString(36).padStart(7, '0')}`;
}

/** The origin of an address in absolute form, which proxies send. */
const origin = /^[a-z]+:\/\/[^/?#]*/i;
/** Calls that a provider signs are answered at their canonical address at once: providers do not follow redirects. */
function isSigned(method: string, path: string): boolean {
  const route = findRoute(segmentsOf(path) ?? []);
  return method === 'POST' && route !== undefined && 'methods' in route && route.methods.POST === 'signature';
}
const noSearch = new URLSearchParams();
const maxKnownAddresses = 10_000;

/** Reads each request once: its path, route and address. */
export const requestContext = plugin((app, _options, registered) => {
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
    if (canonical !== request.path && isSigned(request.method, canonical)) {
      request.path = canonical;
      raw.url = canonical + query;
    }
    request.segments = request.path.includes('%00') ? null : segmentsOf(request.path);
    request.route = request.segments ? findRoute(request.segments) : undefined;
    request.search = query === '' ? noSearch : new URLSearchParams(query);
    request.address = plainAddress(request.ip);
    request.addressGroup = addressGroups.memo(request.address);
    done();
  });
  registered();
}, { name: 'request-context' });
