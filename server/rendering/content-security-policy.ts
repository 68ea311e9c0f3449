import type { Config } from '@/lib/config/config';

/** What allows the inline scripts and styles of one page: hashes on a cached page; a nonce on a page per person, and the hash of its style. */
export interface InlineSources {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

export type PagePolicy = (inline: InlineSources) => string;

/** For everything that is not a page: nothing in it may run or be framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

const tagManager = 'https://www.googletagmanager.com';
const analytics = [tagManager, 'https://*.google-analytics.com', 'https://*.analytics.google.com'];

function originsOf(addresses: readonly (string | null | undefined)[]): string[] {
  const present = addresses.filter((address): address is string => typeof address === 'string' && address !== '');
  return [...new Set(present.map((address) => new URL(address).origin))];
}

const directive = (name: string, ...sources: readonly (string | readonly string[])[]): string => [name, ...sources.flat()].join(' ');

/**
 * Foreign hosts appear only when configuration names them. No `strict-dynamic`: it would switch off `'self'`, which
 * allows the page's own files. Style attributes are allowed because images carry them; style elements are not.
 */
export function pagePolicy(settings: Config): PagePolicy {
  const measured = settings.analyticsId !== null;
  const frames = originsOf([settings.feedbackFormUrl]);
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
    // A form may be redirected to an identity provider or to the hosted payment page.
    directive('form-action', "'self'", originsOf([settings.paymob?.baseUrl, settings.google?.issuer, settings.linkedin?.issuer])),
    directive('frame-src', frames.length > 0 ? frames : "'none'"),
    "frame-ancestors 'none'",
  ].join('; ');
  return ({ script, style }) => ["default-src 'self'", directive('script-src', "'self'", measured ? tagManager : [], script), directive('style-src', "'self'", style), rest].join('; ');
}

export const nonceSources = (nonce: string): InlineSources => ({ script: [`'nonce-${nonce}'`], style: [`'nonce-${nonce}'`] });
