import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';

type Movements = Record<string, number>;

/** What moved since it was asked last: pseudo-elements and their milliseconds. */
async function moved(page: Page): Promise<Movements> {
  await page.waitForFunction(() => 'moved' in window);
  return page.evaluate(() => {
    const { moved: movements } = window as unknown as { moved?: Movements };
    Reflect.deleteProperty(window, 'moved');
    return movements!;
  });
}

/** Goes from a list to its first item's page and returns what moved on the way. */
async function movementsFrom(page: Page, list: string, link: string): Promise<Movements> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...given) => {
      const transition = start(...given);
      void transition.ready.then(() => {
        const moving = document.getAnimations().map(({ effect }) => effect as KeyframeEffect).filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition-group'));
        Object.assign(window, { moved: Object.fromEntries(moving.map((effect) => [effect.pseudoElement, effect.getTiming().duration])) });
      });
      return transition;
    };
  });
  await page.goto(list, { waitUntil: 'networkidle' });
  await page.locator(link).first().click();
  return moved(page);
}

const pairs = [
  { row: 'C11 C12', list: '/ar/articles', link: 'main ol li a', picture: 'article-fast-website-in-egypt' },
  { row: 'C4 C5', list: '/de/services', link: 'main section li a', picture: 'service-web-development' },
  { row: 'C1 C6', list: '/en/home', link: '#courses li a', picture: 'course-nextjs-from-zero' },
];

for (const { row, list, link, picture } of pairs) {
  test(`${row} A11 the picture flies from ${list} to the page it leads to, back and forward again, in a quarter of a second at most`, async ({ page }) => {
    const there = await movementsFrom(page, list, link);
    await page.goBack();
    const back = await moved(page);
    await page.goForward();
    for (const movements of [there, back, await moved(page)]) {
      const duration = movements[`::view-transition-group(${picture})`];
      expect(duration, JSON.stringify(movements)).toBeGreaterThanOrEqual(150);
      expect(duration).toBeLessThanOrEqual(250);
    }
  });
}

test('C11 C12 under reduced motion no picture flies', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const movements = await movementsFrom(page, '/ar/articles', 'main ol li a');
  expect(Object.keys(movements).filter((name) => name.includes('article-'))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/ar\/articles$/);
  await expect(page.getByRole('heading', { level: 1, name: 'المقالات' })).toBeVisible();
  expect(await page.evaluate(() => 'moved' in window)).toBe(false);
});
