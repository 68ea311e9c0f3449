import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, waitForReact } from '../../support/fixtures';

test('late fonts shift nothing on the first page, and the next page has them [A5]', async ({ page }) => {
  await page.route('**/*.woff2', async (route) => {
    await sleep(1500);
    await route.continue();
  });
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>)
        if (!entry.hadRecentInput) moved += entry.value;
      Object.assign(window, { moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/ar/articles', '/de/home', '/en/pricing']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => (window as { moved?: number }).moved ?? 0), path).toBe(0);
  }
  // Click a link instead of loading the page: Playwright's routes switch off the browser's cache of the fonts.
  await waitForReact(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click();
  await page.waitForURL('**/en/services');
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => /Readex late/.test(family) && status === 'loaded'),
      ),
    )
    .toBe(true);
});

test('the fallback font keeps the weight of a heading [A5]', async ({ page }) => {
  await page.route('**/*.woff2', () => undefined);
  await page.goto('/en/articles', { waitUntil: 'domcontentloaded' });
  const widths = await page.getByRole('heading', { level: 1 }).evaluate((heading) =>
    [400, 600].map((weight) => {
      const line = heading.appendChild(document.createElement('span'));
      line.style.cssText = `font-weight:${weight};white-space:nowrap`;
      line.textContent = 'Build, launch, grow';
      return line.getBoundingClientRect().width;
    }),
  );
  expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
});
