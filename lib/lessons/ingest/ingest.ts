import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { dayMs } from '@/lib/clock';
import type { Language } from '@/lib/language';
import { captionProblems } from '@/lib/lessons/captions/captions-check';
import { decodeCaptions } from '@/lib/lessons/captions/decode-captions';
import { srtToVtt } from '@/lib/lessons/captions/srt';
import type { Manifest, Rendition } from '@/lib/lessons/manifest';
import { parseRates, readSegments } from '@/lib/lessons/playback/hls-playlist';
import { readContainer, runTool } from './container';
import { audioArgs, plainArgs, planRenditions, planSprite, posterArgs, renditionArgs, spriteArgs } from './encode';
import { faultOf, IngestError, isWorthRetrying, type VideoNotice } from './faults';
import { probeVideo, type Source } from './probe';
import { publishLesson } from './publish';
import { verifyLesson } from './verify';

export interface IngestRequest {
  source: string;
  mediaDir: string;
  course: string;
  lesson: string;
  captions: Partial<Record<Language, string>>;
  report: Report;
}

export interface IngestedLesson {
  folder: string;
  durationSeconds: number;
  notices: VideoNotice[];
}

/** Raise this when the encoding changes, so that steps of an older version are not reused. */
const pipelineVersion = 2;
const damaged = 'damaged';

async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files)
    await pipeline(createReadStream(file), async (chunks) => {
      for await (const chunk of chunks) hash.update(chunk as Buffer);
    });
  return `${pipelineVersion} ${hash.digest('hex')}`;
}

async function readFinishedSteps(folder: string, fingerprint: string): Promise<Set<string>> {
  const journal = path.join(folder, '.steps');
  const [head, ...done] = await readFile(journal, 'utf8').then(
    (text) => text.trim().split('\n'),
    () => [''],
  );
  if (head === fingerprint) return new Set(done);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(journal, `${fingerprint}\n`);
  return new Set();
}

/** Resumes after the last finished step if called with the same video. @throws IngestError */
export async function ingestLesson({
  source: file,
  mediaDir,
  course,
  lesson,
  captions,
  report,
}: IngestRequest): Promise<IngestedLesson> {
  const video = path.resolve(file);
  const work = workFolder(mediaDir, course, lesson);
  await sweepWorkFolders(mediaDir, new Date());
  const done = await readFinishedSteps(work, await hashFiles([video, ...Object.values(captions)]));
  const appendLine = async (line: string) => {
    done.add(line);
    await writeFile(path.join(work, '.steps'), `${line}\n`, { flag: 'a' });
  };
  try {
    const source = await probeVideo(video);
    for (const step of stepsFor({ file: video, folder: work, captions, onDamage: () => appendLine(damaged) }, source)) {
      if (!done.has(step.name)) {
        await step.run((share) => report(step.name, share));
        await appendLine(step.name);
      }
      report(step.name, 1);
    }
    const notices: VideoNotice[] = [
      ...source.notices,
      ...(done.has(damaged) && !source.notices.includes('recording-unfinished') ? ['parts-damaged' as const] : []),
    ];
    return {
      folder: await publishLesson({ work, mediaDir, course, lesson }),
      durationSeconds: source.durationSeconds,
      notices,
    };
  } catch (error) {
    if (!isWorthRetrying(faultOf(error))) await rm(work, { recursive: true, force: true });
    throw error;
  }
}

interface Job {
  file: string;
  folder: string;
  captions: Partial<Record<Language, string>>;
  /** Called if parts of the video cannot be decoded. */
  onDamage: () => Promise<void>;
}
export type Report = (step: string, share: number) => void;
interface Step {
  name: string;
  run: (report: (share: number) => void) => Promise<void>;
}

async function encodeWithProgress(
  job: Job,
  source: Source,
  args: string[],
  report: (share: number) => void,
): Promise<void> {
  const { errorOutput } = await runTool('ffmpeg', resolveOutputPaths(job.folder, args), {
    onSeconds: (done) => report(Math.min(1, done / source.durationSeconds)),
  });
  if (errorOutput !== '') await job.onDamage();
}

function resolveOutputPaths(folder: string, args: string[]): string[] {
  return args.map((arg) => (/^[\w-]+\.(?:mp4|m3u8|png)$/.test(arg) ? path.join(folder, arg) : arg));
}

async function toWebp(folder: string, name: string, quality: number): Promise<void> {
  await sharp(path.join(folder, `${name}.png`))
    .webp({ quality, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
  await rm(path.join(folder, `${name}.png`));
}

async function storeCaptions(job: Job, source: Source): Promise<void> {
  const captionFiles = await Promise.all(
    (Object.entries(job.captions) as [Language, string][]).map(async ([lang, file]) => ({
      lang,
      file,
      text: decodeCaptions(await readFile(file), lang),
    })),
  );
  const problems = captionFiles.flatMap(({ file, text }) =>
    captionProblems(path.basename(file), text, source.durationSeconds),
  );
  if (problems.length > 0) throw new IngestError('captions-wrong', problems.join('\n'));
  await Promise.all(
    captionFiles.map(({ lang, text }) =>
      writeFile(path.join(job.folder, `captions.${lang}.vtt`), srtToVtt(text) ?? text),
    ),
  );
}

/** Returns the steps that make a lesson, in order. An interrupted step starts over. */
function stepsFor(job: Job, source: Source): Step[] {
  const { file, folder } = job;
  const renditions = planRenditions(source);
  const smallest = renditions[0]!;
  const largest = renditions.at(-1)!;
  const plain = renditions.find(({ name }) => name === '480p') ?? largest;
  const drawStill = async (args: string[]) => {
    await runTool('ffmpeg', resolveOutputPaths(folder, args));
  };
  return [
    { name: 'captions', run: () => storeCaptions(job, source) },
    ...renditions.map((rung): Step => ({
      name: rung.name,
      run: (report) => encodeWithProgress(job, source, renditionArgs(file, rung, source), report),
    })),
    ...(source.sound
      ? [
          {
            name: 'audio',
            run: (report: (share: number) => void) => encodeWithProgress(job, source, audioArgs(file, source), report),
          },
        ]
      : []),
    { name: 'video', run: (report) => encodeWithProgress(job, source, plainArgs(file, plain, source), report) },
    {
      name: 'poster',
      run: async () => {
        await drawStill(posterArgs(`${largest.name}.mp4`, source));
        await toWebp(folder, 'poster', 75);
      },
    },
    {
      name: 'thumbnails',
      run: async () => {
        await drawStill(spriteArgs(`${smallest.name}.mp4`, planSprite(source)));
        await toWebp(folder, 'thumbnails', 70);
      },
    },
    { name: 'check', run: () => verifyLesson({ folder, source, renditions: renditions.map(({ name }) => name) }) },
    { name: 'manifest', run: () => writeManifest(job, source) },
  ];
}

/** Returns RFC 6381 codec names for CODECS in playlists. */
async function readCodecs(file: string): Promise<Pick<Rendition, 'codecs' | 'width' | 'height' | 'frameRate'>> {
  const { streams } = await readContainer(file);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const profile = video?.profile === 'High' ? '6400' : video?.profile === 'Main' ? '4d40' : '42c0';
  const names = streams.flatMap((stream) =>
    stream.codec_type === 'audio'
      ? ['mp4a.40.2']
      : stream.codec_type === 'video'
        ? [`avc1.${profile}${(stream.level ?? 30).toString(16).padStart(2, '0')}`]
        : [],
  );
  const [frames = 0, seconds = 1] = (video?.avg_frame_rate ?? '0/1').split('/').map(Number);
  return {
    codecs: names.join(','),
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    frameRate: seconds > 0 ? frames / seconds : 0,
  };
}

async function describeRendition(folder: string, name: Rendition['name']): Promise<Rendition> {
  const file = `${name}.mp4`;
  const { peak, average } = parseRates(readSegments(await readFile(path.join(folder, `${name}.m3u8`), 'utf8')));
  const { size } = await stat(path.join(folder, file));
  return {
    name,
    file,
    playlist: `${name}.m3u8`,
    bytes: size,
    bandwidth: peak,
    averageBandwidth: average,
    ...(await readCodecs(path.join(folder, file))),
  };
}

async function writeManifest(job: Job, source: Source): Promise<void> {
  const names: Rendition['name'][] = [
    ...planRenditions(source).map((rung) => rung.name),
    ...(source.sound ? ['audio' as const] : []),
  ];
  const manifest: Manifest = {
    version: 1,
    durationSeconds: Math.round(source.durationSeconds * 1000) / 1000,
    renditions: await Promise.all(names.map((name) => describeRendition(job.folder, name))),
    source: { file: 'video.mp4', type: 'video/mp4', bytes: (await stat(path.join(job.folder, 'video.mp4'))).size },
    poster: 'poster.webp',
    thumbnails: { file: 'thumbnails.webp', ...planSprite(source) },
    captions: (Object.keys(job.captions) as Language[]).map((lang) => ({ lang, file: `captions.${lang}.vtt` })),
  };
  await writeFile(path.join(job.folder, 'lesson.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const ingestFolder = (mediaDir: string) => path.resolve(mediaDir, '.ingest');

const workFolder = (mediaDir: string, course: string, lesson: string): string =>
  path.join(ingestFolder(mediaDir), `${course}~${lesson}`);

export const removeWorkFolder = (mediaDir: string, course: string, lesson: string): Promise<void> =>
  rm(workFolder(mediaDir, course, lesson), { recursive: true, force: true });

/** Delete an attempt after this long without a write. Encoding an hour of video takes hours. */
const abandonedAfterMs = dayMs;

async function readLastWriteMs(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    [folder, ...names.map((name) => path.join(folder, name))].map((each) =>
      stat(each).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(...times);
}

export async function sweepWorkFolders(mediaDir: string, now: Date): Promise<{ count: number }> {
  const names = await readdir(ingestFolder(mediaDir)).catch(() => []);
  let count = 0;
  for (const name of names) {
    const folder = path.join(ingestFolder(mediaDir), name);
    if (now.getTime() - (await readLastWriteMs(folder)) < abandonedAfterMs) continue;
    await rm(folder, { recursive: true, force: true });
    count += 1;
  }
  return { count };
}
