import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { type PaymobMock, startPaymobMock } from '../../mocks/paymob/server';
import { nginx, type RunningNginx, startExample } from '../../scripts/environment/nginx-example';
import { findFreePort } from '../../scripts/environment/ports';
import { callJson } from '../support/api';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds, recordRangeRequests } from '../support/player';
import { type ServicePair, startServicePair } from '../support/services/services';

test.describe.configure({ mode: 'default' });

let folder: string;
let pair: ServicePair;
let paymob: PaymobMock;
let proxy: RunningNginx | undefined;
let address: string;

test.skip(!nginx, 'nginx is not installed');

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'behind-nginx-'));
  const mediaDir = join(folder, 'media');
  cpSync('media/nextjs-from-zero', join(mediaDir, 'nextjs-from-zero'), { recursive: true });
  const [port, paymobPort] = [await findFreePort(), await findFreePort()];
  address = `https://localhost:${port}`;
  paymob = await startPaymobMock({ port: paymobPort, siteUrl: address });
  pair = await startServicePair(folder, {
    ...paymob.env,
    SEND_FILES: 'accel',
    TRUSTED_PROXIES: '1',
    SITE_URL: address,
    LIMIT_SCALE: '1000',
    RECONCILE_EVERY_S: '2',
  });
  // nginx's worker user must be able to read the videos.
  chmodSync(mediaDir, 0o755);
  const [first, second] = pair.urls.map((url) => Number(new URL(url).port)) as [number, number];
  proxy = await startExample({ folder, mediaDir, upstreamPorts: [first, second], port });
});

test.afterAll(async () => {
  await proxy?.stop();
  await pair?.stop();
  await paymob?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Calls go directly to the first service, because nginx has a self-signed certificate. */
const getTarget = () => ({ url: pair.urls[0], paymob });

async function createAdministrator(): Promise<{ authorization: string }> {
  const { email, password, headers } = await createLearner(null, getTarget());
  const client = new Client({ connectionString: pair.databaseUrl });
  await client.connect();
  await client.query(`UPDATE "User" SET role = 'admin', "emailConfirmedAt" = now() WHERE email = $1`, [email]);
  await client.end();
  const { accessToken } = await callJson<{ accessToken: string }>(`${pair.urls[0]}/auth/loginAsUser`, {
    body: { email, sub: password },
  });
  const own = { ...headers, authorization: `Bearer ${accessToken}` };
  const { secret } = await callJson<{ secret: string }>(`${pair.urls[1]}/auth/totp/enrol`, { headers: own, body: {} });
  await callJson(`${pair.urls[0]}/auth/totp/confirm`, { headers: own, body: { code: generateSync({ secret }) } });
  return own;
}

test('a page edited in one process changes in the other and behind nginx within two seconds; personal pages are not cached [O4, R20]', async ({
  browser,
}) => {
  const headers = await createAdministrator();
  const context = await browser.newContext({ baseURL: address, ignoreHTTPSErrors: true });
  const page = '/en/details/course-page/courses-data/nextjs-from-zero';
  const showsPrice = async (url: string) =>
    (await (await context.request.get(`${url}${page}`)).text()).includes('4,321');
  const showsPriceEverywhere = () => Promise.all([...pair.urls, address].map(showsPrice));
  expect(await showsPriceEverywhere()).toEqual([false, false, false]);
  // nginx keeps a page for up to two seconds, then requests a new one.
  const changed = await fetch(`${pair.urls[1]}/api/admin/products/course-nextjs`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 432_100, saleAmount: null }),
  });
  expect(changed.status).toBe(200);
  await expect.poll(showsPriceEverywhere, { timeout: 2_500, intervals: [100] }).toEqual([true, true, true]);
  const { etag = '' } = (await context.request.get(page)).headers();
  expect((await context.request.get(page, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  const signInPage = await context.request.get('/en/login');
  expect([signInPage.status(), signInPage.headers()['cache-control']]).toEqual([
    200,
    expect.stringContaining('no-store'),
  ]);
  await context.close();
});

test('a learner behind nginx signs in and plays across both processes; nginx sends the video by ranges only with a signature [O4, L7, P6]', async ({
  browser,
}) => {
  const learner = await createLearner('course-nextjs', getTarget());
  const context = await browser.newContext({ baseURL: address, locale: 'ar-EG', ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const parts = recordRangeRequests(page);
  const streamed = page.waitForResponse(
    (answer) => answer.url().includes('/video/stream/') && answer.url().includes('sig='),
  );
  await signIn(page, learner, '/ar/course/nextjs-from-zero/02-first-page.mp4');
  await play(page);
  const part = await streamed;
  expect([part.status(), part.headers().server, part.headers()['content-type']]).toEqual([206, 'nginx', 'video/mp4']);
  expect(part.headers()['x-accel-redirect']).toBeUndefined();
  expect(part.headers()['cache-control']).toContain('private');
  await page.evaluate(() => {
    document.querySelector('video')!.currentTime = 24;
  });
  await expect.poll(() => readCurrentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(24.3);
  expect(parts.length).toBeGreaterThan(2);
  const own = await page.request.get(part.url(), { headers: { range: 'bytes=0-99' } });
  expect([own.status(), (await own.body()).length]).toEqual([206, 100]);
  const signedOut = await browser.newContext({ baseURL: address, ignoreHTTPSErrors: true });
  expect((await signedOut.request.get(part.url())).status()).toBe(403);
  for (const path of ['/_protected/media/nextjs-from-zero/02-first-page.mp4/video.mp4', '/_protected/data/auth-secret'])
    expect((await signedOut.request.get(path)).status(), path).toBe(404);
  await Promise.all([signedOut.close(), context.close()]);
});
