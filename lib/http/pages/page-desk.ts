import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { App, FrontLog } from '@/lib/http/app';
import { runInPageContext, type PageContext } from '@/lib/cache/page-context';
import { settleNonce, withoutNonce } from '@/lib/http/pages/inline-hashes';
import { EVERY_PAGE, PageCache, type KeptPage } from '@/lib/http/pages/page-cache';
import { loadScriptsLater } from '@/lib/http/pages/late-scripts';
import { NAVIGATION_HEADERS, type PageKey } from '@/lib/http/pages/page-key';
import { DATA_POLICY, nonceSources, type PagePolicy } from '@/lib/http/answers/policy';
import { render, type Rendered } from '@/lib/http/pages/render';
import { hashOfBody, keptHeaders, representations } from '@/lib/http/pages/representation';
import type { RenderQueue } from '@/lib/http/door/render-queue';
import type { WindowLimit } from '@/lib/http/door/window-limit';
import { inlineStylesheets, type ReadSheet } from '@/lib/http/pages/stylesheets';

export interface DeskOptions {
  readonly app: App;
  readonly policy: PagePolicy;
  readonly security: readonly string[];
  readonly host: string;
  readonly protocol: string;
  readonly readSheet: ReadSheet;
  readonly pageBytes: number;
  readonly log: FrontLog;
  readonly queues: RenderQueues;
  /** renderings of pages and of pictures that an address may cause in a time */
  readonly limits: { readonly page: WindowLimit; readonly picture: WindowLimit };
}

/** Pictures keep a processor busy for long, content hardly, so neither waits for the other. */
export interface RenderQueues {
  readonly page: RenderQueue;
  readonly data: RenderQueue;
  readonly picture: RenderQueue;
}

export interface AskedPage {
  readonly key: PageKey;
  readonly kind: keyof RenderQueues;
  readonly headers: IncomingHttpHeaders;
  /** limits count by this one (`addressGroup`) */
  readonly address: string;
}

/** The address has caused as many renderings as it may for now. */
export class TooManyRenderings extends Error {
  override readonly name = 'TooManyRenderings';

  constructor(readonly retryAfterSeconds: number) {
    super('This address causes too many renderings');
  }
}

interface Flight {
  readonly page: Promise<KeptPage>;
  readonly beganAtMs: number;
}

const RENDER_LIMIT_MS = 30_000;
/** A page that was dropped is sent once more when its new rendering takes longer (measured: 25 ms, 60 connections waiting 200 ms). */
const STALE_AFTER_MS = 400;
/** Shares of the memory for pages: `variants` are searches and pages that are not there, of which there is no end. */
const SHARES = { pages: 0.5, navigations: 0.2, variants: 0.15, pictures: 0.15 } as const;
const KEEPABLE = /^(?:text\/(?:html|x-component|plain|xml)|application\/(?:json|xml|rss\+xml|manifest\+json)|image\/png)/;
const REVALIDATE = 'public, max-age=0, must-revalidate';
const PICTURE_CACHE_CONTROL = 'public, max-age=3600';

/** Where pages are asked for: from memory, or rendered once for however many ask at the same time. */
export class PageDesk {
  readonly #options: DeskOptions;
  readonly #caches: Readonly<Record<keyof typeof SHARES, PageCache>>;
  readonly #flights = new Map<string, Flight>();
  #improving: Promise<void> = Promise.resolve();
  renders = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    const cache = (share: number) => new PageCache(Math.floor(options.pageBytes * share));
    this.#caches = { pages: cache(SHARES.pages), navigations: cache(SHARES.navigations), variants: cache(SHARES.variants), pictures: cache(SHARES.pictures) };
  }

  get count(): number {
    return this.#all.reduce((sum, cache) => sum + cache.count, 0);
  }

  get bytes(): number {
    return this.#all.reduce((sum, cache) => sum + cache.bytes, 0);
  }

  get #all(): PageCache[] {
    return Object.values(this.#caches);
  }

  /** What is kept under this key: for a plain request the address itself, so that the usual hit needs no parsing. */
  kept(key: string): KeptPage | undefined {
    return this.#caches.pages.get(key);
  }

  /** Nobody who asks from now on may join a rendering that began before. */
  drop(tags: readonly string[], remove: boolean): void {
    this.#flights.clear();
    for (const cache of this.#all) cache.drop(tags, remove, Date.now());
  }

  /**
   * The page as it is now. When it was dropped and its new rendering takes long or fails, the last one known, with
   * `droppedAtMs`.
   * @throws QueueFull; TooManyRenderings; whatever the application threw
   */
  async page(asked: AskedPage): Promise<KeptPage> {
    const { key } = asked.key;
    for (const cache of this.#all) {
      const kept = cache.get(key);
      if (!kept) continue;
      this.improve(kept, cache);
      return kept;
    }
    const dropped = asked.kind === 'page' ? this.#lastKnown(key) : undefined;
    try {
      const flight = this.#flight(asked);
      return await (dropped ? freshOr(dropped, flight) : flight.page);
    } catch (error) {
      if (!dropped) throw error;
      this.#options.log.warn({ err: error, page: key }, 'A page could not be rendered anew; the last one known is sent');
      return dropped;
    }
  }

  #lastKnown(key: string): KeptPage | undefined {
    for (const cache of this.#all) {
      const page = cache.getDropped(key);
      if (page) return page;
    }
    return undefined;
  }

  #flight(asked: AskedPage): Flight {
    // Only a refusal of content depends on the language asked for, and a refusal is never kept.
    const language = asked.kind === 'data' ? (asked.headers['accept-language'] ?? '') : '';
    const flightKey = `${asked.key.key}\n${language}`;
    const flying = this.#flights.get(flightKey);
    if (flying) return flying;
    const { queues, limits } = this.#options;
    const wait = asked.kind === 'data' ? 0 : limits[asked.kind].take(asked.address, Date.now());
    if (wait > 0) throw new TooManyRenderings(wait);
    const page = queues[asked.kind].run(asked.address, () => this.#render(asked)).finally(() => {
      if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey);
    });
    // Who got the last one known does not wait for it any more.
    page.catch(() => undefined);
    const flight: Flight = { page, beganAtMs: Date.now() };
    this.#flights.set(flightKey, flight);
    return flight;
  }

  /** The smallest encodings, made once, in the background and one page at a time, when a page is asked for again. */
  improve(page: KeptPage, cache: PageCache = this.#caches.pages): void {
    if (page.isBest) return;
    page.isBest = true;
    const { headers, body } = page.representations.identity;
    const type = headers[headers.indexOf('content-type') + 1] ?? '';
    const common = headers.slice(0, headers.lastIndexOf('etag'));
    this.#improving = this.#improving
      .then(async () => cache.replace(page, await representations(body, common, type, 'best')))
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'A page could not be compressed'));
  }

  async #render({ key, kind, headers: asked }: AskedPage): Promise<KeptPage> {
    this.renders += 1;
    const { app, host, protocol, policy } = this.#options;
    const nonce = randomBytes(16).toString('hex');
    const about: PageContext = { status: null, tags: new Set([EVERY_PAGE]), nonce };
    const headers: Record<string, string> = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol };
    for (const name of [...NAVIGATION_HEADERS, ...(kind === 'page' ? [] : ['accept-language', 'accept', 'x-request-id'])]) {
      const value = asked[name];
      if (typeof value === 'string') headers[name] = value;
    }
    if (kind === 'page') headers['content-security-policy'] = policy(nonceSources(nonce));
    const since = this.#caches.pages.drops;
    const rendered = await runInPageContext(about, () => render(app, key.url, headers, RENDER_LIMIT_MS));
    const page = await this.#page(key, kind, rendered, about);
    if (isKeepable(page.status, rendered, kind)) this.#keep(page, key, kind, since);
    return page;
  }

  /** In the one cache that it belongs to; what another still has of its key is older. */
  #keep(page: KeptPage, key: PageKey, kind: AskedPage['kind'], since: number): void {
    const { pages, navigations, variants, pictures } = this.#caches;
    const hasNoEnd = page.status !== 200 || key.isVariant;
    const target = kind === 'picture' ? pictures : hasNoEnd ? variants : key.navigation ? navigations : pages;
    if (!target.keep(page, since)) return;
    for (const cache of this.#all) if (cache !== target) cache.delete(page.key);
  }

  async #page(key: PageKey, kind: AskedPage['kind'], rendered: Rendered, about: PageContext): Promise<KeptPage> {
    const { policy, security, readSheet } = this.#options;
    const type = String(rendered.headers['content-type'] ?? '');
    const isHtml = type.startsWith('text/html');
    const status = about.status !== null && rendered.status === 200 ? about.status : rendered.status;
    let { body } = rendered;
    let csp = DATA_POLICY;
    if (isHtml) {
      const styled = inlineStylesheets(body.toString('utf8'), about.nonce, readSheet);
      const settled = settleNonce(loadScriptsLater(styled, about.nonce), about.nonce);
      body = Buffer.from(settled.html, 'utf8');
      csp = policy(settled.inline);
    } else if (type.startsWith('text/x-component')) {
      body = Buffer.from(withoutNonce(body.toString('utf8'), about.nonce), 'utf8');
    }
    const isData = kind !== 'page';
    const vary = isHtml || isData ? 'accept-encoding' : ['accept-encoding', ...NAVIGATION_HEADERS].join(', ');
    const cacheable = status === 200 && isKeepable(status, rendered, kind);
    const headers = [
      ...keptHeaders(rendered.headers, about.nonce), ...security, 'content-security-policy', csp,
      'cache-control', cacheable ? (kind === 'picture' ? PICTURE_CACHE_CONTROL : REVALIDATE) : 'no-store', 'vary', vary,
    ];
    if (status === 503 && rendered.headers['retry-after'] === undefined) headers.push('retry-after', '5');
    const encodings = await representations(body, headers, type, 'quick');
    return {
      key: key.key, status, hash: hashOfBody(body), tags: [...about.tags], isData, keptAtMs: Date.now(),
      representations: encodings, isBest: false, droppedAtMs: null,
    };
  }
}

/** A page that is not there is kept too; a refusal of content names the request and is not. */
function isKeepable(status: number, { status: answered, headers }: Rendered, kind: AskedPage['kind']): boolean {
  const isNotFound = kind === 'page' && (status === 404 || status === 410);
  if ((status !== 200 && !isNotFound) || (answered !== 200 && answered !== status) || headers['set-cookie'] !== undefined) return false;
  if (kind !== 'page' && String(headers['cache-control'] ?? '').includes('no-store')) return false;
  return KEEPABLE.test(String(headers['content-type'] ?? ''));
}

/** The new rendering when it comes in time and is no failure, else the dropped page. */
async function freshOr(dropped: KeptPage, { page, beganAtMs }: Flight): Promise<KeptPage> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), Math.max(0, beganAtMs + STALE_AFTER_MS - Date.now()))));
  const fresh = await Promise.race([page, late]).finally(() => clearTimeout(timer));
  return fresh === null || fresh.status >= 500 ? dropped : fresh;
}
