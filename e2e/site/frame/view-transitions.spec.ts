import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures';

const recordMovements = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener('pagereveal', ({ viewTransition }) => {
      void viewTransition?.ready.then(() => {
        const moving = document
          .getAnimations()
          .map(({ effect }) => effect as KeyframeEffect)
          .filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition-group'));
        Object.assign(window, {
          moved: Object.fromEntries(moving.map((effect) => [effect.pseudoElement, effect.getTiming().duration])),
        });
      });
      if (!viewTransition) Object.assign(window, { moved: {} });
    });
  });

async function measureMovements(page: Page, list: string, link: string): Promise<Record<string, number>> {
  await page.goto(list, { waitUntil: 'networkidle' });
  await page.locator(link).first().click();
  await expect(page).not.toHaveURL(new RegExp(`${list}$`));
  await page.waitForFunction(() => 'moved' in window);
  return page.evaluate(() => (window as unknown as { moved: Record<string, number> }).moved);
}

const pairs = [
  { list: '/ar/articles', link: 'main ol li a', picture: 'article-fast-website-in-egypt' },
  { list: '/de/services', link: 'main section li a', picture: 'service-web-development' },
  { list: '/en/home', link: '#courses li a', picture: 'course-nextjs-from-zero' },
];

test('a picture moves from its list to its page within 250 ms, and not under reduced motion [C1, C4, C5, C6, C11, C12]', async ({
  page,
}) => {
  await recordMovements(page);
  for (const { list, link, picture } of pairs)
    // Chromium skips the transition to a page that is slow to appear.
    await expect(async () => {
      const moved = await measureMovements(page, list, link);
      const duration = moved[`::view-transition-group(${picture})`];
      expect(duration, JSON.stringify(moved)).toBeGreaterThanOrEqual(150);
      expect(duration).toBeLessThanOrEqual(250);
    }).toPass();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moved = await measureMovements(page, '/ar/articles', 'main ol li a');
  expect(Object.keys(moved).filter((name) => name.includes('article-'))).toEqual([]);
});

test('lists and the pages they lead to have each transition name once, as a second one would stop the transition [C1, C4, C5, C6, C11]', async ({
  page,
}) => {
  for (const path of [
    'home',
    'services',
    'courses',
    'work',
    'articles',
    'articles/fast-website-in-egypt',
    'details/course-page/courses-data/nextjs-from-zero',
    'details/service-page/build/web-development',
    'work/waha-pharmacies',
  ]) {
    await page.goto(`/ar/${path}`, { waitUntil: 'load' });
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element).viewTransitionName)
        .filter((name) => name !== '' && name !== 'none'),
    );
    expect(names.length, path).toBeGreaterThan(2);
    expect(
      names.filter((name, index) => names.indexOf(name) !== index),
      path,
    ).toEqual([]);
  }
});
