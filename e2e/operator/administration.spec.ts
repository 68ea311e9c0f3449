import { randomBytes } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { call, callJson, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { holdScripts } from '../support/forms';
import { createLearner } from '../support/people/accounts';
import { enrolSecondFactor, shareAdministrator } from '../support/people/administrators';

test.describe.configure({ mode: 'default' });

let token = '';

test.beforeAll(async () => {
  const administrator = await shareAdministrator();
  token = administrator.accessToken;
});

const enter = (context: BrowserContext) => context.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });

test('a price typed in Arabic digits is on the site at once, and the change is in the audit log [O7, O9]', async ({
  page,
  context,
  request,
}) => {
  await enter(context);
  await page.goto('/ar/admin/courses');
  const { amount } = await callJson<{ amount: number }>(`${testSite.url}/api/payment/getProduct/course-mobile`);
  try {
    await page.locator('#course-mobile-amount').fill('٢٣٤٥');
    const form = page.locator('form:has(#course-mobile-amount)');
    await form.getByRole('button', { name: 'احفظ' }).click();
    await expect(form.getByRole('alert').filter({ hasText: 'حُفظ' })).toBeVisible();
    const site = await (await request.get('/en/details/course-page/courses-data/mobile-apps-with-react-native')).text();
    expect(site).toContain('2,345');
    await page.goto('/en/admin/audit');
    await expect(
      page.getByRole('row', { name: /Price changed.*Mobile apps with React Native.*Price: .* → / }).first(),
    ).toBeVisible();
  } finally {
    // Restore the price at once, because other tests rely on it.
    await call(`${testSite.url}/api/admin/products/course-mobile`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: { amount, saleAmount: null },
    });
  }
});

test('a lesson moved by keyboard stays in its new place, and the change is in the audit log [O7, O9]', async ({
  page,
  context,
}) => {
  await enter(context);
  await page.goto('/en/admin/courses/mobile-apps-with-react-native');
  const lessons = page.getByRole('region', { name: 'Lessons' });
  const readNames = () => lessons.locator('li bdi').allInnerTexts();
  const before = await readNames();
  await lessons.getByRole('button', { name: `Move down: ${before[0]}` }).press('Enter');
  await expect.poll(readNames).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.getByRole('link', { name: 'Texts and offer' }).click();
  await expect(page).toHaveURL(/\?part=texts$/);
  await expect(page.getByRole('tab', { name: 'Arabic' })).toBeVisible();
  await page.goBack();
  await expect
    .poll(readNames, 'what is not saved stays from part to part')
    .toEqual([before[1], before[0], ...before.slice(2)]);
  await lessons.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(lessons.getByText('Saved, and on the site now.')).toBeVisible();
  await page.reload();
  expect((await readNames()).slice(0, 2)).toEqual([before[1], before[0]]);
  await page.goto('/en/admin/audit');
  await expect(page.getByRole('cell', { name: 'Lessons rearranged' }).first()).toBeVisible();
});

test('values typed and chosen before the scripts ran are kept, and sent only by the scripts [O7]', async ({
  page,
  context,
}) => {
  await enter(context);
  const release = await holdScripts(page);
  await page.goto('/en/admin/coupons/new', { waitUntil: 'commit' });
  const code = `EARLY-${Date.now()}`;
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Kind of discount').selectOption('Amount');
  await page.getByLabel('Discount (%)').fill('50');
  await page.getByLabel('Orders with it can be refunded').check();
  await save.click();
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page.getByLabel('Discount (L.E)'), 'the form knows of the choice').toHaveValue('50');
  await page.getByLabel('Uses in total').fill('5');
  await save.click();
  await page.waitForURL(/\/admin\/coupons\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: code.toUpperCase() })).toBeVisible();
  await expect(page.getByLabel('Discount (L.E)')).toHaveValue('50');
  await expect(page.getByLabel('Orders with it can be refunded')).toBeChecked();
});

test('an upload resumes after a network failure; a file that is not a video is refused with a reason and can be removed [O7]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_CONNECTION_RESET/);
  await enter(context);
  await page.goto('/en/admin/courses/digital-marketing-basics');
  const uploads = page.getByRole('region', { name: 'Upload a video' });
  await uploads
    .getByLabel('Video', { exact: true })
    .setInputFiles({ name: 'talk.mp4', mimeType: 'video/mp4', buffer: randomBytes(3 * 1024 * 1024) });
  await uploads.getByLabel('Name in Arabic').fill('حديث قصير');
  await uploads.getByLabel('Name in English').fill('A short talk');
  await uploads.getByLabel('Name in German').fill('Ein kurzer Vortrag');
  const offsets: string[] = [];
  await page.route('**/api/admin/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    offsets.push(route.request().headers()['upload-offset'] ?? '');
    await (offsets.length === 2 ? route.abort('connectionreset') : route.fallback());
  });
  await uploads.getByRole('button', { name: 'Upload', exact: true }).click();
  const row = uploads.getByRole('listitem').filter({ hasText: 'A short talk' });
  await expect(row.getByText('The connection is gone.')).toBeVisible();
  await expect(row).toHaveAttribute('data-status', 'failed', { timeout: 40_000 });
  expect(offsets[1]).toBe(offsets[2]);
  expect(Number(offsets[2])).toBeGreaterThan(0);
  await expect(row.getByText(/This file is not a video|ffmpeg is not installed/)).toBeVisible();
  expect(await page.getByRole('region', { name: 'Lessons' }).locator('li bdi').allInnerTexts()).not.toContain(
    'A short talk',
  );
  await page.reload();
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row).not.toHaveAttribute('data-status', 'failed');
  await expect(row).toHaveAttribute('data-status', 'failed', { timeout: 40_000 });
  await row.getByRole('button', { name: 'Remove: A short talk' }).click();
  await expect(row).toHaveCount(0);
});

test('an upload is refused if it is too large, unauthenticated or at an unexpected offset [O7, X15]', async ({
  request,
}) => {
  const headers = { authorization: `Bearer ${token}` };
  const begin = (sizeBytes: number, more = headers) =>
    request.post('/api/admin/courses/digital-marketing-basics/uploads', {
      headers: more,
      data: { sizeBytes, fingerprint: 'f'.repeat(43), name: { ar: 'ف', en: 'F', de: 'F' } },
    });
  expect((await begin(5 * 1024 ** 3)).status()).toBe(422);
  expect((await begin(10, {} as typeof headers)).status()).toBe(401);
  const started = await begin(10);
  const address = started.headers().location ?? '';
  const sendPart = (offset: string, data: string, type = 'application/partial-upload') =>
    request.patch(address, {
      headers: { ...headers, 'content-type': type, 'upload-offset': offset },
      data: Buffer.from(data),
    });
  expect((await sendPart('0', '0123456789', 'video/mp4')).status()).toBe(415);
  expect((await sendPart('x', '0123456789')).status()).toBe(400);
  expect((await sendPart('3', '3456789')).status()).toBe(409);
  expect((await sendPart('0', '0123456789+')).status()).toBe(413);
  const head = await request.head(address, { headers });
  expect([head.headers()['upload-offset'], head.headers()['upload-length'], head.headers()['upload-complete']]).toEqual(
    ['0', '10', '?0'],
  );
  expect((await request.delete(address, { headers })).status()).toBe(204);
  expect((await request.get(address, { headers })).status()).toBe(404);
});

test('captions added later are refused with file and line of an error, and shown in player and transcript if valid [O7, L9]', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  await enter(context);
  await page.goto('/en/admin/courses/mobile-apps-with-react-native?part=files');
  const captions = page.getByRole('region', { name: 'Captions' });
  const buildCaptions = (last: string) => ({
    name: 'layout.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(
      `WEBVTT\n\n00:00.000 --> 00:04.000\nBoxes inside boxes\n\n00:05.000 --> ${last}\nNobody counts pixels\n`,
    ),
  });
  await captions.getByLabel('Lesson', { exact: true }).selectOption('03-layout.mp4');
  await captions.getByLabel('Captions in English').setInputFiles(buildCaptions('01:30.000'));
  await captions.getByRole('button', { name: 'Save captions' }).click();
  await expect(
    captions.getByRole('alert').filter({ hasText: 'layout.vtt, line 6: this ends after the video.' }),
  ).toBeVisible();
  await captions.getByLabel('Captions in English').setInputFiles(buildCaptions('00:09.000'));
  await captions.getByRole('button', { name: 'Save captions' }).click();
  await expect(captions.getByText('Saved, and on the site now.')).toBeVisible();
  await page.goto('/en/course/mobile-apps-with-react-native/03-layout.mp4');
  await expect(page.getByRole('region', { name: 'Transcript' }).getByRole('listitem')).toHaveText([
    /Boxes inside boxes/,
    /Nobody counts pixels/,
  ]);
  const readCues = () =>
    page.evaluate(() => {
      const track = [...document.querySelector('video')!.textTracks].find(({ language }) => language === 'en');
      return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text);
    });
  await expect.poll(readCues).toEqual(['Boxes inside boxes', 'Nobody counts pixels']);
});

test('a learner’s page shows courses and devices, signs the learner out and resets a lost second factor [O9, D12]', async ({
  page,
  context,
  request,
}) => {
  const learner = await createLearner();
  const { userId, name, email, headers } = learner;
  await enrolSecondFactor(learner);
  const fetchCourses = () => request.get(`/api/user/${userId}/profile/getMyCourses`, { headers });
  expect((await fetchCourses()).status()).toBe(200);
  await enter(context);
  await page.goto(`/en/admin/learners?q=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('button', { name: /^Sign out:/ }).click();
  await expect(page.getByText('Signed in nowhere at the moment.')).toBeVisible();
  expect((await fetchCourses()).status()).toBe(401);
  const reset = 'Reset two-step sign-in';
  await page.getByRole('button', { name: reset }).click();
  const question = page.getByRole('dialog', { name: reset });
  await question.getByRole('textbox', { name: 'Reason' }).fill('Lost with the telephone');
  await question.getByRole('button', { name: reset }).click();
  await expect(page.getByText('Two-step sign-in and passkeys removed by the administration')).toBeVisible();
  await expect(page.getByRole('button', { name: reset })).toHaveCount(0);
});
