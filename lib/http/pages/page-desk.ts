import { randomBytes } from 'node:crypto';
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { App, FrontLog } from '@/lib/http/app';
import type { PageNotes } from '@/lib/http/front';
import { settleNonce, withoutNonce } from '@/lib/http/pages/inline-hashes';
import { EVERY_PAGE, PageCache, type KeptPage } from '@/lib/http/pages/page-cache';
import { loadScriptsLater } from '@/lib/http/pages/late-scripts';
import { NAVIGATION_HEADERS, type PageKey } from '@/lib/http/pages/page-key';
import { DATA_POLICY, nonceSources, type PagePolicy } from '@/lib/http/answers/policy';
import { render, type Rendered } from '@/lib/http/pages/render';
import { hashOfBody, keptHeaders, representations } from '@/lib/http/pages/representation';
import { Turnstile } from '@/lib/http/door/turnstile';
import { inlineStylesheets, type ReadSheet } from '@/lib/http/pages/stylesheets';

export interface DeskOptions {
  readonly app: App;
  readonly notes: AsyncLocalStorage<PageNotes>;
  readonly policy: PagePolicy;
  readonly security: readonly string[];
  readonly host: string;
  readonly protocol: string;
  readonly readSheet: ReadSheet;
  readonly pageBytes: number;
  readonly log: FrontLog;
}

const RENDER_LIMIT_MS = 30_000;
const RENDERS_AT_ONCE = 6;
const RENDERS_WAITING = 500;
const NAVIGATION_SHARE = 0.25;
const KEEPABLE = /^(?:text\/(?:html|x-component|plain|xml)|application\/(?:json|xml|rss\+xml|manifest\+json))/;
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Where pages are asked for: from memory, or rendered once for however many ask at the same time. */
export class PageDesk {
  readonly #options: DeskOptions;
  readonly #pages: PageCache;
  readonly #navigations: PageCache;
  readonly #flights = new Map<string, Promise<KeptPage>>();
  readonly #turnstile = new Turnstile(RENDERS_AT_ONCE, RENDERS_WAITING);
  #improving: Promise<void> = Promise.resolve();
  renders = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#pages = new PageCache(options.pageBytes * (1 - NAVIGATION_SHARE));
    this.#navigations = new PageCache(options.pageBytes * NAVIGATION_SHARE);
  }

  get count(): number {
    return this.#pages.count + this.#navigations.count;
  }

  get bytes(): number {
    return this.#pages.bytes + this.#navigations.bytes;
  }

  /** What is kept under this key: for a plain request the address itself, so that the usual hit needs no parsing. */
  kept(key: string): KeptPage | undefined {
    return this.#pages.get(key);
  }

  /** Nobody who asks from now on may join a rendering that began before. */
  drop(tags: readonly string[]): void {
    this.#flights.clear();
    this.#pages.drop(tags);
    this.#navigations.drop(tags);
  }

  /** @throws Turnstile.Full when too many renderings wait; whatever the application threw */
  async page(key: PageKey, isData: boolean, asked: IncomingHttpHeaders): Promise<KeptPage> {
    const cache = key.navigation ? this.#navigations : this.#pages;
    const kept = cache.get(key.key);
    if (kept) {
      this.improve(kept, cache);
      return kept;
    }
    // Only a refusal of content depends on the language asked for, and a refusal is never kept.
    const language = isData ? (asked['accept-language'] ?? '') : '';
    const flightKey = `${key.key}\n${language}`;
    const flying = this.#flights.get(flightKey);
    if (flying) return flying;
    const flight = this.#turnstile
      .pass(() => this.#render(key, isData, asked, cache))
      .finally(() => {
        if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey);
      });
    this.#flights.set(flightKey, flight);
    return flight;
  }

  /** The smallest encodings, made once, in the background and one page at a time, when a page is asked for again. */
  improve(page: KeptPage, cache: PageCache = this.#pages): void {
    if (page.isBest) return;
    page.isBest = true;
    const { headers, body } = page.representations.identity;
    const type = headers[headers.indexOf('content-type') + 1] ?? '';
    const common = headers.slice(0, headers.lastIndexOf('etag'));
    this.#improving = this.#improving
      .then(async () => cache.replace(page, await representations(body, common, type, 'best')))
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'A page could not be compressed'));
  }

  async #render(key: PageKey, isData: boolean, asked: IncomingHttpHeaders, cache: PageCache): Promise<KeptPage> {
    this.renders += 1;
    const { app, notes, host, protocol, policy } = this.#options;
    const nonce = randomBytes(16).toString('hex');
    const about: PageNotes = { status: null, tags: new Set([EVERY_PAGE]), nonce };
    const headers: Record<string, string> = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol };
    for (const name of [...NAVIGATION_HEADERS, ...(isData ? ['accept-language', 'accept', 'x-request-id'] : [])]) {
      const value = asked[name];
      if (typeof value === 'string') headers[name] = value;
    }
    if (!isData) headers['content-security-policy'] = policy(nonceSources(nonce));
    const since = cache.drops;
    const rendered = await notes.run(about, () => render(app, key.url, headers, RENDER_LIMIT_MS));
    const page = await this.#page(key, isData, rendered, about);
    const keep = page.status === 200 && isKeepable(rendered, isData);
    if (keep) cache.keep(page, since);
    return page;
  }

  async #page(key: PageKey, isData: boolean, rendered: Rendered, about: PageNotes): Promise<KeptPage> {
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
    const vary = isHtml || isData ? 'accept-encoding' : ['accept-encoding', ...NAVIGATION_HEADERS].join(', ');
    const keepable = status === 200 && isKeepable(rendered, isData);
    const headers = [
      ...keptHeaders(rendered.headers, about.nonce), ...security, 'content-security-policy', csp,
      'cache-control', keepable ? REVALIDATE : 'no-store', 'vary', vary,
    ];
    if (status === 503 && rendered.headers['retry-after'] === undefined) headers.push('retry-after', '5');
    const encodings = await representations(body, headers, type, 'quick');
    return {
      key: key.key, status, hash: hashOfBody(body), tags: [...about.tags], isData, keptAtMs: Date.now(),
      representations: encodings, isBest: false,
    };
  }
}

function isKeepable({ status, headers }: Rendered, isData: boolean): boolean {
  if (status !== 200 || headers['set-cookie'] !== undefined) return false;
  if (isData && String(headers['cache-control'] ?? '').includes('no-store')) return false;
  return KEEPABLE.test(String(headers['content-type'] ?? ''));
}
