import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { findRoute, splitSegments } from '@/lib/find-route';
import { lifecycle, requestCheckFor } from '@/lib/process/shared-state';
import { type CallRoute, isCallPath, isPage, maxBodyBytesOf, type Route, routes } from '@/lib/routes';
import { dropAppendedPunctuation } from '@/lib/text';
import { WindowLimit } from '@/server/load-limits';
import type { AppOptions } from '@/server/options';
import { type Refusal, sendRefusal } from '@/server/problems';
import { canonicalPath } from './request-context';

const callsPerMinute = 3_000;
const searchesPerMinute = 60;
const writeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** No route contains an encoded slash, and upstreams disagree on whether it separates segments. */
const encodedSlash = /%(?:2f|5c)/i;

const readMethods = ['GET', 'HEAD'];
const methodsByRoute = new Map<Route | undefined, readonly string[]>(
  routes.map((route) => {
    const methods: readonly string[] = isPage(route) ? ['GET'] : route.methods;
    return [route, methods.includes('GET') ? [...methods, 'HEAD'] : methods];
  }),
);
const methodsOf = (route: Route | undefined): readonly string[] => methodsByRoute.get(route) ?? readMethods;

/** RFC 9112 requires status 400 for two Host headers, and for a missing one except in HTTP/1.0. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (each, index) => index % 2 === 0 && each.length === 4 && each.toLowerCase() === 'host',
  ).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const isEncoded = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';

const isCalledByServer = (route: Route | undefined): boolean =>
  route !== undefined && !isPage(route) && route.byServer === true;

/** True if refused calls count towards a limit. Routes with a check are exempt, because plugins/next.ts limits them. */
const countsRefusals = (route: Route | undefined): boolean =>
  route !== undefined && !isPage(route) && route.uncounted === true && !requestCheckFor(route.path);

/** Returns true if no limit by address applies here. The check of plugins/next.ts covers only bodies, so reads count. */
const isUncounted = (route: CallRoute, method: string): boolean =>
  route.uncounted === true && !(requestCheckFor(route.path) && readMethods.includes(method));

/** Returns a public page's path without appended punctuation, or null. Pages with a slug decide themselves. */
function pagePathIn(path: string): string | null {
  const bare = dropAppendedPunctuation(path);
  if (bare === path || findRouteOf(path)) return null;
  const route = findRouteOf(bare);
  return route && isPage(route) && route.access === 'public' ? bare : null;
}

function findRouteOf(path: string): Route | undefined {
  const segments = splitSegments(path);
  return segments ? findRoute(segments) : undefined;
}

export const requestLimits = plugin<AppOptions>(
  (app, { settings }, registered) => {
    const points = Math.max(1, Math.floor(callsPerMinute * settings.limitScale));
    const calls = new WindowLimit(points, 60_000);
    const watching = new WindowLimit(callsPerMinute, 60_000);
    const refused = new WindowLimit(points, 60_000);
    const searches = new WindowLimit(Math.max(1, Math.floor(searchesPerMinute * settings.limitScale)), 60_000);

    const findRefusal = (request: FastifyRequest): Refusal | null => {
      const { method, segments, route } = request;
      if (segments === null) return { status: 400, key: 'malformed' };
      if (!hasOneHost(request.raw)) return { status: 400, key: 'malformed', headers: { connection: 'close' } };
      if (encodedSlash.test(request.path) || segments.some((segment) => segment === '..' || segment === '.'))
        return { status: 404, key: 'not-found' };
      if (!lifecycle.ready && !isCalledByServer(route)) return { status: 503, key: 'starting', retryAfterSeconds: 1 };
      if (!route && isCallPath(segments)) return { status: 404, key: 'not-found' };
      const allowed = methodsOf(route);
      if (!allowed.includes(method) && (!route || method !== 'OPTIONS') && canonicalPath(request.path) === request.path)
        return { status: 405, key: 'wrong-method', allow: allowed.join(', ') };
      if (!route || isCalledByServer(route)) return null;
      if (writeMethods.has(method) && isEncoded(request.headers['content-encoding']))
        return { status: 415, key: 'unsupported-type' };
      if (Number(request.headers['content-length'] ?? 0) > maxBodyBytesOf(route))
        return { status: 413, key: 'too-large', limit: 'body-size' };
      if (lifecycle.storageLow && writeMethods.has(method))
        return { status: 503, key: 'storage-full', limit: 'disk-space', retryAfterSeconds: 30 };
      if (route.searches && request.search.get('q')) {
        const waitSeconds = searches.take(request.addressGroup);
        if (waitSeconds > 0)
          return { status: 429, key: 'too-many-requests', limit: 'searches', retryAfterSeconds: waitSeconds };
      }
      if (isPage(route)) return null;
      const limit = countsRefusals(route) ? 'refused-calls' : route.countedApart ? 'monitoring' : 'calls';
      const waitSeconds = countsRefusals(route)
        ? refused.waitSeconds(request.addressGroup)
        : isUncounted(route, method)
          ? 0
          : (route.countedApart ? watching : calls).take(request.addressGroup);
      return waitSeconds > 0 ? { status: 429, key: 'too-many-requests', limit, retryAfterSeconds: waitSeconds } : null;
    };

    const redirectOrAnswerOptions = ({ path, method, route, raw }: FastifyRequest, reply: FastifyReply): boolean => {
      const canonical = canonicalPath(path);
      const target = readMethods.includes(method) ? (pagePathIn(canonical) ?? canonical) : canonical;
      if (target !== path)
        return Boolean(
          reply
            .code(308)
            .header('location', target + (raw.url ?? '').slice(path.length))
            .send(),
        );
      if (method !== 'OPTIONS' || !route) return false;
      return Boolean(reply.code(204).header('allow', methodsOf(route).join(', ')).send());
    };

    app.addHook('onRequest', (request, reply, done) => {
      const refusal = findRefusal(request);
      if (refusal) return sendRefusal(request, reply, refusal);
      if (redirectOrAnswerOptions(request, reply)) return;
      if (countsRefusals(request.route))
        reply.raw.once('finish', () => {
          if (reply.statusCode >= 400) refused.take(request.addressGroup);
        });
      done();
    });
    registered();
  },
  { name: 'request-limits', dependencies: ['static-assets'] },
);
