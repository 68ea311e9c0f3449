import { expect, type Page } from '@playwright/test';

export const video = (page: Page) => page.evaluate(() => {
  const video = document.querySelector('video')!;
  return { seconds: video.currentTime, isPaused: video.paused, height: video.videoHeight };
});

export const secondsOf = async (page: Page) => (await video(page)).seconds;

/** Presses play or go on, and waits until the video moves. */
export async function play(page: Page): Promise<void> {
  const before = await secondsOf(page);
  await page.getByRole('button', { name: /^تشغيل|^تابع من/ }).first().click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(before + 0.5);
}

export interface Fetched { file: string; from: number; to: number }

/** Every part of a lesson's videos that is asked for, as it is asked for. */
export function partsAsked(page: Page): Fetched[] {
  const parts: Fetched[] = [];
  page.on('request', (request) => {
    const file = new URL(request.url()).searchParams.get('file');
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers().range ?? '') ?? [];
    if (file?.endsWith('.mp4')) parts.push({ file, from: Number(from ?? 0), to: Number(to || Infinity) });
  });
  return parts;
}
