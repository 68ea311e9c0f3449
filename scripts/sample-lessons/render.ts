import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { type Cue, formatVtt } from '@/lib/lessons/captions/vtt';
import { runTool } from '@/lib/lessons/ingest/container';
import { findChromium } from '../environment/browser.mjs';
import { listShots, type Shot, type Video } from './sample-video';
import { renderSlide } from './slide';

const framesPerSecond = 5;
const captioned = ['ar', 'en', 'de'] as const;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
}

async function drawStills(browser: Browser, shots: readonly Shot[], video: Video, folder: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const files: string[] = [];
  for (const [index, shot] of shots.entries()) {
    await page.setContent(renderSlide(shot, video));
    await page.evaluate(() => document.fonts.ready);
    const file = path.join(folder, `still-${index}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  }
  await page.close();
  return files;
}

function computeStarts(shots: readonly Shot[]): number[] {
  let at = 0;
  return shots.map((shot) => {
    const start = at;
    at += shot.seconds;
    return start;
  });
}

/** ffmpeg's concat list needs the last file twice. */
const listOf = (stills: readonly string[], shots: readonly Shot[]): string =>
  [
    'ffconcat version 1.0',
    ...stills.map((still, index) => `file '${still}'\nduration ${shots[index]?.seconds ?? 0}`),
    `file '${stills.at(-1) ?? ''}'`,
  ].join('\n');

function buildBellFilter(shots: readonly Shot[], starts: readonly number[], total: number): string {
  const bells = shots.flatMap((shot, index) => {
    if (shot.captionIndex > 0) return [];
    const at = ((starts[index] ?? 0) + 0.2).toFixed(2);
    return [392, 587.33].map(
      (tone, voice) => `gte(t,${at})*${voice === 0 ? 0.09 : 0.05}*sin(2*PI*${tone}*(t-${at}))*exp(-2.2*abs(t-${at}))`,
    );
  });
  return `aevalsrc=exprs='${bells.join('+')}':s=22050:d=${total}`;
}

export interface RenderedVideo {
  video: string;
  captions: Record<(typeof captioned)[number], string>;
}

export async function renderVideo(browser: Browser, video: Video, folder: string): Promise<RenderedVideo> {
  await mkdir(folder, { recursive: true });
  const shots = listShots(video);
  const starts = computeStarts(shots);
  const total = shots.reduce((sum, shot) => sum + shot.seconds, 0);
  const stills = await drawStills(browser, shots, video, folder);
  const list = path.join(folder, 'stills.txt');
  await writeFile(list, listOf(stills, shots));
  const target = path.join(folder, 'video.mp4');
  await runTool('ffmpeg', [
    '-hide_banner',
    '-nostdin',
    '-v',
    'error',
    '-y',
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    list,
    '-f',
    'lavfi',
    '-i',
    buildBellFilter(shots, starts, total),
    '-vf',
    `fps=${framesPerSecond},format=yuv420p`,
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-t',
    total.toFixed(2),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '14',
    '-c:a',
    'aac',
    '-ac',
    '1',
    '-b:a',
    '24k',
    target,
  ]);
  const captions = {
    ar: path.join(folder, 'captions.ar.vtt'),
    en: path.join(folder, 'captions.en.vtt'),
    de: path.join(folder, 'captions.de.vtt'),
  };
  for (const [index, lang] of captioned.entries()) {
    const cues: Cue[] = shots.map((shot, at) => ({
      fromSeconds: starts[at] ?? 0,
      toSeconds: (starts[at] ?? 0) + shot.seconds - 0.1,
      text: shot.caption[index] ?? '',
    }));
    await writeFile(captions[lang], formatVtt(cues));
  }
  return { video: target, captions };
}
