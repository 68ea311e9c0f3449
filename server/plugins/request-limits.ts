import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { lifecycle } from '@/lib/process/lifecycle';
import { requestCheckFor } from '@/lib/process/request-check';
import { isCallPath, isPage, maxBodyBytesOf, routes, type Route } from '@/lib/routes';
import { canonicalPath } from '../canonical-path';
import type { AppOptions } from '../options';
import { refuse, type Refusal } from '../problems';
import { WindowLimit } from '../window-limit';

const callsPerMinute = 3_000;
/** A search reads the index of courses, lessons, articles and pages. */
const searchesPerMinute = 60;
const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Nothing here has one in its name, and what lies behind may or may not take it for a separator. */
const encodedSlash = /%(?:2f|5c)/i;

const reading = ['GET', 'HEAD'];
const methodsByRoute = new Map<Route | undefined, readonly string[]>(routes.map((route) => {
  const methods: string[] = isPage(route) ? ['GET'] : Object.keys(route.methods);
  return [route, methods.includes('GET') ? [...methods, 'HEAD'] : methods];
}));
const methodsOf = (route: Route | undefined): readonly string[] => methodsByRoute.get(route) ?? reading;

/** RFC 9112 wants 400 for two, of which Node takes the first, and for none, which only HTTP/1.0 may send. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((each, index) => index % 2 === 0 && each.length === 4 && each.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** No body is unpacked here: its limit counts the bytes that arrive. */
const isEncoded = (encoding: string | undefined): boolean => encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';

const isByServer = (route: Route | undefined): boolean => route !== undefined && !isPage(route) && route.byServer === true;

/** A player asks as often as it likes while it is answered. A call with a check counts by itself (plugins/next.ts). */
const countsRefusals = (route: Route | undefined): boolean => route !== undefined && !isPage(route) && route.uncounted === true && !requestCheckFor(route.path);

/** What is refused before anybody works on it: malformed paths, wrong methods, long bodies, too many calls, a full disk. */
export const requestLimits = plugin<AppOptions>((app, { settings }, registered) => {
  const points = Math.max(1, Math.floor(callsPerMinute * settings.limitScale));
  const calls = new WindowLimit(points, 60_000);
  const watching = new WindowLimit(callsPerMinute, 60_000);
  const refused = new WindowLimit(points, 60_000);
  const searches = new WindowLimit(Math.max(1, Math.floor(searchesPerMinute * settings.limitScale)), 60_000);

  const refusalOf = (request: FastifyRequest): Refusal | null => {
    const { method, segments, route } = request;
    if (segments === null) return { status: 400, key: 'malformed' };
    if (!hasOneHost(request.raw)) return { status: 400, key: 'malformed', headers: { connection: 'close' } };
    if (encodedSlash.test(request.path) || segments.some((segment) => segment === '..' || segment === '.')) return { status: 404, key: 'not-found' };
    if (!lifecycle.ready && !isByServer(route)) return { status: 503, key: 'starting', retryAfterSeconds: 1 };
    if (!route && isCallPath(segments)) return { status: 404, key: 'not-found' };
    const allowed = methodsOf(route);
    if (!allowed.includes(method) && (!route || method !== 'OPTIONS') && canonicalPath(request.path) === request.path) return { status: 405, key: 'wrong-method', allow: allowed.join(', ') };
    if (!route || isByServer(route)) return null;
    if (writing.has(method) && isEncoded(request.headers['content-encoding'])) return { status: 415, key: 'unsupported-type' };
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytesOf(route)) return { status: 413, key: 'too-large' };
    if (lifecycle.storageLow && writing.has(method)) return { status: 503, key: 'storage-full', retryAfterSeconds: 30 };
    if (route.searches && request.search.get('q')) {
      const waitSeconds = searches.take(request.addressGroup);
      if (waitSeconds > 0) return { status: 429, key: 'too-many-requests', retryAfterSeconds: waitSeconds };
    }
    if (isPage(route)) return null;
    const waitSeconds = countsRefusals(route) ? refused.waitSeconds(request.addressGroup) : route.uncounted ? 0 : (route.countedApart ? watching : calls).take(request.addressGroup);
    return waitSeconds > 0 ? { status: 429, key: 'too-many-requests', retryAfterSeconds: waitSeconds } : null;
  };

  const moveOrAllow = ({ path, method, route, raw }: FastifyRequest, reply: FastifyReply): boolean => {
    const canonical = canonicalPath(path);
    if (canonical !== path) return Boolean(reply.code(308).header('location', canonical + (raw.url ?? '').slice(path.length)).send());
    if (method !== 'OPTIONS' || !route) return false;
    return Boolean(reply.code(204).header('allow', methodsOf(route).join(', ')).send());
  };

  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request);
    if (refusal) return refuse(request, reply, refusal);
    if (moveOrAllow(request, reply)) return;
    if (countsRefusals(request.route)) reply.raw.once('finish', () => { if (reply.statusCode >= 400) refused.take(request.addressGroup); });
    done();
  });
  registered();
}, { name: 'request-limits', dependencies: ['static-assets'] });
