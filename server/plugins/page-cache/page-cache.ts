import type { IncomingHttpHeaders } from 'node:http';
import { log } from '@/lib/log';
import { serverStats } from '@/lib/process/stats';
import { FairQueue } from '../../fair-queue';
import { WindowLimit } from '../../window-limit';
import type { PageKey } from './page-key';
import { PageStore, type CachedPage } from './page-store';
import { renderPage, type Kind, type RenderedPage, type RenderOptions } from './render-page';

/** The address has caused as many renderings as it may for now. */
export class TooManyRenders extends Error {
  override readonly name = 'TooManyRenders';

  constructor(readonly retryAfterSeconds: number) {
    super('This address causes too many renderings');
  }
}

export interface AskedPage {
  readonly key: PageKey;
  readonly kind: Kind;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  readonly addressGroup: string;
}

interface Flight {
  readonly rendered: Promise<RenderedPage>;
  readonly startedAtMs: number;
}

const mebibyte = 1024 * 1024;
const pageBytes = 32 * mebibyte;
/** Searches, parts of pages, pictures, pages that are not there: there is no end of those, and they must not displace pages. */
const variantBytes = 16 * mebibyte;
/** A rendering fills a processor, so more than two at once only make sign-in wait longer; content is cheap. */
const concurrency: Readonly<Record<Kind, number>> = { page: 2, picture: 1, data: 6 };
/** Two that each rest three times as long as they took use half of a processor; the other half is for sign-in and whoever pays. */
const rest: Readonly<Record<Kind, number>> = { page: 3, picture: 0, data: 0 };
const maxWaiting = 500;
const maxWaitingOfAddress = 40;
/** What Next's navigation asks for, most of it ahead of need, is counted apart: some twenty for each page of a cold cache. */
type Counted = Kind | 'navigation';

/**
 * Per address. A whole company or mobile operator may be one, and cached pages are not counted. Nor are pages without a query while the
 * address waits for fewer than are rendered at once: a crawler that opens the sitemap of a cold service page by page meets no limit,
 * and the rest between renderings bounds the load.
 */
const rendersPerWindow: Readonly<Record<Counted, number>> = { page: 60, navigation: 120, picture: 20, data: Infinity };
export const renderWindowMs = 10_000;
/** A stale page is served when its new rendering takes longer (measured: 25 ms alone, 200 ms with 60 connections waiting). */
const staleAfterMs = 400;
/** So long a stale page stands for one that something was missing from: a database that restarts is back by then, and what changed is not hidden for longer (decision 167). */
const staleBeforeMakeshiftMs = 10 * 60_000;

/** Pages from memory, or rendered once for however many ask at the same time. */
export class PageCache {
  readonly #pages = new PageStore(pageBytes);
  readonly #variants = new PageStore(variantBytes);
  readonly #flights = new Map<string, Flight>();
  readonly #flightsOfAddress = new Map<string, number>();
  readonly #queues: Readonly<Record<Kind, FairQueue>>;
  readonly #limits: Readonly<Record<Counted, WindowLimit>>;

  constructor(
    private readonly options: RenderOptions,
    limitScale: number,
  ) {
    const queue = (kind: Kind) => new FairQueue(concurrency[kind], maxWaiting, Math.ceil(maxWaitingOfAddress * limitScale), rest[kind]);
    const limit = (kind: Counted) => new WindowLimit(Math.ceil(rendersPerWindow[kind] * limitScale), renderWindowMs);
    this.#queues = { page: queue('page'), picture: queue('picture'), data: queue('data') };
    this.#limits = { page: limit('page'), navigation: limit('navigation'), picture: limit('picture'), data: limit('data') };
  }

  /** Who asks from now on joins no rendering that began before. */
  invalidate(tags: readonly string[], isPurge: boolean): void {
    this.#flights.clear();
    for (const store of [this.#pages, this.#variants]) store.invalidate(tags, isPurge, Date.now());
    this.#count();
  }

  /** Fresh and in memory. Without a promise: most requests are answered here, and each promise costs them (Next tracks the context of all). */
  find({ key }: PageKey): CachedPage | null {
    const known = this.#known(key);
    if (known?.staleSinceMs !== null) return null;
    serverStats.hits += 1;
    return known;
  }

  /**
   * The page, rendered anew; the stale one, when that takes long, fails or lacks something.
   * @throws QueueFull, TooManyRenders, AnswerTimeout
   */
  async render(asked: AskedPage): Promise<CachedPage> {
    const stale = asked.kind === 'page' ? this.#known(asked.key.key) : undefined;
    try {
      const flight = this.#join(asked);
      return await (stale ? freshOrStale(flight, stale) : (await flight.rendered).page);
    } catch (error) {
      if (!stale) throw error;
      log.warn({ err: error, page: asked.key.key }, 'A page could not be rendered; the stale one is served');
      return stale;
    }
  }

  #known(key: string): CachedPage | undefined {
    return this.#pages.get(key) ?? this.#variants.get(key);
  }

  #join(asked: AskedPage): Flight {
    const { kind, addressGroup, headers } = asked;
    // Only a refusal of content depends on the language asked for, and that is not cached.
    const flightKey = `${asked.key.key}\n${kind === 'data' ? (headers['accept-language'] ?? '') : ''}`;
    const flying = this.#flights.get(flightKey);
    if (flying) return flying;
    const waitSeconds = this.#isOneByOne(asked) ? 0 : this.#limits[kind === 'page' && headers['rsc'] !== undefined ? 'navigation' : kind].take(addressGroup);
    if (waitSeconds > 0) throw new TooManyRenders(waitSeconds);
    this.#countFlight(addressGroup, 1);
    const rendered = this.#queues[kind].run(addressGroup, () => this.#renderNow(asked)).finally(() => {
      this.#countFlight(addressGroup, -1);
      if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey);
    });
    // Who was served the stale page does not wait for it any more.
    rendered.catch(() => undefined);
    const flight: Flight = { rendered, startedAtMs: Date.now() };
    this.#flights.set(flightKey, flight);
    return flight;
  }

  #isOneByOne({ key, kind, addressGroup }: AskedPage): boolean {
    return kind === 'page' && !key.isVariant && (this.#flightsOfAddress.get(addressGroup) ?? 0) < concurrency.page;
  }

  #countFlight(addressGroup: string, change: 1 | -1): void {
    const count = (this.#flightsOfAddress.get(addressGroup) ?? 0) + change;
    if (count > 0) this.#flightsOfAddress.set(addressGroup, count);
    else this.#flightsOfAddress.delete(addressGroup);
  }

  async #renderNow({ key, kind, headers, requestId }: AskedPage): Promise<RenderedPage> {
    serverStats.renders += 1;
    const { generation } = this.#pages;
    const rendered = await renderPage(this.options, key, kind, headers, requestId);
    const { page } = rendered;
    if (!rendered.isCacheable) return rendered;
    const [store, other] = key.isVariant || kind === 'picture' || page.status !== 200 ? [this.#variants, this.#pages] : [this.#pages, this.#variants];
    other.delete(page.key);
    store.set(page, generation);
    this.#count();
    return rendered;
  }

  #count(): void {
    serverStats.pages = this.#pages.count + this.#variants.count;
    serverStats.pageBytes = this.#pages.bytes + this.#variants.bytes;
  }
}

/** What is not there, or has moved, is no stand-in for a page that is slow: it may be there by now. */
async function freshOrStale({ rendered, startedAtMs }: Flight, stale: CachedPage): Promise<CachedPage> {
  const fresh = stale.status === 200 ? await inTime(rendered, startedAtMs + staleAfterMs) : await rendered;
  if (fresh === null || fresh.page.status >= 500) return stale;
  const isRecent = Date.now() - (stale.staleSinceMs ?? Date.now()) < staleBeforeMakeshiftMs;
  return fresh.isMakeshift && isRecent ? stale : fresh.page;
}

async function inTime(rendered: Promise<RenderedPage>, untilMs: number): Promise<RenderedPage | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), Math.max(0, untilMs - Date.now()))));
  return Promise.race([rendered, late]).finally(() => clearTimeout(timer));
}
