import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { PageContext } from '@/lib/cache/page-context';
import { log } from '@/lib/log';
import { serverStats } from '@/lib/process/shared-state';
import type { Route } from '@/lib/routes';
import { FairQueue, WindowLimit } from '@/server/load-limits';
import { crossOriginHeaders, dataPolicy, nonceSources, type PagePolicy } from '@/server/plugins/security-headers';
import { dropNonce, dropStylePreloads, finishPage } from '@/server/rendering/page-html';
import { type Application, newPageContext, type RenderResult, requestPage } from '@/server/rendering/render';
import { storeResponse } from '@/server/rendering/stored-response';
import { type CachedPage, navigationHeaders, type PageKey, PageStore } from './page-store';

export class TooManyRenders extends Error {
  override readonly name = 'TooManyRenders';

  constructor(readonly retryAfterSeconds: number) {
    super('This address causes too many renders');
  }
}

export interface PageRequest {
  readonly key: PageKey;
  readonly kind: CacheKind;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  readonly addressGroup: string;
}

interface RenderInFlight {
  readonly rendered: Promise<RenderedPage>;
  readonly startedAtMs: number;
}

const mebibyte = 1024 * 1024;
const pageBytes = 32 * mebibyte;
/** A separate limit for searches, pictures and missing pages: they are unlimited in number and must not evict pages. */
const variantBytes = 16 * mebibyte;
/** A render keeps a processor busy. More than two at once would only delay other work such as sign-in. */
const concurrency: Readonly<Record<CacheKind, number>> = { page: 2, picture: 1, data: 6 };
/** A pause of three times its duration follows each render, so that two renders use half a processor. */
const restFactor: Readonly<Record<CacheKind, number>> = { page: 3, picture: 0, data: 0 };
const maxWaiting = 500;
const maxWaitingOfAddress = 40;
/** Counts navigation separately, because it prefetches about twenty parts per page when the cache is cold. */
type CountedKind = CacheKind | 'navigation';

/** Per address. Pages count only if the address has another render in flight: polite crawlers never hit the limit. */
const rendersPerWindow: Readonly<Record<CountedKind, number>> = {
  page: 60,
  navigation: 120,
  picture: 20,
  data: Infinity,
};
export const renderWindowMs = 10_000;
/** Serve the stale page if the render takes longer (measured: 25 ms alone, 200 ms with 60 connections). */
const staleAfterMs = 400;
/** Prefer a stale page to a degraded one for this long: by then, a restarted database is back (decision 167). */
const staleBeforeDegradedMs = 10 * 60_000;

export class PageCache {
  readonly #pages = new PageStore(pageBytes);
  readonly #variants = new PageStore(variantBytes);
  readonly #flights = new Map<string, RenderInFlight>();
  readonly #flightsOfAddress = new Map<string, number>();
  readonly #queues: Readonly<Record<CacheKind, FairQueue>>;
  readonly #limits: Readonly<Record<CountedKind, WindowLimit>>;

  constructor(
    private readonly options: RenderOptions,
    limitScale: number,
  ) {
    const createQueue = (kind: CacheKind) =>
      new FairQueue(concurrency[kind], maxWaiting, Math.ceil(maxWaitingOfAddress * limitScale), restFactor[kind]);
    const createLimit = (kind: CountedKind) =>
      new WindowLimit(Math.ceil(rendersPerWindow[kind] * limitScale), renderWindowMs);
    this.#queues = { page: createQueue('page'), picture: createQueue('picture'), data: createQueue('data') };
    this.#limits = {
      page: createLimit('page'),
      navigation: createLimit('navigation'),
      picture: createLimit('picture'),
      data: createLimit('data'),
    };
  }

  invalidate(tags: readonly string[], isPurge: boolean): void {
    this.#flights.clear();
    for (const store of [this.#pages, this.#variants]) store.invalidate(tags, isPurge, Date.now());
    this.#updateStats();
  }

  /** Synchronous, because promises are costly here: Next tracks the async context of each one. */
  find({ key }: PageKey): CachedPage | null {
    const cachedPage = this.#findStored(key);
    if (cachedPage?.staleSinceMs !== null) return null;
    serverStats.hits += 1;
    return cachedPage;
  }

  /** @throws QueueFull, TooManyRenders, AnswerTimeout */
  async render(request: PageRequest): Promise<CachedPage> {
    const stale = request.kind === 'page' ? this.#findStored(request.key.key) : undefined;
    try {
      const flight = this.#joinFlight(request);
      return await (stale ? readFreshOrStale(flight, stale) : (await flight.rendered).page);
    } catch (error) {
      if (!stale) throw error;
      log.warn({ err: error, page: request.key.key }, 'A page could not be rendered; serving the stale one');
      return stale;
    }
  }

  #findStored(key: string): CachedPage | undefined {
    return this.#pages.get(key) ?? this.#variants.get(key);
  }

  #joinFlight(request: PageRequest): RenderInFlight {
    const { kind, addressGroup, headers } = request;
    // Separate data by language, because its error messages depend on it.
    const flightKey = `${request.key.key}\n${kind === 'data' ? (headers['accept-language'] ?? '') : ''}`;
    const runningFlight = this.#flights.get(flightKey);
    if (runningFlight) return runningFlight;
    const waitSeconds = this.#isExemptFromLimit(request)
      ? 0
      : this.#limits[kind === 'page' && headers['rsc'] !== undefined ? 'navigation' : kind].take(addressGroup);
    if (waitSeconds > 0) throw new TooManyRenders(waitSeconds);
    this.#countFlight(addressGroup, 1);
    const rendered = this.#queues[kind]
      .run(addressGroup, () => this.#renderNow(request))
      .finally(() => {
        this.#countFlight(addressGroup, -1);
        if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey);
      });
    rendered.catch(() => undefined);
    const flight: RenderInFlight = { rendered, startedAtMs: Date.now() };
    this.#flights.set(flightKey, flight);
    return flight;
  }

  #isExemptFromLimit({ key, kind, addressGroup }: PageRequest): boolean {
    return kind === 'page' && !key.isVariant && (this.#flightsOfAddress.get(addressGroup) ?? 0) < concurrency.page;
  }

  #countFlight(addressGroup: string, change: 1 | -1): void {
    const count = (this.#flightsOfAddress.get(addressGroup) ?? 0) + change;
    if (count > 0) this.#flightsOfAddress.set(addressGroup, count);
    else this.#flightsOfAddress.delete(addressGroup);
  }

  async #renderNow({ key, kind, headers, requestId }: PageRequest): Promise<RenderedPage> {
    serverStats.renders += 1;
    const { generation } = this.#pages;
    const rendered = await renderPage(this.options, key, kind, headers, requestId);
    const { page } = rendered;
    if (!rendered.isCacheable) return rendered;
    const [store, other] =
      key.isVariant || kind === 'picture' || page.status !== 200
        ? [this.#variants, this.#pages]
        : [this.#pages, this.#variants];
    other.delete(page.key);
    store.set(page, generation);
    this.#updateStats();
    return rendered;
  }

  #updateStats(): void {
    serverStats.pages = this.#pages.count + this.#variants.count;
    serverStats.pageBytes = this.#pages.bytes + this.#variants.bytes;
  }
}

/** Returns the stale page if the render is slow or fails. Waits for a stale 404, because the page may exist by now. */
async function readFreshOrStale({ rendered, startedAtMs }: RenderInFlight, stale: CachedPage): Promise<CachedPage> {
  const fresh = stale.status === 200 ? await resolveInTime(rendered, startedAtMs + staleAfterMs) : await rendered;
  if (fresh === null || fresh.page.status >= 500) return stale;
  const isRecent = Date.now() - (stale.staleSinceMs ?? Date.now()) < staleBeforeDegradedMs;
  return fresh.isDegraded && isRecent ? stale : fresh.page;
}

async function resolveInTime(rendered: Promise<RenderedPage>, untilMs: number): Promise<RenderedPage | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>(
    (resolve) => (timer = setTimeout(() => resolve(null), Math.max(0, untilMs - Date.now()))),
  );
  return Promise.race([rendered, late]).finally(() => clearTimeout(timer));
}

type CacheKind = NonNullable<Route['cache']>;

interface RenderOptions {
  readonly application: Application;
  readonly policy: PagePolicy;
  readonly host: string;
  readonly protocol: string;
  readonly build: Pick<FastifyInstance, 'readStylesheet' | 'hasAsset'>;
  readonly proxySeconds: number;
}

interface RenderedPage {
  readonly page: CachedPage;
  readonly isCacheable: boolean;
  readonly isDegraded: boolean;
}

const renderTimeoutMs = 30_000;
const revalidate = 'public, max-age=0, must-revalidate';
const forAnHour = 'public, max-age=3600';
const everyPageTag = 'content';

/** Renders without the visitor's cookie, address and language, so that none of them gets into the cache. */
async function renderPage(
  options: RenderOptions,
  key: PageKey,
  kind: CacheKind,
  requestHeaders: IncomingHttpHeaders,
  requestId: string,
): Promise<RenderedPage> {
  const { application, policy, host, protocol } = options;
  const context = newPageContext();
  context.tags.add(everyPageTag);
  const headers: IncomingHttpHeaders = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol };
  for (const name of [...navigationHeaders, ...(kind === 'page' ? [] : ['accept-language', 'accept'])])
    if (requestHeaders[name] !== undefined) headers[name] = requestHeaders[name];
  if (kind === 'page') headers['content-security-policy'] = policy(nonceSources(context.nonce));
  else headers['x-request-id'] = requestId;
  const rendered = await requestPage(application, { method: 'GET', url: key.url, headers }, context, renderTimeoutMs);
  const isCacheable = mayCache(rendered, kind, context);
  const { body, csp } = finishBody(rendered, context, key, options);
  const stored = await storeResponse(
    {
      status: rendered.status,
      headers: buildHeaders(rendered, { csp, kind, isCacheable, nonce: context.nonce, ...options }),
      body,
    },
    { effort: key.hasQuery ? 'fast' : 'best' },
  );
  return {
    page: { ...stored, key: key.key, tags: [...context.tags], staleSinceMs: null },
    isCacheable,
    isDegraded: context.isDegraded === true,
  };
}

const cachedStatuses = [200, 308, 404, 410];

function mayCache({ status, headers }: RenderResult, kind: CacheKind, { isDegraded }: PageContext): boolean {
  if (headers['set-cookie'] !== undefined || isDegraded) return false;
  if (kind === 'page') return cachedStatuses.includes(status);
  return status === 200 && !String(headers['cache-control'] ?? '').includes('no-store');
}

function finishBody(
  { headers, body }: RenderResult,
  { nonce }: PageContext,
  { url }: PageKey,
  { policy, build }: RenderOptions,
): { body: Buffer; csp: string } {
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('text/html')) {
    const { html, csp } = finishPage(body.toString('utf8'), {
      nonce,
      policy,
      build,
      path: url,
      isCached: true,
    });
    return { body: Buffer.from(html, 'utf8'), csp };
  }
  return {
    body: type.startsWith('text/x-component') ? Buffer.from(dropNonce(body.toString('utf8'), nonce), 'utf8') : body,
    csp: dataPolicy,
  };
}

interface PageHeadersOptions extends Pick<RenderOptions, 'proxySeconds'> {
  readonly csp: string;
  readonly kind: CacheKind;
  readonly isCacheable: boolean;
  readonly nonce: string;
}

function buildHeaders(
  { status, headers }: RenderResult,
  { csp, kind, isCacheable, nonce, proxySeconds }: PageHeadersOptions,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'etag' && name !== 'set-cookie') kept[name] = String(value);
  if (kept['link'] !== undefined) kept['link'] = dropStylePreloads(kept['link']).replaceAll(`; nonce="${nonce}"`, '');
  if (kept['link'] === '') delete kept['link'];
  const isComponent = kept['content-type']?.startsWith('text/x-component');
  return {
    // Comes before Cache-Control, because nginx below 1.23 obeys the first of the two.
    ...(isCacheable && proxySeconds > 0 ? { 'x-accel-expires': String(proxySeconds) } : {}),
    ...kept,
    'content-security-policy': csp,
    ...(kind === 'picture' && status === 200 ? crossOriginHeaders : {}),
    'cache-control': isCacheable && status === 200 ? (kind === 'picture' ? forAnHour : revalidate) : 'no-store',
    vary: isComponent ? ['accept-encoding', ...navigationHeaders].join(', ') : 'accept-encoding',
    ...(status === 503 ? { 'retry-after': kept['retry-after'] ?? '5' } : {}),
  };
}
