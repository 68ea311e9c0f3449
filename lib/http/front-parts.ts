import { DirectRoutes } from '@/lib/http/direct-routes';
import type { FrontOptions } from '@/lib/http/front-options';
import { MediaSeats } from '@/lib/http/files/media-seats';
import { OpenFiles } from '@/lib/http/files/open-files';
import { PageDesk } from '@/lib/http/pages/page-desk';
import { RenderQueue } from '@/lib/http/door/render-queue';
import { pagePolicy, type PagePolicy } from '@/lib/http/answers/policy';
import { SearchVisits } from '@/lib/http/search-visits';
import { securityHeaders } from '@/lib/http/answers/security-headers';
import { StaticFiles } from '@/lib/http/files/static-files';
import { Stopper } from '@/lib/http/stop';
import { StorageGuard } from '@/lib/http/door/storage-guard';
import { WindowLimit } from '@/lib/http/door/window-limit';

const JSON_PER_MINUTE = 3_000;
/** Of calls with a screen, by address: Paymob sends from a few addresses, at a rush some dozens a second. */
const REFUSED_PER_MINUTE = 3_000;
const PASSED_PER_MINUTE = 12_000;
const MEDIA_PER_USER = 6;
const MINUTE_MS = 60_000;
const RENDER_WINDOW_MS = 10_000;
/** Of one address in a window. A whole company or mobile operator may be one, and what is cached is not counted. */
const RENDERS = { page: 60, picture: 20, person: 200 } as const;
/** Of one address in the same window: nobody but a scanner opens thirty addresses a second that are not there. */
const UNKNOWN_PAGES = 300;
/**
 * At once. A rendering fills the processor, so more than two only make calls (a sign-in) wait longer for their turns; content
 * is cheap; a page of one person waits for the database most of its time.
 */
const AT_ONCE = { page: 2, picture: 1, data: 6, person: 8 } as const;
const MOST_WAITING = 500;
const MOST_WAITING_OF_ADDRESS = 40;
const REFUSED_LINES_PER_SECOND = 20;

/** Everything the front is made of, put together once. */
export interface FrontParts {
  readonly options: FrontOptions;
  readonly host: string;
  readonly protocol: 'http' | 'https';
  readonly security: readonly (readonly [string, string])[];
  readonly policy: PagePolicy;
  readonly desk: PageDesk;
  readonly direct: DirectRoutes;
  readonly statics: StaticFiles;
  readonly seats: MediaSeats;
  readonly files: OpenFiles;
  readonly jsonLimit: WindowLimit;
  /** pages that are not there, which come from the cache */
  readonly unknownLimit: WindowLimit;
  /** pages of one person, which are never kept */
  readonly personLimit: WindowLimit;
  readonly personQueue: RenderQueue;
  /** of a flood of refused calls the log keeps a sample (R25), by status */
  readonly refusedLines: WindowLimit;
  readonly storage: StorageGuard;
  readonly searchVisits: SearchVisits;
  readonly stopper: Stopper;
  readonly state: { ready: boolean; hits: number };
}

export function frontParts(options: FrontOptions): FrontParts {
  const { host, protocol } = new URL(options.siteUrl);
  const https = protocol === 'https:';
  const security = securityHeaders(https);
  const policy = pagePolicy(options.policySources);
  const statics = new StaticFiles(options.staticRoots, security.flat(), options.staticBytes);
  const scaled = (points: number) => Math.max(1, Math.floor(points * options.limitScale));
  const limit = (points: number) => new WindowLimit(scaled(points), RENDER_WINDOW_MS);
  const queue = (atOnce: number) => new RenderQueue(atOnce, MOST_WAITING, Math.min(MOST_WAITING, scaled(MOST_WAITING_OF_ADDRESS)));
  const desk = new PageDesk({
    app: options.app, policy, security: security.flat(), host, protocol: https ? 'https' : 'http',
    readSheet: (href) => statics.readText(href), pageBytes: options.pageBytes, log: options.log,
    queues: { page: queue(AT_ONCE.page), data: queue(AT_ONCE.data), picture: queue(AT_ONCE.picture) },
    limits: { page: limit(RENDERS.page), picture: limit(RENDERS.picture) },
  });
  return {
    options, host, protocol: https ? 'https' : 'http', security, policy, desk, statics,
    direct: new DirectRoutes(options.siteUrl, {
      refused: new WindowLimit(scaled(REFUSED_PER_MINUTE), MINUTE_MS), passed: new WindowLimit(scaled(PASSED_PER_MINUTE), MINUTE_MS),
    }),
    seats: new MediaSeats(scaled(MEDIA_PER_USER)),
    files: new OpenFiles(),
    jsonLimit: new WindowLimit(scaled(JSON_PER_MINUTE), MINUTE_MS),
    unknownLimit: limit(UNKNOWN_PAGES),
    personLimit: limit(RENDERS.person),
    personQueue: queue(AT_ONCE.person),
    refusedLines: new WindowLimit(REFUSED_LINES_PER_SECOND, 1_000),
    storage: new StorageGuard(options.dataDir),
    searchVisits: new SearchVisits(options.languages),
    stopper: new Stopper(options.log),
    state: { ready: false, hits: 0 },
  };
}
