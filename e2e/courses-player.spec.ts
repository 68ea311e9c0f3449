import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { makeLearner, signIn } from './learner';

const slug = 'nextjs-from-zero';
const product = 'course-nextjs';
const first = `/ar/course/${slug}/01-welcome.mp4`;

const film = (page: Page) => page.evaluate(() => {
  const video = document.querySelector('video')!;
  return { seconds: video.currentTime, isPaused: video.paused, height: video.videoHeight };
});
const secondsOf = async (page: Page) => (await film(page)).seconds;

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^تشغيل|^تابع من/ }).first().click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(0.5);
}

const renditionsAsked = (page: Page) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const file = new URL(request.url()).searchParams.get('file');
    if (file?.endsWith('.mp4')) asked.add(file);
  });
  return asked;
};

test('L2 L3 L4 a lesson plays, its place is kept, and another device goes on there', async ({ page, browser }) => {
  const learner = await makeLearner(product);
  await signIn(page, learner, `/ar/course/${slug}`);
  await expect(page).toHaveURL(first);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('أهلًا بك');
  await expect(page.locator('a[rel=prev]')).toHaveCount(0);
  await play(page);
  await page.evaluate(() => { document.querySelector('video')!.currentTime = 14; });
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(15);
  const saved = page.waitForResponse((answer) => answer.url().includes('/progress/') && answer.request().method() === 'PUT' && answer.ok());
  await page.keyboard.press('k');
  await saved;
  expect(await page.evaluate((key) => localStorage.getItem(key), `played:${slug}`)).toContain('01-welcome.mp4');

  const other = await browser.newContext({ locale: 'ar-EG' });
  const phone = await other.newPage();
  await signIn(phone, learner, first);
  await expect(phone.getByRole('link', { name: /تمت مشاهدته\s*أهلًا بك/ })).toBeVisible();
  await phone.getByRole('button', { name: /تابع من/ }).click();
  await expect.poll(() => secondsOf(phone)).toBeGreaterThan(13);
  await phone.locator('a[rel=next]').click();
  await expect(phone).toHaveURL(/02-first-page\.mp4$/);
  await expect(phone.locator('a[rel=prev]')).toHaveCount(1);
  await other.close();
});

test('L7 the quality chosen is the one that is fetched and shown', async ({ page }) => {
  const asked = renditionsAsked(page);
  await signIn(page, await makeLearner(product), first);
  const choice = page.getByLabel('الجودة').first();
  await expect(choice.locator('option[value=saver]')).toHaveText(/ميجابايت/);
  await choice.selectOption('240p');
  await play(page);
  await expect.poll(async () => (await film(page)).height).toBe(240);
  expect([...asked]).toEqual(['240p.mp4']);
  await page.getByRole('button', { name: 'إعدادات المشغّل' }).click();
  await page.getByLabel('الجودة').selectOption('720p');
  await expect.poll(async () => (await film(page)).height, { timeout: 20_000 }).toBe(720);
  expect([...asked]).toContain('720p.mp4');
  await page.getByLabel('الجودة').selectOption('audio');
  await expect.poll(() => [...asked]).toContain('audio.mp4');
});

test('L4 L7 the network goes and comes back: the film goes on and nothing watched is lost', async ({ page, context, trouble }) => {
  trouble.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const learner = await makeLearner(product);
  await signIn(page, learner, first);
  await play(page);
  await context.setOffline(true);
  await page.evaluate(() => { document.querySelector('video')!.currentTime = 26; });
  await expect(page.getByText('ننتظر عودة الشبكة')).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await expect.poll(() => secondsOf(page), { timeout: 20_000 }).toBeGreaterThan(26.5);
  await expect.poll(() => page.evaluate(async ([user, course]) => {
    const answer = await fetch(`/api/user/${user}/progress/${course}`);
    return ((await answer.json()) as { lessons: Record<string, { positionSeconds: number }> }).lessons['01-welcome.mp4']?.positionSeconds;
  }, [learner.userId, slug] as const), { timeout: 20_000 }).toBeGreaterThan(25);
});

test('L7 a signed address serves ranges to its own session and to no other', async ({ page, playwright, baseURL, trouble }) => {
  trouble.expected.push(/403/);
  const learner = await makeLearner(product);
  const signed = page.waitForRequest((request) => request.url().includes('sig=') && request.url().includes('/stream/'));
  await signIn(page, learner, first);
  await play(page);
  const url = (await signed).url();
  const own = await page.request.get(url, { headers: { range: 'bytes=0-99' } });
  expect([own.status(), own.headers()['content-range']?.split('/')[0], own.headers()['content-length']]).toEqual([206, 'bytes 0-99', '100']);
  const bearer = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${learner.accessToken}` } });
  expect((await bearer.get(url)).status()).toBe(403);
  expect((await bearer.get(url.split('?')[0]!, { headers: { range: 'bytes=0-9' } })).status()).toBe(206);
  const nobody = await playwright.request.newContext({ baseURL });
  expect([(await nobody.get(url)).status(), (await nobody.get(url.split('?')[0]!)).status()]).toEqual([403, 401]);
  await page.request.post('/auth/logout', { data: {}, headers: { origin: baseURL! } });
  expect((await page.request.get(url)).status()).toBe(403);
});

test('L1 L5 L6 chapters close each other; the feedback form is rated by keyboard and stored', async ({ page }) => {
  await signIn(page, await makeLearner(product), first);
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

test('L9 the transcript finds words however they are written, and leads to their moment', async ({ page }) => {
  await signIn(page, await makeLearner(product), first);
  await page.getByPlaceholder('ابحث في النص').fill('قاعده بيانات');
  const line = page.getByRole('listitem').getByRole('button', { name: /قاعدة بيانات/ });
  await expect(line).toHaveCount(1);
  await line.click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(12);
});

test('C6 G3 the first lesson is free on the course\'s page, and the course itself leads to payment', async ({ page }) => {
  const learner = await makeLearner();
  await page.goto(`/ar/details/course-page/courses-data/${slug}`);
  await expect(page.locator('figure details')).toContainText('خطوة بعد خطوة');
  await page.evaluate(() => { const video = document.querySelector<HTMLVideoElement>('figure video')!; video.muted = true; return video.play(); });
  await expect.poll(() => page.evaluate(() => document.querySelector<HTMLVideoElement>('figure video')!.currentTime)).toBeGreaterThan(0.5);
  await page.goto(`/ar/login?next=${encodeURIComponent(first)}`);
  await page.locator('main [name=email]').fill(learner.email);
  await page.locator('main [type=password]').fill(learner.password);
  await page.locator('main form [type=submit]').first().click();
  await expect(page).toHaveURL(new RegExp(`/ar/payment\\?product=${product}`));
});
