import plugin from 'fastify-plugin';
import type { Config } from '@/lib/config/config';
import { lifecycle } from '@/lib/process/lifecycle';
import type { AppOptions } from '../options';
import { dataPolicy } from '../rendering/content-security-policy';

const twoYearsSeconds = 63_072_000;

const permissions = [
  'accelerometer=()', 'browsing-topics=()', 'camera=()', 'display-capture=()',
  'geolocation=()', 'gyroscope=()', 'magnetometer=()', 'microphone=()', 'midi=()', 'payment=()', 'usb=()',
].join(', ');

/** Of a public picture: mails show it inside a reader's own site. */
export const shownAnywhere = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** A page replaces the policy by its own. */
export function securityHeadersOf({ siteUrl }: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Addresses may hold an email or a code: other sites are sent nothing of them (X06).
    'referrer-policy': 'same-origin',
    'permissions-policy': permissions,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': dataPolicy,
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains` } : {}),
  };
}

/** Headers of every answer, whoever makes it. */
export const securityHeaders = plugin<AppOptions>((app, { settings }, registered) => {
  const headers = securityHeadersOf(settings);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    if (lifecycle.stopping) void reply.header('connection', 'close');
    done();
  });
  registered();
}, { name: 'security-headers' });
