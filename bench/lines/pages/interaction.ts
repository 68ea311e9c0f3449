import type { Browser, Page } from '@playwright/test';
import { readMessages } from '../../../e2e/support/messages';
import { openPhone, throttle } from '../../browser';
import { computeMedian, formatSpread, type Line } from '../../line';
import { type BenchUser, buyProduct, signUp } from '../../users';
import type { World } from '../../world';

interface Interactions {
  readonly measure: string;
  readonly path: string;
  readonly isSignedIn?: true;
  readonly act: (page: Page) => Promise<void>;
}

const text = readMessages('en');
const press = (page: Page, key: string) =>
  page
    .getByRole('button', { name: text(key), exact: true })
    .first()
    .click();

const all: readonly Interactions[] = [
  {
    measure: 'menu',
    path: '/en/home',
    act: async (page) => {
      await press(page, 'chrome.open_menu');
      await page.keyboard.press('Escape');
    },
  },
  { measure: 'theme', path: '/en/home', act: (page) => press(page, 'chrome.change_theme') },
  {
    measure: 'forms',
    path: '/en/contact',
    act: async (page) => {
      const field = page.getByRole('textbox').first();
      await field.click();
      await field.pressSequentially('Mona');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    },
  },
  {
    measure: 'player controls',
    path: '/en/course/nextjs-from-zero/02-first-page.mp4',
    isSignedIn: true,
    act: async (page) => {
      await press(page, 'player.play');
      await press(page, 'player.settings');
      await page.keyboard.press('Escape');
    },
  },
];

/** Returns the longest delay from an input to the next paint, in milliseconds. */
async function measureLongest(
  browser: Browser,
  world: World,
  learner: BenchUser,
  { path, isSignedIn, act }: Interactions,
): Promise<number> {
  const page = await openPhone(browser, isSignedIn ? { extraHTTPHeaders: learner.headers } : {});
  await page.goto(`${world.env.SITE_URL}${path}`, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  await throttle(page);
  await page.evaluate(() => {
    Object.assign(window, { longest: 0 });
    const seen = window as unknown as { longest: number };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as unknown as { interactionId: number }).interactionId > 0)
          seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act(page);
  await page.waitForTimeout(1000);
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  await page.context().close();
  return longest;
}

export async function measureInteraction(world: World, browser: Browser, rounds: number): Promise<Line[]> {
  const learner = await signUp(world);
  await buyProduct(world, learner, 'course-nextjs');
  const lines: Line[] = [];
  for (const each of all) {
    const longest: number[] = [];
    for (let round = 0; round < rounds; round += 1) longest.push(await measureLongest(browser, world, learner, each));
    const middle = computeMedian(longest);
    lines.push({
      measure: `interaction to next paint, ${each.measure}`,
      goal: '≤ 200 ms',
      ours: `${middle.toFixed(0)} ms (${formatSpread(longest, 0)})`,
      reference: '',
      ratio: null,
      spread: null,
      met: middle > 0 && middle <= 200,
      note: `${each.path}, the longest interaction of a visit, the first before a public page has scripts; processor 4 × slower`,
    });
  }
  return lines;
}
