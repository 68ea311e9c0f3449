import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { compareRounds, computeMedian, createUnmeasuredLine, type Line } from '../../line';
import { startNginx } from '../../nginx';
import type { World } from '../../world';

const course = 'nextjs-from-zero';
const PREVIEW = '01-welcome.mp4';
const MEASURE = 'first frame after the click';
const GOAL = '≤ 1.1 × nginx';

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 1_250_000,
    uploadThroughput: 250_000,
  });
  return page;
}

function measureFirstFrame(page: Page, address: string): Promise<number> {
  return page.evaluate(
    (source) =>
      new Promise<number>((resolve, reject) => {
        const video = document.createElement('video');
        video.muted = true;
        document.body.append(video);
        const began = performance.now();
        video.requestVideoFrameCallback(() => {
          resolve(performance.now() - began);
          video.remove();
        });
        video.onerror = () => reject(new Error(video.error?.message ?? 'the video does not play'));
        video.src = source;
        void video.play();
      }),
    address,
  );
}

export async function measureFirstFrames(world: World, browser: Browser, rounds: number): Promise<Line[]> {
  const video = ['video.mp4', '']
    .map((name) => join(world.mediaDir, course, PREVIEW, name))
    .find((path) => existsSync(path));
  if (!video || video.endsWith('/')) return [createUnmeasuredLine(MEASURE, GOAL, 'no sample video under media/')];
  const nginx = await startNginx(
    world.nginxPort,
    [
      {
        path: '/blank',
        body: Buffer.from('<!doctype html><title>x</title><body>'),
        headers: { 'content-type': 'text/html' },
      },
    ],
    { '/videos/': world.mediaDir },
  );
  const times = { ours: [] as number[], nginx: [] as number[] };
  try {
    const ours = await openPage(browser, `http://localhost:${world.port}/ar/refund-policy`);
    const theirs = await openPage(browser, `http://127.0.0.1:${world.nginxPort}/blank`);
    for (let round = -1; round < rounds * 2; round += 1) {
      const one = await measureFirstFrame(ours, `/api/preview/${course}/${PREVIEW}?round=${round}`);
      const other = await measureFirstFrame(theirs, `/videos/${course}/${PREVIEW}/video.mp4?round=${round}`);
      if (round < 0) continue;
      times.ours.push(one);
      times.nginx.push(other);
    }
    await ours.close();
    await theirs.close();
  } finally {
    await nginx.stop();
  }
  const compared = compareRounds(times.ours, times.nginx);
  const formatMedian = (values: readonly number[]) => `${Math.round(computeMedian(values))} ms`;
  return [
    {
      measure: MEASURE,
      goal: GOAL,
      ours: formatMedian(times.ours),
      reference: `${formatMedian(times.nginx)} nginx`,
      ...compared,
      met: compared.ratio <= 1.1,
      note: 'the same video, 10 Mbit/s, 40 ms',
    },
  ];
}
