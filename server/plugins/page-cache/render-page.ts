import type { IncomingHttpHeaders } from 'node:http';
import type { PageContext } from '@/lib/cache/page-context';
import type { Route } from '@/lib/routes';
import { dataPolicy, nonceSources, type PagePolicy } from '../../rendering/content-security-policy';
import { replaceNonce, withoutNonce } from '../../rendering/inline-hashes';
import { inlineStyles, withoutStylePreloads } from '../../rendering/inline-styles';
import { loadScripts } from '../../rendering/page-scripts';
import { newPageContext, render, type Application, type Rendered } from '../../rendering/render';
import { storeResponse } from '../../rendering/stored-response';
import { shownAnywhere } from '../security-headers';
import { navigationHeaders, type PageKey } from './page-key';
import type { CachedPage } from './page-store';

export type Kind = NonNullable<Route['cache']>;

export interface RenderOptions {
  readonly application: Application;
  readonly policy: PagePolicy;
  readonly host: string;
  readonly protocol: string;
  readonly readStylesheet: (address: string) => string | null;
  readonly hasAsset: (address: string) => boolean;
  /** A cache of nginx in front may hold the answer this long without asking. */
  readonly proxySeconds: number;
}

/** `isMakeshift`: made without something that could not be read. */
export interface RenderedPage { readonly page: CachedPage; readonly isCacheable: boolean; readonly isMakeshift: boolean }

const renderTimeoutMs = 30_000;
const revalidate = 'public, max-age=0, must-revalidate';
const forAnHour = 'public, max-age=3600';
/** Every page is made of content. */
const everyPage = 'content';

/**
 * Asks the application for a page on nobody's behalf: no cookie, address or language of a visitor, so that nothing of
 * one can get into the cache. What names the request (a refusal of content in its language) is not cacheable.
 */
export async function renderPage(options: RenderOptions, key: PageKey, kind: Kind, asked: IncomingHttpHeaders, requestId: string): Promise<RenderedPage> {
  const { application, policy, host, protocol } = options;
  const context = newPageContext();
  context.tags.add(everyPage);
  const headers: IncomingHttpHeaders = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol };
  for (const name of [...navigationHeaders, ...(kind === 'page' ? [] : ['accept-language', 'accept'])]) if (asked[name] !== undefined) headers[name] = asked[name];
  if (kind === 'page') headers['content-security-policy'] = policy(nonceSources(context.nonce));
  else headers['x-request-id'] = requestId;
  const rendered = await render(application, { method: 'GET', url: key.url, headers }, context, renderTimeoutMs);
  const isCacheable = mayCache(rendered, kind, context);
  const { body, csp } = finishBody(rendered, context, options);
  const stored = await storeResponse({ status: rendered.status, headers: headersOf(rendered, { csp, kind, isCacheable, nonce: context.nonce, ...options }), body }, { effort: key.hasQuery ? 'fast' : 'best' });
  return { page: { ...stored, key: key.key, tags: [...context.tags], staleSinceMs: null }, isCacheable, isMakeshift: context.isMakeshift === true };
}

/** A page that is not there, or has moved, is cached too. */
const cachedStatuses = [200, 308, 404, 410];

function mayCache({ status, headers }: Rendered, kind: Kind, { isMakeshift }: PageContext): boolean {
  if (headers['set-cookie'] !== undefined || isMakeshift) return false;
  if (kind === 'page') return cachedStatuses.includes(status);
  return status === 200 && !String(headers['cache-control'] ?? '').includes('no-store');
}

function finishBody({ headers, body }: Rendered, { nonce }: PageContext, { policy, readStylesheet, hasAsset }: RenderOptions): { body: Buffer; csp: string } {
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('text/html')) {
    const { html, inline } = replaceNonce(loadScripts(inlineStyles(body.toString('utf8'), nonce, readStylesheet), nonce, 'after-paint', hasAsset), nonce);
    return { body: Buffer.from(html, 'utf8'), csp: policy(inline) };
  }
  return { body: type.startsWith('text/x-component') ? Buffer.from(withoutNonce(body.toString('utf8'), nonce), 'utf8') : body, csp: dataPolicy };
}

interface About extends Pick<RenderOptions, 'proxySeconds'> {
  readonly csp: string;
  readonly kind: Kind;
  readonly isCacheable: boolean;
  readonly nonce: string;
}

function headersOf({ status, headers }: Rendered, { csp, kind, isCacheable, nonce, proxySeconds }: About): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined && name !== 'etag' && name !== 'set-cookie') own[name] = String(value);
  if (own['link'] !== undefined) own['link'] = withoutStylePreloads(own['link']).replaceAll(`; nonce="${nonce}"`, '');
  if (own['link'] === '') delete own['link'];
  const isComponent = own['content-type']?.startsWith('text/x-component');
  return {
    // Before Cache-Control: nginx below 1.23 takes the first of the two. What is gone or has moved takes the place of what was there.
    ...(isCacheable && proxySeconds > 0 ? { 'x-accel-expires': String(proxySeconds) } : {}),
    ...own,
    'content-security-policy': csp,
    ...(kind === 'picture' && status === 200 ? shownAnywhere : {}),
    'cache-control': isCacheable && status === 200 ? (kind === 'picture' ? forAnHour : revalidate) : 'no-store',
    vary: isComponent ? ['accept-encoding', ...navigationHeaders].join(', ') : 'accept-encoding',
    ...(status === 503 ? { 'retry-after': own['retry-after'] ?? '5' } : {}),
  };
}
