import { devices, type Page } from '@playwright/test';
import { callJson, testSite } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';
import { refundAtPaymob } from '../support/payments';
import { createLearner, type Learner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds, recordRangeRequests, seekTo } from '../support/player';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

const file = '02-first-page.mp4';
const lessonPage = `/ar/course/${course.slug}/${file}`;
const t = readMessages('ar');

interface StoredLesson {
  databases: number;
  keys: number;
  lessons: number;
  parts: string[];
  exportable: boolean[];
  shells: number;
  workers: number;
}

const readStoredLesson = (page: Page): Promise<StoredLesson> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    const empty = { databases: names.length, keys: 0, lessons: 0, parts: [] as string[], exportable: [] as boolean[] };
    const rest = {
      shells: Number(await caches.has('offline-shell')),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    };
    if (!names.includes('offline-lessons')) return { ...empty, ...rest };
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('offline-lessons');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    const readAll = <Value>(store: string) =>
      new Promise<Value[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as Value[]);
      });
    const owners = await readAll<{ key: CryptoKey }>('owner');
    const parts = await readAll<{ data: ArrayBuffer }>('parts');
    const lessons = await readAll('lessons');
    database.close();
    return {
      ...empty,
      ...rest,
      keys: owners.length,
      lessons: lessons.length,
      exportable: owners.map(({ key }) => key.extractable),
      parts: parts.map(({ data }) => new TextDecoder('latin1').decode(data)),
    };
  });

const tab = (page: Page) => page.getByRole('link', { name: t('sections.offline') });
const download = (page: Page) => page.getByRole('button', { name: t('offline.download') });
const openButton = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('offline.open')}: `) });

async function saveLesson(page: Page): Promise<void> {
  await tab(page).click();
  await download(page).click();
  await expect(page.getByText(t('offline.complete').split(':')[0]!)).toBeVisible({ timeout: 30_000 });
}

const readServerPosition = async (learner: Learner): Promise<number> => {
  const { lessons } = await callJson<{ lessons: Record<string, { positionSeconds: number }> }>(
    `${testSite.url}/api/user/${learner.userId}/progress/${course.slug}`,
    { headers: learner.headers },
  );
  return lessons[file]?.positionSeconds ?? 0;
};

test('a downloaded lesson plays offline after a reload and syncs its progress later; a refund removes it [N18]', async ({
  page,
  context,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (?:load resource|fetch)/, /403/);
  const learner = await createLearner(course.productKey);
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url());
  });
  // Chromium sends beacons despite the emulated offline state.
  await page.addInitScript(() => {
    navigator.sendBeacon = () => true;
  });
  await signIn(page, learner, lessonPage);
  const before = scripts.length;
  expect((await readStoredLesson(page)).workers, 'a worker only where lessons are').toBe(0);
  await tab(page).click();
  await expect(page.getByRole('radio', { name: new RegExp(t('offline.quality_240p').slice(0, 8)) })).toBeChecked();
  await expect(page.locator('#section-offline label', { hasText: t('offline.quality_audio') })).toContainText(
    /\d+ كيلوبايت/,
  );
  expect(scripts.length, 'the section brings its script when it is opened').toBeGreaterThan(before);
  expect(await findAxeViolations(page, '#sections')).toEqual([]);
  const ranges = recordRangeRequests(page);
  await download(page).click();
  await expect(page.getByText(t('offline.complete').split(':')[0]!)).toBeVisible({ timeout: 30_000 });
  expect(new Set(ranges.map((range) => range.file))).toEqual(new Set(['240p.mp4']));

  const device = await readStoredLesson(page);
  expect([device.keys, device.lessons, device.shells, device.workers, device.exportable]).toEqual([
    1,
    1,
    1,
    1,
    [false],
  ]);
  expect(device.parts.length).toBeGreaterThan(5);
  for (const part of device.parts) expect(/ftyp|moof|mdat|isom/.test(part)).toBe(false);

  await context.setOffline(true);
  await page.goto(lessonPage);
  await expect(page).toHaveURL(/\/ar\/offline$/);
  await expect(page.getByRole('heading', { level: 1, name: t('offline.title') })).toBeVisible();
  await expect(page.locator('video')).toBeVisible();
  await play(page);
  // Stay far from the end: a lesson that was left near its end restarts from the beginning.
  await seekTo(page, 10);
  await expect.poll(() => readCurrentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(11);
  await expect(page.locator('track')).toHaveCount(3);
  await page.getByRole('button', { name: t('player.pause'), exact: true }).click();
  await page.reload();
  await openButton(page).click();
  await expect(page.getByRole('button', { name: new RegExp(t('player.resume')) })).toContainText(/0:1\d/);
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await readServerPosition(learner)).toBe(0);

  await context.setOffline(false);
  await expect.poll(() => readServerPosition(learner), { timeout: 20_000 }).toBeGreaterThan(10);

  await refundAtPaymob(learner.chargeId, testSite);
  await expect
    .poll(
      async () =>
        (
          await callJson<unknown[]>(`${testSite.url}/api/user/${learner.userId}/profile/getMyCourses`, {
            headers: learner.headers,
          })
        ).length,
    )
    .toBe(0);
  await page.goto('/ar/home');
  await expect.poll(async () => Object.values(await readStoredLesson(page)).slice(1)).toEqual([0, 0, [], [], 0, 0]);
  await page.goto('/ar/offline');
  await expect(page.getByText(t('offline.none'))).toBeVisible();
});

test('the offline notice of a public page leads to the saved lessons of the device [N18]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (?:load resource|fetch)/);
  await signIn(page, await createLearner(course.productKey), lessonPage);
  await saveLesson(page);
  await page.goto('/ar/about', { waitUntil: 'load' });
  await context.setOffline(true);
  await page
    .getByRole('status')
    .filter({ hasText: t('chrome.offline_title') })
    .getByRole('link', { name: t('offline.all') })
    .click();
  await expect(page).toHaveURL(/\/ar\/offline$/);
  await openButton(page).click();
  await expect(page.locator('video')).toBeVisible();
});

test('another user’s sign-in or a sign-out removes the saved lessons; a storage prompt left unanswered does not block downloads [N18, X35]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/403/, /ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.addInitScript(() => {
    navigator.storage.persist = () => new Promise(() => undefined);
  });
  await signIn(page, await createLearner(course.productKey), lessonPage);
  await saveLesson(page);
  await signIn(page, await createLearner(course.productKey), '/ar/offline');
  await expect(page.getByText(t('offline.removed'))).toBeVisible();
  const after = await readStoredLesson(page);
  expect([after.keys, after.lessons, after.parts.length]).toEqual([0, 0, 0]);

  await page.goto(lessonPage);
  await saveLesson(page);
  await page.goto('/ar/profile/myCourses');
  await page.getByRole('button', { name: t('profile.logout') }).click();
  await page.waitForURL((url) => !url.pathname.includes('/profile'));
  await expect
    .poll(async () => {
      const device = await readStoredLesson(page);
      return [device.keys, device.lessons, device.parts.length, device.shells, device.workers];
    })
    .toEqual([0, 0, 0, 0, 0]);
});

test('a lesson stops playing after a week without contact, even if the clock is turned back, and plays after a contact [N18]', async ({
  page,
  context,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (?:load resource|fetch)/);
  await signIn(page, await createLearner(course.productKey), lessonPage);
  await saveLesson(page);
  await context.setOffline(true);
  const moveClock = async (days: number) => {
    await page.clock.setFixedTime(Date.now() + days * 86_400_000);
    await page.goto('/ar/offline');
    await expect(openButton(page)).toBeVisible();
  };
  await moveClock(8);
  await openButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: t('offline.contact_needed') })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await moveClock(0);
  await openButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: t('offline.contact_needed') })).toBeVisible();
  await context.setOffline(false);
  await page.goto('/ar/offline');
  await openButton(page).click();
  await expect(page.locator('video')).toBeVisible();
  await context.setOffline(true);
  await page.clock.setFixedTime(Date.now() + 31 * 86_400_000);
  await page.goto('/ar/offline');
  await expect(page.getByText(t('offline.none'))).toBeVisible();
});

test('a download that loses the network resumes where it stopped, and can be cancelled [N18]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to load resource/);
  await signIn(page, await createLearner(course.productKey), lessonPage);
  let answered = 0;
  await page.route(/\/video\/stream\/.*file=240p\.mp4/, async (route) => {
    answered += 1;
    await (answered === 2 ? route.abort() : route.continue());
  });
  await tab(page).click();
  await download(page).click();
  await expect(page.getByRole('alert').filter({ hasText: t('offline.problem_network') })).toBeVisible();
  await page.reload();
  await expect(page.locator('#section-offline').getByRole('progressbar')).toBeVisible();
  const ranges = recordRangeRequests(page);
  await page.getByRole('button', { name: t('offline.resume') }).click();
  await expect(page.getByText(t('offline.complete').split(':')[0]!)).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...ranges.map(({ from }) => from)), 'what had arrived is not fetched again').toBeGreaterThan(100_000);
  await page.getByRole('button', { name: t('offline.remove') }).click();
  await expect(download(page)).toBeVisible();
  expect((await readStoredLesson(page)).lessons).toBe(0);
});

test('the site is installable: a manifest in each language, icons in its sizes and an uncached worker [N18]', async ({
  page,
  request,
}) => {
  for (const [lang, dir] of [
    ['ar', 'rtl'],
    ['en', 'ltr'],
    ['de', 'ltr'],
  ] as const) {
    await page.goto(`/${lang}/offline`);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await request.get(href!);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await answer.json()) as {
      lang: string;
      dir: string;
      name: string;
      icons: Array<{ src: string; sizes: string; purpose: string }>;
    };
    expect([manifest.lang, manifest.dir, manifest.name.length > 0]).toEqual([lang, dir, true]);
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes } of manifest.icons)
      expect([(await request.get(src)).headers()['content-type'], sizes.length > 0]).toEqual(['image/png', true]);
    expect(await findAxeViolations(page)).toEqual([]);
  }
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
});
