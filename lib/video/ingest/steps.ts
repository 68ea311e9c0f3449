import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Language } from '@/lib/language';
import { captionProblems } from '@/lib/video/captions/captions-check';
import { decodeCaptions } from '@/lib/video/captions/vtt';
import type { Manifest, Rendition } from '@/lib/video/files/manifest';
import { ratesOf, readSegments } from '@/lib/video/playback/hls-playlist';
import { readContainer } from './container';
import { audioArgs, plainArgs, posterArgs, renditionArgs, spriteArgs } from './encode';
import { IngestError } from './faults';
import { runTool } from './ffmpeg';
import { planRenditions, planSprite } from './plan';
import type { Source } from './probe';
import { verifyLesson } from './verify';

export interface Job { file: string; folder: string; captions: Partial<Record<Language, string>>; /** Parts of the video could not be decoded. */ onDamage: () => Promise<void> }
export type Report = (step: string, share: number) => void;
interface Step { name: string; run: (report: (share: number) => void) => Promise<void> }

async function encode(job: Job, source: Source, args: string[], report: (share: number) => void): Promise<void> {
  const { complaints } = await runTool('ffmpeg', inFolder(job.folder, args), { onSeconds: (done) => report(Math.min(1, done / source.durationSeconds)) });
  if (complaints !== '') await job.onDamage();
}

/** ffmpeg writes beside its working folder; absolute paths keep this free of process.chdir. */
function inFolder(folder: string, args: string[]): string[] {
  return args.map((arg) => (/^[\w-]+\.(?:mp4|m3u8|png)$/.test(arg) ? path.join(folder, arg) : arg));
}

async function toWebp(folder: string, name: string, quality: number): Promise<void> {
  await sharp(path.join(folder, `${name}.png`)).webp({ quality }).toFile(path.join(folder, `${name}.webp`));
  await rm(path.join(folder, `${name}.png`));
}

async function storeCaptions(job: Job, source: Source): Promise<void> {
  const given = await Promise.all(Object.entries(job.captions).map(async ([lang, file]) => ({ lang, file, text: decodeCaptions(await readFile(file)) })));
  const problems = given.flatMap(({ file, text }) => captionProblems(path.basename(file), text, source.durationSeconds));
  if (problems.length > 0) throw new IngestError('captions-wrong', problems.join('\n'));
  await Promise.all(given.map(({ lang, text }) => writeFile(path.join(job.folder, `captions.${lang}.vtt`), text)));
}

/** The work of one lesson, in order. Each step leaves its files whole or is run again from its beginning. */
export function stepsFor(job: Job, source: Source): Step[] {
  const { file, folder } = job;
  const rungs = planRenditions(source);
  const smallest = rungs[0]!;
  const largest = rungs.at(-1)!;
  const plain = rungs.find(({ name }) => name === '480p') ?? largest;
  const draw = async (args: string[]) => { await runTool('ffmpeg', inFolder(folder, args)); };
  return [
    { name: 'captions', run: () => storeCaptions(job, source) },
    ...rungs.map((rung): Step => ({ name: rung.name, run: (report) => encode(job, source, renditionArgs(file, rung, source), report) })),
    ...(source.sound ? [{ name: 'audio', run: (report: (share: number) => void) => encode(job, source, audioArgs(file, source), report) }] : []),
    { name: 'video', run: (report) => encode(job, source, plainArgs(file, plain, source), report) },
    { name: 'poster', run: async () => { await draw(posterArgs(`${largest.name}.mp4`, source)); await toWebp(folder, 'poster', 80); } },
    { name: 'thumbnails', run: async () => { await draw(spriteArgs(`${smallest.name}.mp4`, planSprite(source))); await toWebp(folder, 'thumbnails', 70); } },
    { name: 'check', run: () => verifyLesson({ folder, source, renditions: rungs.map(({ name }) => name) }) },
    { name: 'manifest', run: () => writeManifest(job, source) },
  ];
}

/** RFC 6381 names, as CODECS of a playlist wants them. */
async function codecsOf(file: string): Promise<Pick<Rendition, 'codecs' | 'width' | 'height' | 'frameRate'>> {
  const { streams } = await readContainer(file);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const profile = video?.profile === 'High' ? '6400' : video?.profile === 'Main' ? '4d40' : '42c0';
  const names = streams.flatMap((stream) => stream.codec_type === 'audio' ? ['mp4a.40.2']
    : stream.codec_type === 'video' ? [`avc1.${profile}${(stream.level ?? 30).toString(16).padStart(2, '0')}`] : []);
  const [frames = 0, seconds = 1] = (video?.avg_frame_rate ?? '0/1').split('/').map(Number);
  return { codecs: names.join(','), width: video?.width ?? 0, height: video?.height ?? 0, frameRate: seconds > 0 ? frames / seconds : 0 };
}

async function describe(folder: string, name: Rendition['name']): Promise<Rendition> {
  const file = `${name}.mp4`;
  const { peak, average } = ratesOf(readSegments(await readFile(path.join(folder, `${name}.m3u8`), 'utf8')));
  const { size } = await stat(path.join(folder, file));
  return { name, file, playlist: `${name}.m3u8`, bytes: size, bandwidth: peak, averageBandwidth: average, ...(await codecsOf(path.join(folder, file))) };
}

async function writeManifest(job: Job, source: Source): Promise<void> {
  const names: Rendition['name'][] = [...planRenditions(source).map((rung) => rung.name), ...(source.sound ? ['audio' as const] : [])];
  const manifest: Manifest = {
    version: 1,
    durationSeconds: Math.round(source.durationSeconds * 1000) / 1000,
    renditions: await Promise.all(names.map((name) => describe(job.folder, name))),
    source: { file: 'video.mp4', type: 'video/mp4', bytes: (await stat(path.join(job.folder, 'video.mp4'))).size },
    poster: 'poster.webp',
    thumbnails: { file: 'thumbnails.webp', ...planSprite(source) },
    captions: (Object.keys(job.captions) as Language[]).map((lang) => ({ lang, file: `captions.${lang}.vtt` })),
  };
  await writeFile(path.join(job.folder, 'lesson.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
