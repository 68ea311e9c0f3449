import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { nginx, writeExample } from '../../scripts/nginx-example';
import { rangeRequests, play, currentSeconds } from '../support/player';
import { startVideoService, type VideoService } from '../support/video-service';
import { newLearner } from '../support/accounts';
import { signIn } from '../support/sign-in';
import { freePort } from '../support/services';

/** `deploy/nginx.conf` before the production build, as an operator would have it. */
let folder: string;
let site: VideoService;
let proxy: ChildProcess;
let address: string;

test.skip(!nginx, 'nginx is not installed');

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'behind-nginx-'));
  const port = await freePort();
  address = `https://localhost:${port}`;
  site = await startVideoService({ SEND_FILES: 'accel', TRUSTED_PROXIES: '1', SITE_URL: address });
  // nginx gives its rights away to an account of its own, which must reach the videos.
  for (const each of [folder, dirname(site.mediaDir)]) chmodSync(each, 0o755);
  const example = writeExample({ folder, mediaDir: site.mediaDir, dataDir: join(dirname(site.mediaDir), 'data'), upstreamPort: Number(new URL(site.url).port), port });
  proxy = spawn(nginx!, ['-c', example, '-p', folder], { stdio: 'inherit' });
});

test.afterAll(async () => {
  if (proxy) {
    const over = new Promise((done) => proxy.once('exit', done));
    proxy.kill('SIGQUIT');
    await over;
  }
  await site?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('O4 L7 behind nginx a learner signs in and plays: nginx sends the video by ranges, to nobody without a signature', async ({ browser }) => {
  const learner = await newLearner('course-nextjs', site);
  const context = await browser.newContext({ baseURL: address, locale: 'ar-EG', ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const parts = rangeRequests(page);
  const streamed = page.waitForResponse((answer) => answer.url().includes('/video/stream/') && answer.url().includes('sig='));
  await signIn(page, learner, '/ar/course/nextjs-from-zero/02-first-page.mp4');
  await play(page);
  const part = await streamed;
  expect([part.status(), part.headers().server, part.headers()['content-type']]).toEqual([206, 'nginx', 'video/mp4']);
  expect(part.headers()['x-accel-redirect']).toBeUndefined();
  expect(part.headers()['cache-control']).toContain('private');
  await page.evaluate(() => { document.querySelector('video')!.currentTime = 24; });
  await expect.poll(() => currentSeconds(page), { timeout: 20_000 }).toBeGreaterThan(24.3);
  expect(parts.length).toBeGreaterThan(2);
  const own = await page.request.get(part.url(), { headers: { range: 'bytes=0-99' } });
  expect([own.status(), (await own.body()).length]).toEqual([206, 100]);
  const nobody = await browser.newContext({ baseURL: address, ignoreHTTPSErrors: true });
  expect((await nobody.request.get(part.url())).status()).toBe(403);
  for (const path of ['/_protected/media/nextjs-from-zero/02-first-page.mp4/video.mp4', '/_protected/data/auth-secret']) expect((await nobody.request.get(path)).status(), path).toBe(404);
  await Promise.all([nobody.close(), context.close()]);
});
