import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/environment/browser.mjs';
import { runUnpinned } from './pinned';

export const launchBrowser = (): Promise<Browser> =>
  runUnpinned(() =>
    chromium.launch({
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--autoplay-policy=no-user-gesture-required',
      ],
    }),
  );

/** Opens a page as on a phone. Close its context afterwards. */
export async function openPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    ...options,
  });
  return context.newPage();
}

export interface SeenRequest {
  readonly path: string;
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
}

const matters = /^(?:rsc|next-|accept$)/;

/** Records the requests of a phone's first visit, including those after a tap, which loads the scripts. */
export async function recordRequests(browser: Browser, url: string): Promise<SeenRequest[]> {
  const page = await openPhone(browser);
  const seen: SeenRequest[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== new URL(url).origin || request.method() !== 'GET') return;
    const headers = Object.fromEntries(Object.entries(request.headers()).filter(([name]) => matters.test(name)));
    seen.push({ path: pathname + search, kind: request.resourceType(), headers });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('[popovertarget=languages]').click();
  await page.waitForLoadState('networkidle');
  await page.context().close();
  return seen;
}

/** @returns bytes of scripts that a phone downloads if the visitor only reads these pages */
export async function measureReaderScripts(browser: Browser, urls: readonly string[]): Promise<number> {
  const page = await openPhone(browser);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  for (const url of urls) {
    await page.goto(url, { waitUntil: 'load' });
    await page.mouse.wheel(0, 2000);
    await page.waitForTimeout(1500);
  }
  await page.context().close();
  return bytes;
}

/** Simulates slow 4G and a processor that is four times slower (bench/README.md). */
export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
}
