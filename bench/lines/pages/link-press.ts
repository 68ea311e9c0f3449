import type { Browser, Page } from '@playwright/test';
import { slowDown } from '../../browser';
import { median, ratios, type Line } from '../../line';
import type { World } from '../../world';

const path = '/en/home';
const target = '/en/services';

/**
 * Stores when the visitor touches the link, and when the next page is painted, for both kinds of navigation. Runs in the
 * browser, where a function with a name of its own would miss tsx's helper.
 */
function watchPress(): void {
  addEventListener(
    'pointerdown',
    () => sessionStorage.setItem('pressedAt', String(performance.timeOrigin + performance.now())),
    true,
  );
  if (location.pathname === '/en/services')
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint'))
        sessionStorage.setItem('paintedAt', String(performance.timeOrigin + startTime));
    }).observe({ type: 'paint', buffered: true });
  // React's navigation keeps the document. A task after the next frame runs once the new heading is painted.
  else
    addEventListener('DOMContentLoaded', () => {
      const before = document.querySelector('h1')?.textContent;
      new MutationObserver((_, observer) => {
        const heading = document.querySelector('h1')?.textContent;
        if (!heading || heading === before) return;
        observer.disconnect();
        requestAnimationFrame(() =>
          setTimeout(() => sessionStorage.setItem('paintedAt', String(performance.timeOrigin + performance.now()))),
        );
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
}

const withoutReact = () => Promise.resolve();
async function withReact(page: Page): Promise<void> {
  await page.locator('[popovertarget=languages]').tap();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.reactListens === true);
}

/** @returns milliseconds from the touch to the first paint of the next page */
async function pressLink(browser: Browser, url: string, before: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.addInitScript(watchPress);
  await page.goto(url, { waitUntil: 'networkidle' });
  await before(page);
  const link = page.locator(`main a[href="${target}"]`).first();
  await link.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await slowDown(page);
  await link.tap();
  await page.waitForURL((next) => next.pathname === target);
  const noted = (name: string) => page.evaluate((key) => Number(sessionStorage.getItem(key)), name);
  await page.waitForFunction(() => sessionStorage.getItem('paintedAt') !== null);
  const took = (await noted('paintedAt')) - (await noted('pressedAt'));
  await context.close();
  return took;
}

/** Compares a plain navigation, as before a page loads scripts, with React's own, as after it did. */
export async function linkPress(world: World, browser: Browser, rounds: number): Promise<Line[]> {
  const url = `${world.env.SITE_URL}${path}`;
  const [plain, client] = [[] as number[], [] as number[]];
  // The first round fills caches and does not count.
  for (let round = -1; round < 2 * rounds; round += 1)
    for (const [before, times] of [
      [withoutReact, plain],
      [withReact, client],
    ] as const) {
      const took = await pressLink(browser, url, before);
      if (round >= 0) times.push(took);
    }
  const compared = ratios(plain, client);
  return [
    {
      measure: 'touch on a link to first paint of the next page',
      goal: '≤ 1.0 × React’s navigation',
      ours: `${median(plain).toFixed(0)} ms`,
      reference: `${median(client).toFixed(0)} ms with React loaded`,
      ...compared,
      met: compared.ratio <= 1,
      note: `${path} to ${target}, 390 px, slow 4G, processor 4 × slower`,
    },
  ];
}
