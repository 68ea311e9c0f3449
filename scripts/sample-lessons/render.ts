import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { runTool } from '@/lib/video/ingest/ffmpeg';
import { formatVtt, type Cue } from '@/lib/video/captions/vtt';
import { installedBrowser } from '../environment/browser.mjs';
import { shotsOf, type Video, type Shot } from './sample-video';
import { slideHtml } from './slide';

const fade = 0.4;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: installedBrowser(), args: ['--no-sandbox'] });
}

async function drawStills(browser: Browser, shots: readonly Shot[], count: number, folder: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const files: string[] = [];
  for (const [index, shot] of shots.entries()) {
    await page.setContent(slideHtml(shot, count));
    await page.evaluate(() => document.fonts.ready);
    const file = path.join(folder, `still-${index}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  }
  await page.close();
  return files;
}

/** When each shot begins; the cross-fades overlap, so the video is as long as the shots together. */
function startsOf(shots: readonly Shot[]): number[] {
  let at = 0;
  return shots.map((shot) => { const start = at; at += shot.seconds; return start; });
}

function filterOf(shots: readonly Shot[], starts: readonly number[], total: number): string {
  const fades = shots.slice(1).map((_, index) =>
    `[${index === 0 ? '0:v' : `x${index}`}][${index + 1}:v]xfade=transition=fade:duration=${fade}:offset=${(starts[index + 1] ?? 0).toFixed(2)}[x${index + 1}]`);
  const last = shots.length > 1 ? `x${shots.length - 1}` : '0:v';
  return [...fades, `color=c=0xc9753d:s=1280x6:r=25:d=${total}[bar]`, `[${last}][bar]overlay=x='W-W*t/${total}':y=H-6:shortest=1,format=yuv420p[v]`].join(';');
}

/** A soft bell at each new slide, and quiet between: the captions are the voice. */
function bellsOf(shots: readonly Shot[], starts: readonly number[], total: number): string {
  const bells = shots.flatMap((shot, index) => {
    if (shot.shown > 0) return [];
    const at = ((starts[index] ?? 0) + 0.2).toFixed(2);
    return [392, 587.33].map((tone, voice) => `gte(t,${at})*${voice === 0 ? 0.09 : 0.05}*sin(2*PI*${tone}*(t-${at}))*exp(-2.2*abs(t-${at}))`);
  });
  return `aevalsrc=exprs='${bells.join('+')}':s=44100:d=${total}`;
}

export interface Rendered { video: string; captions: { ar: string; en: string } }

/** Draws a video and its captions into `folder`. */
export async function renderVideo(browser: Browser, video: Video, folder: string): Promise<Rendered> {
  await mkdir(folder, { recursive: true });
  const shots = shotsOf(video);
  const starts = startsOf(shots);
  const total = shots.reduce((sum, shot) => sum + shot.seconds, 0);
  const stills = await drawStills(browser, shots, video.slides.length, folder);
  const inputs = stills.flatMap((still, index) => ['-loop', '1', '-framerate', '25', '-t', ((shots[index]?.seconds ?? 0) + fade).toFixed(2), '-i', still]);
  const target = path.join(folder, 'video.mp4');
  await runTool('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...inputs, '-f', 'lavfi', '-i', bellsOf(shots, starts, total),
    '-filter_complex', filterOf(shots, starts, total), '-map', '[v]', '-map', `${stills.length}:a`, '-t', total.toFixed(2),
    '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '14', '-c:a', 'aac', '-ac', '1', '-b:a', '24k', target]);
  const captions = { ar: path.join(folder, 'captions.ar.vtt'), en: path.join(folder, 'captions.en.vtt') };
  for (const [index, lang] of (['ar', 'en'] as const).entries()) {
    const cues: Cue[] = shots.map((shot, at) => ({ fromSeconds: starts[at] ?? 0, toSeconds: (starts[at] ?? 0) + shot.seconds - 0.1, text: shot.say[index] ?? '' }));
    await writeFile(captions[lang], formatVtt(cues));
  }
  return { video: target, captions };
}
