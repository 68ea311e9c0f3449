import { expect, type Page } from '@playwright/test';

export const readVideoState = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')!;
    return { seconds: video.currentTime, isPaused: video.paused, height: video.videoHeight };
  });

export const readCurrentSeconds = async (page: Page) => (await readVideoState(page)).seconds;

export const seekTo = (page: Page, seconds: number) =>
  page.evaluate((to) => {
    document.querySelector('video')!.currentTime = to;
  }, seconds);

const readPlayedSeconds = (page: Page) =>
  page.evaluate(() => {
    const { currentTime, played } = document.querySelector('video')!;
    const starts = Array.from({ length: played.length }, (_, index) => played.start(index));
    return currentTime - (starts.findLast((start) => start <= currentTime) ?? currentTime);
  });

/** Starts playback and waits until the position advances. A jump to the starting position does not count. */
export async function play(page: Page): Promise<void> {
  const before = await readCurrentSeconds(page);
  await page
    .getByRole('button', { name: /^تشغيل|^تابع من/ })
    .first()
    .click();
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(before + 0.5);
  await expect.poll(() => readPlayedSeconds(page)).toBeGreaterThan(0.5);
}

export interface RangeRequest {
  file: string;
  from: number;
  to: number;
}

export function recordRangeRequests(page: Page): RangeRequest[] {
  const ranges: RangeRequest[] = [];
  page.on('request', (request) => {
    const file = new URL(request.url()).searchParams.get('file');
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers().range ?? '') ?? [];
    if (file?.endsWith('.mp4')) ranges.push({ file, from: Number(from ?? 0), to: Number(to || Infinity) });
  });
  return ranges;
}
