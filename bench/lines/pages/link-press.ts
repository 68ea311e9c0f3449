import type { Browser, Page } from '@playwright/test';
import { openPhone, throttle } from '../../browser';
import { compareRounds, computeMedian, type Line } from '../../line';
import type { World } from '../../world';

const path = '/en/home';
const target = '/en/services';

/** Runs in the browser: keep inner functions anonymous, because tsx wraps named ones in a helper that it lacks. */
function recordTimes(nextPath: string): void {
  addEventListener(
    'pointerdown',
    () => sessionStorage.setItem('pressedAt', String(performance.timeOrigin + performance.now())),
    true,
  );
  if (location.pathname === nextPath)
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

async function loadReact(page: Page): Promise<void> {
  await page.locator('[popovertarget=languages]').tap();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.reactListens === true);
}

/** @returns milliseconds from the touch to the first paint of the next page */
async function pressLink(browser: Browser, url: string, hasReact: boolean): Promise<number> {
  const page = await openPhone(browser, { hasTouch: true });
  await page.addInitScript(recordTimes, target);
  await page.goto(url, { waitUntil: 'networkidle' });
  if (hasReact) await loadReact(page);
  const link = page.locator(`main a[href="${target}"]`).first();
  await link.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await throttle(page);
  await link.tap();
  await page.waitForURL((next) => next.pathname === target);
  await page.waitForFunction(() => sessionStorage.getItem('paintedAt') !== null);
  const took = await page.evaluate(
    () => Number(sessionStorage.getItem('paintedAt')) - Number(sessionStorage.getItem('pressedAt')),
  );
  await page.context().close();
  return took;
}

/** Compares a plain navigation, which pages without scripts use, with React's client-side navigation. */
export async function measureLinkPress(world: World, browser: Browser, rounds: number): Promise<Line[]> {
  const url = `${world.env.SITE_URL}${path}`;
  const [plain, client] = [[] as number[], [] as number[]];
  // The first round fills caches and does not count.
  for (let round = -1; round < 2 * rounds; round += 1) {
    const times = [await pressLink(browser, url, false), await pressLink(browser, url, true)] as const;
    if (round < 0) continue;
    plain.push(times[0]);
    client.push(times[1]);
  }
  const compared = compareRounds(plain, client);
  return [
    {
      measure: 'touch on a link to first paint of the next page',
      goal: '≤ 1.0 × React’s navigation',
      ours: `${computeMedian(plain).toFixed(0)} ms`,
      reference: `${computeMedian(client).toFixed(0)} ms with React loaded`,
      ...compared,
      met: compared.ratio <= 1,
      note: `${path} to ${target}, 390 px, slow 4G, processor 4 × slower`,
    },
  ];
}
