import plugin from 'fastify-plugin';
import type { Config } from '@/lib/config/config';
import { lifecycle } from '@/lib/process/shared-state';
import type { AppOptions } from '@/server/options';

const twoYearsSeconds = 63_072_000;

const permissionsPolicy = [
  'accelerometer=()',
  'browsing-topics=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ');

/** Lets webmail sites show public pictures in emails. */
export const crossOriginHeaders = { 'cross-origin-resource-policy': 'cross-origin' } as const;

export function buildSecurityHeaders({ siteUrl }: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // URLs may contain an email address or a code, which other sites must not see (X06).
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': dataPolicy,
    ...(siteUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains` }
      : {}),
  };
}

export const securityHeaders = plugin<AppOptions>(
  (app, { settings }, registered) => {
    const headers = buildSecurityHeaders(settings);
    app.addHook('onRequest', (request, reply, done) => {
      void reply.headers(headers).header('x-request-id', request.id);
      if (lifecycle.stopping) void reply.header('connection', 'close');
      done();
    });
    registered();
  },
  { name: 'security-headers' },
);

/** CSP sources: hashes on cached pages, nonces on personal pages. */
export interface InlineSources {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

export type PagePolicy = (inline: InlineSources) => string;

export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

const tagManager = 'https://www.googletagmanager.com';
const analytics = [tagManager, 'https://*.google-analytics.com', 'https://*.analytics.google.com'];

function listOrigins(addresses: readonly (string | null | undefined)[]): string[] {
  const presentAddresses = addresses.filter(
    (address): address is string => typeof address === 'string' && address !== '',
  );
  return [...new Set(presentAddresses.map((address) => new URL(address).origin))];
}

const directive = (name: string, ...sources: readonly (string | readonly string[])[]): string =>
  [name, ...sources.flat()].join(' ');

/** Omits `strict-dynamic`, which would disable `'self'`. Allows style attributes, because images have them. */
export function pagePolicy(settings: Config): PagePolicy {
  const measured = settings.analyticsId !== null;
  const frames = listOrigins([settings.feedbackFormUrl]);
  const rest = [
    "style-src-attr 'unsafe-inline'",
    directive('img-src', "'self'", 'data:', 'blob:', measured ? analytics : []),
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    directive('connect-src', "'self'", measured ? analytics : []),
    "object-src 'none'",
    "base-uri 'none'",
    // A form may redirect to an identity provider or the hosted payment page.
    directive(
      'form-action',
      "'self'",
      listOrigins([
        ...Object.values(settings.payments).map((provider) => provider?.pageUrl),
        settings.google?.issuer,
        settings.linkedin?.issuer,
      ]),
    ),
    directive('frame-src', frames.length > 0 ? frames : "'none'"),
    "frame-ancestors 'none'",
  ].join('; ');
  return ({ script, style }) =>
    [
      "default-src 'self'",
      directive('script-src', "'self'", measured ? tagManager : [], script),
      directive('style-src', "'self'", style),
      rest,
    ].join('; ');
}

export const nonceSources = (nonce: string): InlineSources => ({
  script: [`'nonce-${nonce}'`],
  style: [`'nonce-${nonce}'`],
});
