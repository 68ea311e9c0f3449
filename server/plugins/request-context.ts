import { randomBytes } from 'node:crypto';
import plugin from 'fastify-plugin';
import { addressGroup } from '@/lib/address-group';
import { findRoute, segmentsOf } from '@/lib/find-route';
import type { Route } from '@/lib/routes';
import type { AppOptions } from '../options';

declare module 'fastify' {
  interface FastifyRequest {
    /** as it was sent, without the query */
    path: string;
    /** of the path, decoded; null when it cannot be decoded */
    segments: readonly string[] | null;
    /** undefined: nothing of ours is there */
    route: Route | undefined;
    search: URLSearchParams;
    /** what limits count by: an IPv4 address, or the /64 of an IPv6 address */
    addressGroup: string;
  }
}

/** Headers that only the server or Next may set; from outside they bypass guards (CVE-2025-29927 and its family). */
const forgeable =
  /^(?:x-accel-|x-middleware-|x-invoke-|x-nextjs-|x-matched-path$|x-now-|x-nonce$|x-client-address$|x-media-user$|x-forwarded|x-real-ip$|forwarded$|next-resume$|content-security-policy)/;

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

/** Reads each request once: its path, route and address. What a visitor must not decide is taken out of its headers. */
export const requestContext = plugin<AppOptions>((app, { settings }, registered) => {
  const { host, protocol } = new URL(settings.siteUrl);
  app.decorateRequest('path', '/');
  app.decorateRequest('segments');
  app.decorateRequest('route');
  app.decorateRequest('search');
  app.decorateRequest('addressGroup', '');

  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, url = '/' } = request.raw;
    const local = url.replace(origin, '') || '/';
    const [path = '/'] = local.split('?', 1);
    const address = request.ip.replace(/^::ffff:(?=\d+\.)/i, '');
    request.raw.url = local;
    request.path = path;
    request.segments = path.includes('%00') ? null : segmentsOf(path);
    request.route = request.segments ? findRoute(request.segments) : undefined;
    request.search = new URLSearchParams(local.slice(path.length));
    request.addressGroup = addressGroup(address);
    for (const name of Object.keys(headers)) if (forgeable.test(name)) delete headers[name];
    Object.assign(headers, {
      host, 'x-request-id': request.id, 'x-client-address': address,
      'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1),
    });
    done();
  });
  registered();
}, { name: 'request-context' });
