import { findTornButtons } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds, readVideoState, recordRangeRequests, seekTo } from '../support/player';

const slug = 'nextjs-from-zero';
const product = 'course-nextjs';
const first = `/ar/course/${slug}/01-welcome.mp4`;

test('a lesson plays, is marked as opened and counted, and resumes on another device [L1, L2, L3, L4]', async ({
  page,
  browser,
}) => {
  const learner = await createLearner(product);
  await signIn(page, learner, `/ar/course/${slug}`);
  await expect(page).toHaveURL(first);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('أهلًا بك');
  await expect(page.getByRole('link', { name: /الدرس السابق/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /فتحته\s*أهلًا بك/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'فصول الدورة ودروسها' })).toContainText('الدروس التي فتحتها: 1 من 8');
  await play(page);
  await seekTo(page, 14);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(15);
  const saved = page.waitForResponse(
    (answer) => answer.url().includes('/progress/') && answer.request().method() === 'PUT' && answer.ok(),
  );
  await page.keyboard.press('k');
  await saved;
  expect(await page.evaluate((key) => localStorage.getItem(key), `played:${learner.userId}:${slug}`)).toContain(
    '01-welcome.mp4',
  );

  const other = await browser.newContext({ locale: 'ar-EG' });
  const phone = await other.newPage();
  await signIn(phone, learner, first);
  await expect(phone.getByRole('link', { name: /فتحته\s*أهلًا بك/ })).toBeVisible();
  await phone.getByRole('button', { name: /تابع من/ }).click();
  await expect.poll(() => readCurrentSeconds(phone)).toBeGreaterThan(13);
  await phone
    .getByRole('link', { name: /الدرس التالي/ })
    .first()
    .click();
  await expect(phone).toHaveURL(/02-first-page\.mp4$/);
  await expect(phone.getByRole('link', { name: /الدرس السابق/ })).toHaveCount(1);
  await other.close();
});

test('the player loads and shows the chosen quality [L7]', async ({ page }) => {
  const parts = recordRangeRequests(page);
  const listRequestedFiles = () => [...new Set(parts.map((part) => part.file))];
  await signIn(page, await createLearner(product), first);
  const choice = page.getByLabel('الجودة').first();
  await expect(choice.locator('option[value=saver]')).toHaveText(/كيلوبايت/);
  await choice.selectOption('240p');
  await play(page);
  await expect.poll(async () => (await readVideoState(page)).height).toBe(240);
  expect(listRequestedFiles()).toEqual(['240p.mp4']);
  await page.getByRole('button', { name: 'إعدادات المشغّل' }).click();
  await page.getByLabel('الجودة').selectOption('720p');
  await expect.poll(async () => (await readVideoState(page)).height, { timeout: 20_000 }).toBe(720);
  expect(listRequestedFiles()).toContain('720p.mp4');
  await page.getByLabel('الجودة').selectOption('audio');
  await expect.poll(listRequestedFiles).toContain('audio.mp4');
});

test('the video resumes after a network outage without losing watched time [L4, L7]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const learner = await createLearner(product);
  await signIn(page, learner, first);
  await play(page);
  await context.setOffline(true);
  await seekTo(page, 110);
  await expect(page.getByText('ننتظر عودة الاتصال')).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await expect.poll(() => readCurrentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(110.5);
  await expect
    .poll(
      () =>
        page.evaluate(
          async ([user, course]) => {
            const answer = await fetch(`/api/user/${user}/progress/${course}`);
            return ((await answer.json()) as { lessons: Record<string, { positionSeconds: number }> }).lessons[
              '01-welcome.mp4'
            ]?.positionSeconds;
          },
          [learner.userId, slug] as const,
        ),
      { timeout: 20_000 },
    )
    .toBeGreaterThan(109);
});

test('the transcript search tolerates spelling variants and seeks; one chapter is open at a time; feedback is rated by keyboard [L1, L5, L6, L9]', async ({
  page,
}) => {
  await signIn(page, await createLearner(product), first);
  await page.getByPlaceholder('ابحث في النص').fill('قاعده بيانات');
  const line = page.getByRole('listitem').getByRole('button', { name: /قاعدة بيانات/ });
  await expect(line).toHaveCount(1);
  await line.click();
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(12);
  const chapters = page.locator('#lessons details');
  await expect(chapters.nth(0)).toHaveAttribute('open', '');
  await expect(page.locator('#lessons a[aria-current=page]')).toHaveCount(1);
  await chapters.nth(1).locator('summary').click();
  await expect(chapters.nth(0)).not.toHaveAttribute('open', '');
  await page.getByRole('link', { name: 'اختبار تحديد المستوى' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'اختبار تحديد المستوى' })).toBeVisible();
  await page.getByRole('radio', { name: 'بلا تقييم' }).focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: '4 من 5 نجوم' })).toBeChecked();
  await page.getByLabel('ما أكثر ما أفادك').fill('المشروع الواحد');
  const stored = page.waitForResponse((answer) => answer.url().includes('/feedback/'));
  await page.getByRole('button', { name: 'أرسل الإجابات' }).click();
  expect((await stored).status()).toBe(201);
  await expect(page.getByRole('alert').filter({ hasText: 'وصلتنا إجاباتك' })).toBeVisible();
});

test('a learner with data saver on gets the smallest picture and sees its size before play [L7]', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const parts = recordRangeRequests(page);
  await signIn(page, await createLearner(product), first);
  const chosen = page.getByLabel('الجودة').first().locator('option:checked');
  await expect(chosen).toHaveText(/^توفير البيانات · \d+ كيلوبايت$/);
  expect(parts).toEqual([]);
  await play(page);
  await expect.poll(async () => (await readVideoState(page)).height).toBe(240);
  expect(new Set(parts.map(({ file }) => file))).toEqual(new Set(['240p.mp4']));
});

test('a headset’s play key starts the video; shortcuts follow key positions; the timeline runs left to right in Arabic [L3, L7]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const handlers = new Map<string, MediaSessionActionHandler | null>();
    navigator.mediaSession.setActionHandler = (name, handler) => void handlers.set(name, handler);
    Object.assign(window, { pressHeadset: (name: MediaSessionAction) => handlers.get(name)?.({ action: name }) });
  });
  await signIn(page, await createLearner(product), first);
  await expect(page.getByRole('button', { name: 'تشغيل', exact: true }).first()).toBeVisible();
  await page.evaluate(() => (window as unknown as { pressHeadset: (name: string) => void }).pressHeadset('play'));
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(0.5);
  await expect(page.locator('[class*="start"] button')).toHaveCount(0);
  await page.keyboard.press('k');
  expect((await readVideoState(page)).isPaused).toBe(true);
  const at = await readCurrentSeconds(page);
  for (const [key, moved] of [
    ['ArrowRight', 5],
    ['l', 15],
    ['j', 5],
    ['ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => readCurrentSeconds(page), { message: key }).toBeCloseTo(at + moved, 0);
  }
  await page.keyboard.press('m');
  await page.keyboard.press('c');
  expect(await page.evaluate(() => document.querySelector('video')!.muted)).toBe(true);
  await expect(page.getByRole('button', { name: 'الترجمة', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('f');
  await expect
    .poll(() =>
      page.evaluate(
        () => document.fullscreenElement?.querySelector('video') !== undefined && document.fullscreenElement !== null,
      ),
    )
    .toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await page.getByRole('searchbox').fill('k ');
  expect((await readVideoState(page)).isPaused).toBe(true);
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Space');
  await expect.poll(async () => (await readVideoState(page)).isPaused).toBe(false);
  const direction = await page.getByLabel('موضع التشغيل').evaluate((input) => getComputedStyle(input).direction);
  const title = await page.evaluate(() => navigator.mediaSession.metadata?.title);
  expect([direction, title]).toEqual(['ltr', 'أهلًا بك: ماذا سنبني؟']);
});

test('a visitor who starts the free lesson by keyboard can control it by keyboard [L3]', async ({ page }) => {
  await page.goto(`/ar/details/course-page/courses-data/${slug}`);
  const begin = page.locator('#free-lesson').getByRole('button', { name: 'تشغيل', exact: true });
  await begin.focus();
  await page.keyboard.press('Enter');
  await expect(begin, 'the poster with its button').toHaveCount(0);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(0.5);
  await page.keyboard.press('Space');
  expect((await readVideoState(page)).isPaused).toBe(true);
  const at = await readCurrentSeconds(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => readCurrentSeconds(page)).toBeCloseTo(at + 5, 0);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('موضع التشغيل'), 'the first control').toBeFocused();
});

test('a lesson whose HLS library failed to load plays from the intended position after a reload, never from the plain file [L7]', async ({
  page,
  pageErrors,
  t,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to load resource/);
  let isLost = true;
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    const answer = await route.fetch();
    const isLibrary = (await answer.text()).includes('hlsManifestParsed');
    await (isLost && isLibrary ? route.abort() : route.fulfill({ response: answer }));
  });
  const plain: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'media') plain.push(request.url());
  });
  await signIn(page, await createLearner(product), first);
  await page.goto(`${first}?t=20`);
  await page.getByRole('button', { name: /تابع من/ }).click();
  const reload = page.getByRole('alert').getByRole('button', { name: t('chrome.part_missing_reload') });
  await expect(reload).toBeVisible();
  isLost = false;
  await reload.click();
  await page.getByRole('button', { name: /تابع من/ }).click();
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(20.5);
  await expect(page.getByText('تعذّر تشغيل الدرس')).toHaveCount(0);
  expect(plain).toEqual([]);
});

test('captions are on from the start if a course has no voice-over, and stay off once switched off [L9, N2]', async ({
  page,
}) => {
  const caption = page.getByRole('paragraph').filter({ hasText: /^أهلًا بك\. في هذه الدورة/ });
  await page.goto(`/ar/details/course-page/courses-data/${slug}`);
  await expect(page.locator('#free-lesson details'), 'its transcript').toContainText('خطوة بعد خطوة');
  await expect(
    page.getByRole('term').filter({ hasText: 'لغة الشرائح' }).locator('xpath=following-sibling::dd'),
  ).toHaveText('العربية، بلا تعليق صوتي');
  await page.locator('#free-lesson').getByRole('button', { name: 'تشغيل', exact: true }).click();
  await expect(caption).toBeVisible();
  await signIn(page, await createLearner(product), first);
  await play(page);
  await expect(caption).toBeVisible();
  await page.keyboard.press('c');
  await expect(caption).toHaveCount(0);
  await page.reload();
  await play(page);
  await expect(page.getByRole('button', { name: 'الترجمة', exact: true })).toHaveAttribute('aria-pressed', 'false');
});

test('leaving the page reports the position by a beacon that the service accepts [L4]', async ({ page }) => {
  const learner = await createLearner(product);
  await signIn(page, learner, first);
  await play(page);
  await seekTo(page, 9);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(9.5);
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = (input, init) =>
      init?.method === 'PUT' ? Promise.reject(new TypeError('only the beacon may report')) : real(input, init);
  });
  await page.goto('/ar/about');
  await expect
    .poll(() =>
      page.evaluate(
        async ([user, course]) => {
          const answer = await fetch(`/api/user/${user}/progress/${course}`);
          return ((await answer.json()) as { lessons: Record<string, { positionSeconds: number }> }).lessons[
            '01-welcome.mp4'
          ]?.positionSeconds;
        },
        [learner.userId, slug] as const,
      ),
    )
    .toBeGreaterThan(9);
});

test('home, My Courses and the course page lead to the learner’s last lesson and position [L8]', async ({
  page,
  playwright,
  baseURL,
}) => {
  const learner = await createLearner(product);
  const api = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${learner.accessToken}` },
  });
  const reported = await api.put(`/api/user/${learner.userId}/progress/${slug}`, {
    data: { lesson: '04-data.mp4', positionSeconds: 12, played: true, watched: [[0, 12]] },
  });
  expect(reported.status()).toBe(200);
  // Start with a cached page, which must find out in the browser that the learner is signed in.
  await signIn(page, learner, '/ar/home');
  for (const path of ['/ar/home', '/ar/profile/myCourses', first]) {
    if (path !== '/ar/home') await page.goto(path);
    const link = page.locator(`main a[href$="/course/${slug}/04-data.mp4"]:not(#lessons *)`);
    await expect(link, path).toBeVisible();
    await expect(page.locator('main'), path).toContainText('0:12');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await findTornButtons(page), path).toEqual([]);
  }
});
