import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { openPhone, throttle } from '../../browser';
import { sendRequest } from '../../http';
import { compareRounds, computeMedian, type Line } from '../../line';
import type { World } from '../../world';

interface PaintTimes {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tbt: number;
}

type HtmlChange = (html: string) => string;

const keepHtml: HtmlChange = (html) => html;
const removeScripts: HtmlChange = (html) =>
  html.replaceAll(/<script\b[^]*?<\/script>/g, '').replaceAll(/<link rel="preload" as="script"[^>]*>/g, '');

interface CachedBody {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

async function fetchChanged(world: World, url: string, change: HtmlChange): Promise<CachedBody> {
  const isPage = /^\/\w\w\//.test(url);
  const { status, headers, body } = await sendRequest(world.port, url, {
    headers: { 'accept-encoding': isPage ? 'identity' : 'br' },
  });
  const cached = Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-length', 'connection', 'keep-alive', 'date', 'transfer-encoding', 'link'].includes(name),
    ),
  );
  if (!isPage) return { status, headers: cached, body };
  return {
    status,
    headers: { ...cached, 'content-encoding': 'br' },
    body: brotliCompressSync(change(body.toString())),
  };
}

function serveChanged(world: World, port: number, change: HtmlChange): Promise<Server> {
  const cached = new Map<string, Promise<CachedBody>>();
  const fetchCached = (url: string) => {
    const known = cached.get(url) ?? fetchChanged(world, url, change);
    cached.set(url, known);
    return known;
  };
  const server = createServer((request, response) => {
    void fetchCached(request.url ?? '/').then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

async function measurePaint(browser: Browser, url: string): Promise<PaintTimes> {
  const page = await openPhone(browser);
  await throttle(page);
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, long: [] as { startTime: number; duration: number }[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.lcp = entry.startTime))).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (seen.cls += (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ startTime, duration }) => seen.long.push({ startTime, duration })),
    ).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const paint = await page.evaluate(() => {
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const { lcp, cls, long } = (
      window as unknown as { seen: { lcp: number; cls: number; long: { startTime: number; duration: number }[] } }
    ).seen;
    // Count blocking time only after the first paint, like Lighthouse.
    const blocking = long.map(({ startTime, duration }) =>
      Math.max(0, Math.min(duration, startTime + duration - fcp) - 50),
    );
    return { fcp, lcp, cls, tbt: blocking.reduce((sum, each) => sum + each, 0) };
  });
  await page.context().close();
  return paint;
}

const formatMilliseconds = (value: number): string => `${Math.round(value)} ms`;

/** Measures on slow 4G and a slow processor. The reference is the page without scripts. */
export async function measureFirstPaint(world: World, browser: Browser, rounds: number): Promise<Line[]> {
  const [ours, bare] = [[] as PaintTimes[], [] as PaintTimes[]];
  // Send the unchanged page through the proxy too, so that the two pages differ only in their scripts.
  const contestants = [
    [world.port + 6, keepHtml, ours],
    [world.port + 8, removeScripts, bare],
  ] as const;
  const servers = await Promise.all(contestants.map(([port, change]) => serveChanged(world, port, change)));
  try {
    // Double the rounds, because results of a slowed browser vary. The first round fills caches and does not count.
    for (let round = -1; round < 2 * rounds; round += 1) {
      for (const [port, , paints] of contestants) {
        const paint = await measurePaint(browser, `http://localhost:${port}/ar/home`);
        if (round >= 0) paints.push(paint);
      }
    }
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
  const pickValues = (paints: readonly PaintTimes[], name: keyof PaintTimes) => paints.map((paint) => paint[name]);
  const compared = compareRounds(pickValues(ours, 'fcp'), pickValues(bare, 'fcp'));
  const [fcp, lcp, cls, tbt] = (['fcp', 'lcp', 'cls', 'tbt'] as const).map((name) =>
    computeMedian(pickValues(ours, name)),
  ) as [number, number, number, number];
  const nothing = { reference: '', ratio: null, spread: null };
  const conditions = '/ar/home, 390 px, slow 4G, processor 4 × slower';
  return [
    {
      measure: 'first contentful paint',
      goal: '≤ 1.05 × without scripts',
      ours: formatMilliseconds(fcp),
      reference: `${formatMilliseconds(computeMedian(pickValues(bare, 'fcp')))} without scripts`,
      ...compared,
      met: compared.ratio <= 1.05,
      note: conditions,
    },
    {
      measure: 'largest contentful paint',
      goal: '≤ 1.0 s',
      ours: formatMilliseconds(lcp),
      ...nothing,
      met: lcp <= 1000,
    },
    { measure: 'cumulative layout shift', goal: '0', ours: cls.toFixed(3), ...nothing, met: cls < 0.0005 },
    { measure: 'total blocking time', goal: '≤ 50 ms', ours: formatMilliseconds(tbt), ...nothing, met: tbt <= 50 },
  ];
}
