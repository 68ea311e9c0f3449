import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Language } from '@/lib/language';
import { captionProblems } from '@/lib/video/captions/captions-check';
import type { Manifest, Rendition } from '@/lib/video/files/manifest';
import { ratesOf, readSegments } from '@/lib/video/playback/hls-playlist';
import { audioArgs, plainArgs, planSprite, posterArgs, renditionArgs, spriteArgs } from './encode';
import { codecsOf, MediaToolError, runTool } from './ffmpeg';
import { planRenditions, type Probe, type RenditionPlan } from './plan';

export interface Job { source: string; folder: string; captions: Partial<Record<Language, string>> }
export type Report = (step: string, share: number) => void;
interface Step { name: string; run: (report: (share: number) => void) => Promise<void> }

const encode = (job: Job, probe: Probe, args: string[], report: (share: number) => void) =>
  runTool('ffmpeg', inFolder(job.folder, args), (done) => report(Math.min(1, done / probe.durationSeconds)));

/** ffmpeg writes beside its working folder; absolute paths keep this free of process.chdir. */
function inFolder(folder: string, args: string[]): string[] {
  return args.map((arg) => (/^[\w-]+\.(?:mp4|m3u8|png)$/.test(arg) ? path.join(folder, arg) : arg));
}

async function toWebp(folder: string, name: string, quality: number): Promise<void> {
  await sharp(path.join(folder, `${name}.png`)).webp({ quality }).toFile(path.join(folder, `${name}.webp`));
  await rm(path.join(folder, `${name}.png`));
}

async function storeCaptions(job: Job, probe: Probe): Promise<void> {
  const given = Object.entries(job.captions);
  const problems = await Promise.all(given.map(async ([, file]) =>
    captionProblems(path.basename(file), await readFile(file, 'utf8'), probe.durationSeconds)));
  if (problems.flat().length > 0) throw new MediaToolError(`captions:\n  ${problems.flat().join('\n  ')}`);
  await Promise.all(given.map(([lang, file]) => copyFile(file, path.join(job.folder, `captions.${lang}.vtt`))));
}

/** The work of one lesson, in order. Each step leaves its files whole or is run again from its beginning. */
export function stepsFor(job: Job, probe: Probe): Step[] {
  const rungs = planRenditions(probe);
  const plain: RenditionPlan = rungs.find((rung) => rung.height === 480) ?? rungs[rungs.length - 1] ?? rungs[0]!;
  const sprite = planSprite(probe);
  return [
    { name: 'captions', run: () => storeCaptions(job, probe) },
    ...rungs.map((rung): Step => ({ name: rung.name, run: async (report) => { await encode(job, probe, renditionArgs(job.source, rung, probe), report); } })),
    ...(probe.audioBitrate > 0 ? [{ name: 'audio', run: async (report: (share: number) => void) => { await encode(job, probe, audioArgs(job.source, probe), report); } }] : []),
    { name: 'video', run: async (report) => { await encode(job, probe, plainArgs(job.source, plain, probe), report); } },
    { name: 'poster', run: async () => { await runTool('ffmpeg', inFolder(job.folder, posterArgs(job.source, probe))); await toWebp(job.folder, 'poster', 80); } },
    { name: 'thumbnails', run: async () => { await runTool('ffmpeg', inFolder(job.folder, spriteArgs(job.source, sprite))); await toWebp(job.folder, 'thumbnails', 70); } },
    { name: 'manifest', run: () => writeManifest(job, probe) },
  ];
}

async function describe(folder: string, name: Rendition['name']): Promise<Rendition> {
  const file = `${name}.mp4`;
  const { peak, average } = ratesOf(readSegments(await readFile(path.join(folder, `${name}.m3u8`), 'utf8')));
  const { size } = await stat(path.join(folder, file));
  return { name, file, playlist: `${name}.m3u8`, bytes: size, bandwidth: peak, averageBandwidth: average, ...(await codecsOf(path.join(folder, file))) };
}

async function writeManifest(job: Job, probe: Probe): Promise<void> {
  const names: Rendition['name'][] = [...planRenditions(probe).map((rung) => rung.name), ...(probe.audioBitrate > 0 ? ['audio' as const] : [])];
  const manifest: Manifest = {
    version: 1,
    durationSeconds: Math.round(probe.durationSeconds * 1000) / 1000,
    renditions: await Promise.all(names.map((name) => describe(job.folder, name))),
    source: { file: 'video.mp4', type: 'video/mp4', bytes: (await stat(path.join(job.folder, 'video.mp4'))).size },
    poster: 'poster.webp',
    thumbnails: { file: 'thumbnails.webp', ...planSprite(probe) },
    captions: (Object.keys(job.captions) as Language[]).map((lang) => ({ lang, file: `captions.${lang}.vtt` })),
  };
  await writeFile(path.join(job.folder, 'lesson.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
