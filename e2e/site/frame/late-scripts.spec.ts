import type { Page } from '@playwright/test';
import { expect, showIntent, test } from '../../support/fixtures';

interface ShownPage {
  name: string;
  path: string;
  startPart: (page: Page, t: (key: string) => string) => Promise<void>;
}

const shown: ShownPage[] = [
  {
    name: 'a cached page',
    path: 'contact',
    startPart: (page, t) =>
      expect(page.getByRole('button', { name: t('contact.send') })).toBeDisabled({ timeout: 20_000 }),
  },
  {
    name: 'a page that is not cached',
    path: 'login',
    startPart: async (page, t) => {
      const show = page.getByRole('button', { name: t('auth.show_password') });
      await expect(async () => {
        await show.click();
        await expect(page.getByRole('button', { name: t('auth.hide_password') })).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 20_000 });
    },
  },
];

for (const { name, path, startPart: takesPart } of shown) {
  test(`${name} stays inert while one of its scripts is missing, requests it again and then works [A5, R01]`, async ({
    page,
    lang,
    t,
    pageErrors,
  }) => {
    test.setTimeout(120_000);
    pageErrors.allow(/ERR_CONNECTION_RESET/);
    const scripts = new Set<string>();
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.add(request.url())));
    await page.goto(`/${lang}/${path}`);
    await takesPart(page, t);
    expect(scripts.size).toBeGreaterThan(5);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const readBusySeconds = async () =>
      (await devtools.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration')!.value;

    // Fail every third script once, which covers React, the layout and the page.
    for (const script of [...scripts].filter((_, index) => index % 3 === 0)) {
      let [asked, before] = [0, 0];
      await page.route(script, async (route) => {
        asked += 1;
        if (asked > 1) return route.continue();
        before = await readBusySeconds();
        return route.abort('connectionreset');
      });
      await page.reload();
      await showIntent(page);
      await expect.poll(() => asked).toBe(2);
      // React would keep a processor busy while one of its scripts is missing.
      expect((await readBusySeconds()) - before, script).toBeLessThan(0.6);
      await takesPart(page, t);
      await page.unroute(script);
    }
  });
}
