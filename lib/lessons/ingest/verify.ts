import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readSegments } from '@/lib/lessons/playback/hls-playlist';
import { runTool, scanPackets, singleFileArgs } from './container';
import { IngestError } from './faults';
import type { Source } from './probe';

/** Viewers notice a larger offset between lips and voice (ITU-R BT.1359). */
const syncSeconds = 0.05;
/** Allows for one frame at the lowest rate and for the padding of the last audio packet. */
const lengthSeconds = 0.2;

interface VerifyInput {
  folder: string;
  source: Source;
  /** Renditions with a picture. */
  renditions: readonly string[];
}

/** Compares the result with its source before it is published. @throws IngestError `result-wrong` */
export async function verifyLesson({ folder, source, renditions }: VerifyInput): Promise<void> {
  const files = [...renditions, ...(source.sound ? ['audio'] : []), 'video'];
  for (const name of files) {
    const file = path.join(folder, `${name}.mp4`);
    const problems = [
      ...(await findProblems(file, name === 'audio', source)),
      ...(name === 'video' ? [] : await listSegmentProblems(path.join(folder, `${name}.m3u8`), source)),
    ];
    if (problems.length > 0) throw new IngestError('result-wrong', `${name}: ${problems.join('; ')}`);
  }
}

async function findProblems(file: string, isSoundOnly: boolean, { durationSeconds, sound }: Source): Promise<string[]> {
  const { packets } = await scanPackets(file);
  const wanted: Array<'video' | 'audio'> = [
    ...(isSoundOnly ? [] : ['video' as const]),
    ...(sound ? ['audio' as const] : []),
  ];
  // ffmpeg numbers streams in the order in which it wrote them.
  const spans = wanted.map((type, index) => ({ type, packets: packets.get(index) }));
  const problems = spans.flatMap(({ type, packets: span }) => {
    if (!span) return [`no ${type}`];
    const seconds = span.to - span.from;
    return Math.abs(seconds - durationSeconds) > lengthSeconds
      ? [`${seconds} s of ${type}, ${durationSeconds} s expected`]
      : [];
  });
  const starts = spans.flatMap(({ packets: span }) => (span ? [span.from] : []));
  if (starts.length > 1 && Math.abs(starts[0]! - starts[1]!) > syncSeconds)
    problems.push(`picture and sound start at ${starts.join(' and ')} s`);
  if (spans.some(({ packets: span }) => span && -span.decodedFrom > lateSeconds))
    problems.push('the first frame must be decoded before the start');
  return [...problems, ...(await listDecodingProblems(file, wanted))];
}

/** Longest accepted time from decoding the first frame to the start: segment players delay the picture by as much. */
export const lateSeconds = 0.1;
/** With a longer delay, playback stalls. Measured with hls.js, 2 s segments: 1 s plays, 2 s stops at each segment. */
export const stallSeconds = 1.5;

/** @returns how many seconds before the start the first frame must be decoded; 0 if it need not be */
export async function measurePictureDelay(file: string): Promise<number> {
  const { out } = await runTool('ffprobe', [
    '-v',
    'error',
    ...singleFileArgs,
    '-select_streams',
    'v:0',
    '-read_intervals',
    '%+#1',
    '-show_entries',
    'packet=dts_time',
    '-of',
    'csv=p=0',
    file,
  ]);
  return Math.max(0, -(parseFloat(out) || 0));
}

async function listDecodingProblems(file: string, kinds: ReadonlyArray<'video' | 'audio'>): Promise<string[]> {
  const outputs = kinds.flatMap((kind) => [
    '-map',
    kind === 'video' ? '0:v:0' : '0:a:0',
    kind === 'video' ? '-frames:v' : '-frames:a',
    '1',
    '-f',
    'null',
    '-',
  ]);
  const { errorOutput } = await runTool('ffmpeg', [
    '-hide_banner',
    '-nostdin',
    '-v',
    'error',
    '-xerror',
    '-threads',
    '1',
    ...singleFileArgs,
    '-i',
    file,
    ...outputs,
  ]);
  return errorOutput === '' ? [] : [errorOutput];
}

export async function listBeginningProblems(file: string, kind: 'video' | 'audio'): Promise<string[]> {
  try {
    return await listDecodingProblems(file, [kind]);
  } catch (error) {
    if (error instanceof IngestError && error.fault !== 'no-ffmpeg') return [error.message];
    throw error;
  }
}

async function listSegmentProblems(playlist: string, { durationSeconds }: Source): Promise<string[]> {
  const segments = readSegments(await readFile(playlist, 'utf8'));
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  return Math.abs(seconds - durationSeconds) > lengthSeconds ? [`segments of ${seconds} s`] : [];
}
