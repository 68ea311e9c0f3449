import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { startBucketMock } from '../../mocks/media-bucket';
import { refundAtPaymob } from '../support/payments';
import { createLearner, type Learner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds, recordRangeRequests, seekTo } from '../support/player';
import { fillBucket, startVideoService, type VideoService } from '../support/services/video-service';

// Run the tests in order: they share one service, which some of them restart, refill or replace.
test.describe.configure({ mode: 'default' });

const slug = 'nextjs-from-zero';
const buildLessonPath = (file: string) => `/ar/course/${slug}/${file}.mp4`;
let site: VideoService;

/** Starts a separate service whose signed URLs last six seconds. */
test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await startVideoService({ MEDIA_URL_TTL_S: '6' });
  const plain = join(site.mediaDir, slug, '05-forms.mp4');
  renameSync(plain, `${plain}.old`);
  cpSync(join(`${plain}.old`, 'video.mp4'), plain);
  rmSync(`${plain}.old`, { recursive: true });
});
test.afterAll(() => site?.stop());

async function open(
  browser: Browser,
  path: string,
  before: (page: Page) => unknown = () => undefined,
): Promise<{ page: Page; learner: Learner; close(): Promise<void> }> {
  const learner = await createLearner('course-nextjs', site);
  const context = await browser.newContext({ baseURL: site.url, locale: 'ar-EG' });
  const page = await context.newPage();
  await before(page);
  await signIn(page, learner, path);
  return { page, learner, close: () => context.close() };
}

const recordVideoStatuses = (page: Page) => {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/video/')) statuses.push(answer.status());
  });
  return statuses;
};

test('the player replaces addresses that expire during playback and continues at the same position [L7]', async ({
  browser,
}) => {
  const { page, close } = await open(browser, buildLessonPath('02-first-page'));
  const statuses = recordVideoStatuses(page);
  const part = page.waitForResponse(
    (answer) => answer.url().includes('/video/stream/') && answer.url().includes('sig='),
  );
  await page.getByLabel('الجودة').first().selectOption('480p');
  await play(page);
  await page.keyboard.press('k');
  const address = (await part).url();
  await expect
    .poll(
      async () => (await page.request.get(address, { headers: { range: 'bytes=0-9' } })).status(),
      'the address expires',
    )
    .toBe(403);
  await seekTo(page, 110);
  await page.keyboard.press('k');
  await expect.poll(() => readCurrentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(111);
  expect(statuses).toContain(403);
  await expect
    .poll(() => statuses.slice(statuses.lastIndexOf(403)), 'parts of the video come after the last refusal')
    .toContain(206);
  await expect(page.getByText('تعذّر تشغيل الدرس')).toHaveCount(0);
  await close();
});

test('the same session resumes by Range within five seconds after the service was killed and restarted [R17, L7]', async ({
  browser,
}) => {
  const { page, close } = await open(browser, buildLessonPath('02-first-page'));
  await page.getByLabel('الجودة').first().selectOption('720p');
  await play(page);
  const parts = recordRangeRequests(page);
  const restarted = site.restart();
  await seekTo(page, 110);
  await restarted;
  const backAt = Date.now();
  await expect.poll(() => readCurrentSeconds(page), { timeout: 10_000, intervals: [100] }).toBeGreaterThan(110.2);
  expect(Date.now() - backAt).toBeLessThan(5000);
  const first = Math.min(...parts.filter(({ to }) => to > 4000).map(({ from }) => from));
  expect(first, 'the video is not fetched from its beginning again').toBeGreaterThan(50_000);
  await close();
});

async function fetchSignedAddresses(
  api: APIRequestContext,
  { userId, accessToken }: Learner,
  file: string,
): Promise<{ playlist: string; stream: string }> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const pick = (text: string) => text.split('\n').find((line) => line.startsWith('/'))!;
  const playlist = pick(
    await (await api.get(`/api/user/${userId}/video/playlist/${slug}~${file}.mp4`, { headers })).text(),
  );
  return { playlist, stream: pick(await (await api.get(playlist, { headers })).text()) };
}

test('a signed address opens nothing if it is forged, extended, moved, replayed by another user or session, or after sign-out [L7, G6]', async ({
  playwright,
}) => {
  const [mona, ali] = [await createLearner('course-nextjs', site), await createLearner('course-nextjs', site)];
  const api = await playwright.request.newContext({ baseURL: site.url });
  const fetchAs = async ({ accessToken }: Learner, url: string) =>
    (await api.get(url, { headers: { authorization: `Bearer ${accessToken}`, range: 'bytes=0-9' } })).status();
  const { stream, playlist } = await fetchSignedAddresses(api, mona, '03-layouts');
  expect([
    await fetchAs(mona, stream),
    await fetchAs(ali, stream),
    await fetchAs(ali, playlist),
    (await api.get(stream)).status(),
  ]).toEqual([206, 403, 403, 403]);
  const elsewhere = (await (
    await api.post('/auth/loginAsUser', { data: { email: mona.email, sub: mona.password } })
  ).json()) as { accessToken: string };
  expect(await fetchAs({ ...mona, ...elsewhere }, stream), 'another session of the same user').toBe(403);
  const changeQuery = (change: (query: URLSearchParams) => void) => {
    const url = new URL(stream, site.url);
    change(url.searchParams);
    return url.pathname + url.search;
  };
  const forged = [
    changeQuery((query) => query.set('sig', `${query.get('sig')!.slice(0, -2)}zz`)),
    changeQuery((query) => query.set('exp', String(Number(query.get('exp')) + 3600))),
    changeQuery((query) => query.set('file', '720p.mp4')),
    changeQuery((query) => query.delete('sig')),
    changeQuery((query) => query.set('file', '../../lesson.json')),
    stream.replace('03-layouts', '04-data'),
    stream.replace(mona.userId, ali.userId),
  ];
  for (const url of forged) expect(await fetchAs(mona, url), url).toBe(403);
  const base = `/api/user/${mona.userId}/video/stream/${slug}`;
  for (const path of [
    '..%2f..%2flesson.json',
    '%2e%2e%2fnextjs-from-zero',
    '03-layouts.mp4?file=..%2flesson.json',
    '03-layouts.mp4?file=lesson.json',
    'nope.mp4',
  ]) {
    expect(await fetchAs(mona, `${base}/${path}`), path).toBe(404);
  }
  expect(
    (await api.post('/auth/logout', { data: {}, headers: { authorization: `Bearer ${mona.accessToken}` } })).status(),
  ).toBe(204);
  const outAt = Date.now();
  await expect.poll(() => fetchAs(mona, stream), { intervals: [100] }).toBe(403);
  expect(Date.now() - outAt).toBeLessThan(5000);
});

async function expectNoCourses(api: APIRequestContext, { userId }: Learner): Promise<void> {
  const countCourses = async () =>
    ((await (await api.get(`/api/user/${userId}/profile/getMyCourses`)).json()) as unknown[]).length;
  await expect.poll(countCourses, { intervals: [50] }).toBe(0);
}

test('a refund during playback ends access within five seconds, and the player says so [P7, R17]', async ({
  browser,
  playwright,
}) => {
  const { page, learner, close } = await open(browser, buildLessonPath('02-first-page'));
  await play(page);
  const api = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { authorization: `Bearer ${learner.accessToken}` },
  });
  const stream = `/api/user/${learner.userId}/video/stream/${slug}/02-first-page.mp4`;
  expect((await api.get(stream, { headers: { range: 'bytes=0-9' } })).status()).toBe(206);
  await refundAtPaymob(learner.chargeId, site);
  await expectNoCourses(api, learner);
  await expect
    .poll(async () => (await api.get(stream, { headers: { range: 'bytes=0-9' } })).status(), { timeout: 5000 })
    .toBe(403);
  await expect(page.getByText('لم تعد هذه الدورة مفتوحة لك')).toBeVisible({ timeout: 15_000 });
  const at = await readCurrentSeconds(page);
  expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(true);
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'راجع مدفوعاتك' })).toBeVisible();
  expect(await readCurrentSeconds(page)).toBe(at);
  await page.getByRole('link', { name: 'راجع مدفوعاتك' }).click();
  await expect(page).toHaveURL(/profile\/payments/);
  await close();
});

test('a refused progress report stops the video at once, however much is buffered [P7, R17]', async ({
  browser,
  playwright,
}) => {
  const { page, learner, close } = await open(browser, buildLessonPath('02-first-page'));
  await play(page);
  const api = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { authorization: `Bearer ${learner.accessToken}` },
  });
  const refused = page.waitForResponse((answer) => answer.url().includes('/progress/') && answer.status() === 403);
  // The service caches this authorisation for three seconds.
  expect(
    (await page.request.get(`/api/user/${learner.userId}/video/playlist/${slug}~02-first-page.mp4`)).status(),
  ).toBe(200);
  await refundAtPaymob(learner.chargeId, site);
  await expectNoCourses(api, learner);
  // Count requests for the plain file: hls.js fetches segments, and only the video element would load the file.
  const plain: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') plain.push(request.url());
  });
  await page.keyboard.press('k');
  await refused;
  await expect(page.getByText('لم تعد هذه الدورة مفتوحة لك')).toBeVisible({ timeout: 2000 });
  const readRemainingVideo = () =>
    page.evaluate(() => {
      const { buffered, networkState } = document.querySelector('video')!;
      return { pieces: buffered.length, state: networkState };
    });
  await expect.poll(readRemainingVideo, { timeout: 1000 }).toEqual({ pieces: 0, state: 3 /* NETWORK_NO_SOURCE */ });
  await page.keyboard.press('k');
  // Wait until the page has handled the key.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await readRemainingVideo()).toEqual({ pieces: 0, state: 3 });
  expect(plain).toEqual([]);
  await close();
});

test('a lesson’s new video replaces the old one during playback, and old addresses are refused [L7, O7]', async ({
  browser,
  playwright,
}) => {
  const { page, learner, close } = await open(browser, buildLessonPath('04-data'));
  await page.getByLabel('الجودة').first().selectOption('480p');
  await play(page);
  await page.keyboard.press('k');
  const api = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { authorization: `Bearer ${learner.accessToken}`, range: 'bytes=0-9' },
  });
  const { stream, playlist } = await fetchSignedAddresses(api, learner, '04-data');
  const [present, other] = [join(site.mediaDir, slug, '04-data.mp4'), join(site.mediaDir, 'other')];
  cpSync('media/mobile-apps-with-react-native/02-components.mp4', other, { recursive: true });
  renameSync(present, `${present}.old`);
  renameSync(other, present);
  await expect
    .poll(async () => [(await api.get(stream)).status(), (await api.get(playlist)).status()], { timeout: 2000 })
    .toEqual([403, 403]);
  expect((await api.get((await fetchSignedAddresses(api, learner, '04-data')).stream)).status()).toBe(206);
  const readLength = () => page.evaluate(() => document.querySelector('video')!.duration);
  await expect.poll(readLength).toBeGreaterThan(120);
  await seekTo(page, 110);
  await page.keyboard.press('k');
  await expect.poll(readLength, { timeout: 20_000 }).toBeLessThan(60);
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.ended), { timeout: 20_000 }).toBe(true);
  await page.keyboard.press('k');
  await expect.poll(() => readCurrentSeconds(page), { timeout: 10_000 }).toBeGreaterThan(0.5);
  expect(await readCurrentSeconds(page)).toBeLessThan(15);
  await expect(page.getByText('تعذّر تشغيل الدرس')).toHaveCount(0);
  await close();
});

test('a lesson without renditions plays its file by Range and offers no quality [L3, L7]', async ({ browser }) => {
  const { page, close } = await open(browser, buildLessonPath('05-forms'));
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/stream/')) ranges.push(request.headers().range ?? '');
  });
  await expect(page.getByLabel('الجودة')).toHaveCount(0);
  await play(page);
  await seekTo(page, 20);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(20.5);
  expect(ranges[0]).toMatch(/^bytes=\d+-/);
  await expect(page.getByText('le•••@learner.example')).toBeVisible();
  await close();
});

test('the browser plays HLS or the file itself without MediaSource, and the menu offers only possible choices [L7]', async ({
  browser,
}) => {
  const { page, close } = await open(browser, buildLessonPath('02-first-page'), (fresh) =>
    fresh.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
        delete (globalThis as Record<string, unknown>)[name];
    }),
  );
  await play(page);
  const hls = await page.evaluate(() => document.createElement('video').canPlayType('application/vnd.apple.mpegurl'));
  const source = await page.evaluate(() => document.querySelector('video')!.currentSrc);
  expect(source).toContain(hls === '' ? '/video/stream/' : '/video/playlist/');
  await page.getByRole('button', { name: 'إعدادات المشغّل' }).click();
  const offered = await page
    .locator('dialog label')
    .filter({ hasText: 'الجودة' })
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(offered).toEqual(hls === '' ? [] : ['auto', 'audio']);
  await close();
});

function copyContentWithoutWatermark(): string {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
  const file = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...config, player: { watermark: false } }));
  return folder;
}

test('lessons in a bucket play by Range and resume after an outage; the watermark can be switched off [L7, R17]', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const bucket = await startBucketMock();
  await fillBucket(bucket, slug);
  await site.stop();
  const content = copyContentWithoutWatermark();
  site = await startVideoService({ ...bucket.env, MEDIA_DIR: '/nowhere', CONTENT_DIR: content });
  const { page, close } = await open(browser, buildLessonPath('02-first-page'));
  await page.getByLabel('الجودة').first().selectOption('480p');
  await play(page);
  expect(
    bucket.requests.filter((line) => line.startsWith(`GET ${slug}/02-first-page.mp4/480p.mp4 bytes=`)).length,
  ).toBeGreaterThan(1);
  expect(bucket.requests.filter((line) => line.endsWith('480p.mp4'))).toEqual([]);
  await expect(page.getByText('le•••@learner.example')).toHaveCount(0);
  bucket.setFault('down');
  await seekTo(page, 110);
  await expect(page.getByText('ننتظر عودة الاتصال')).toBeVisible({ timeout: 15_000 });
  bucket.setFault(null);
  await expect.poll(() => readCurrentSeconds(page), { timeout: 15_000 }).toBeGreaterThan(110.3);
  await close();
  await bucket.close();
  rmSync(content, { recursive: true });
});
