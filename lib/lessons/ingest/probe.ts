import {
  type Container,
  openVideo,
  type Packets,
  runTool,
  scanPackets,
  singleFileArgs,
  type Stream,
  threadArgs,
} from './container';
import { IngestError, type VideoNotice } from './faults';

export interface Picture {
  index: number;
  /** As displayed: upright, with square pixels. */
  width: number;
  height: number;
  /** Constant rate in ffmpeg's notation: `30`, `30000/1001`. */
  rate: string;
  interlacing: Interlacing | null;
  colours: Colours;
}

export interface Colours {
  space?: string;
  primaries?: string;
  transfer?: string;
  range?: string;
}

export interface Sound {
  index: number;
  /** In bit/s. */
  bitrate: number;
  /** True if the channels cancel each other when mixed. */
  isFirstChannelOnly: boolean;
}

export interface Source {
  durationSeconds: number;
  picture: Picture;
  sound: Sound | null;
  notices: VideoNotice[];
}

interface ScannedVideo {
  container: Container;
  packets: ReadonlyMap<number, Packets>;
  errorOutput: string;
}

/** Ignore differences below this, because containers round their times. */
const noticedSeconds = 1;
/** A file of some kilobytes can show two pictures for years, whose frames would fill the disk. */
const maxVideoSeconds = 12 * 3600;

export async function probeVideo(file: string): Promise<Source> {
  const container = await openVideo(file);
  const { packets, errorOutput } = await scanPackets(file);
  const scanned = { container, packets, errorOutput };
  const video = choosePicture(scanned);
  const sounds = container.streams.filter(({ index, codec_type: type }) => type === 'audio' && packets.has(index));
  const isUnfinished = assertComplete(scanned);
  const sound = await chooseSound(file, sounds);
  const pictures = packets.get(video.stream.index)!;
  const soundPackets = sound && packets.get(sound.index)!;
  const start = container.format.start_time ?? Math.min(pictures.from, soundPackets?.from ?? Infinity);
  const pictureEnd = pictures.to - start;
  const soundEnd = soundPackets ? soundPackets.to - start : 0;
  const durationSeconds = Math.max(pictureEnd, soundEnd);
  if (durationSeconds > maxVideoSeconds)
    throw new IngestError('video-too-long', `the video lasts ${durationSeconds} s`);
  const { rate, isChanged } = outputRate(pictures.times);
  const interlacing = await findInterlacing(file, video.stream);
  const size = displayedSize(video.stream);
  const colours = readColours(video.stream);
  const findings: ReadonlyArray<[VideoNotice, boolean]> = [
    ['recording-unfinished', isUnfinished],
    ['length-measured', !isUnfinished && container.format.duration === undefined],
    ['still-left-out', video.hasStills],
    ['picture-chosen', video.hasOthers],
    ['sound-chosen', sounds.length > 1],
    ['no-sound', sound === null],
    ['sound-silent', sound?.isSilent ?? false],
    ['one-channel-used', sound?.isFirstChannelOnly ?? false],
    ['sound-shorter', soundPackets !== null && pictureEnd - soundEnd > noticedSeconds],
    ['picture-shorter', soundPackets !== null && soundEnd - pictureEnd > noticedSeconds],
    ['rate-changed', isChanged],
    ['deinterlaced', interlacing !== null],
    ['pixels-squared', size.hasOtherPixels],
    ['colours-converted', isWideGamut(colours)],
  ];
  return {
    durationSeconds,
    picture: { index: video.stream.index, width: size.width, height: size.height, rate, interlacing, colours },
    sound: sound && { index: sound.index, bitrate: sound.bitrate, isFirstChannelOnly: sound.isFirstChannelOnly },
    notices: findings.flatMap(([notice, applies]) => (applies ? [notice] : [])),
  };
}

const isCover = ({ disposition }: Stream): boolean =>
  ['attached_pic', 'still_image', 'timed_thumbnails'].some((name) => disposition[name] === 1);

/** Covers, stills and thumbnails are video streams too. Prefers the default moving picture, then the largest. */
function choosePicture({ container, packets }: ScannedVideo): {
  stream: Stream;
  hasStills: boolean;
  hasOthers: boolean;
} {
  const streams = container.streams.filter((stream) => stream.codec_type === 'video');
  const moving = streams.filter(
    (stream) => !isCover(stream) && stream.width && stream.height && (packets.get(stream.index)?.count ?? 0) > 1,
  );
  const areaOf = ({ width = 0, height = 0 }: Stream) => width * height;
  const [stream] = moving.toSorted(
    (one, other) => (other.disposition.default ?? 0) - (one.disposition.default ?? 0) || areaOf(other) - areaOf(one),
  );
  if (!stream)
    throw new IngestError(
      'no-picture',
      `no moving picture among ${container.streams.map(({ codec_type: type, codec_name: codec }) => `${type} ${codec}`).join(', ')}`,
    );
  return { stream, hasStills: moving.length < streams.length, hasOthers: moving.length > 1 };
}

const truncationMessage = /ended prematurely|partial file|Truncated/i;

/** @returns whether the recording is unfinished. @throws IngestError `video-incomplete` if the stated end is missing */
function assertComplete({ container, packets, errorOutput }: ScannedVideo): boolean {
  const { duration: claimed, start_time: start = 0, format_name: format } = container.format;
  const end = Math.max(...[...packets.values()].map(({ to }) => to)) - start;
  const isShort = (seconds: number | undefined, actual: number) =>
    seconds !== undefined && seconds - actual > 0.5 + seconds / 100;
  if (isShort(claimed, end))
    throw new IngestError('video-incomplete', `the container says ${claimed} s, its packets end at ${end} s`);
  for (const { index, codec_type: type, duration, nb_frames: frames = 0, disposition } of container.streams) {
    const streamPackets = packets.get(index);
    if ((type !== 'video' && type !== 'audio') || disposition.attached_pic === 1) continue;
    // Lengths in AVI are estimates, so compare frame counts. In other formats edit lists hide packets: compare lengths.
    const isFewer = format === 'avi' && frames > (streamPackets?.count ?? 0) * 1.02 + 5;
    if (isFewer || (format !== 'avi' && isShort(duration, (streamPackets?.to ?? 0) - start)))
      throw new IngestError(
        'video-incomplete',
        `stream ${index}: expected ${duration} s and ${frames} packets, found ${streamPackets?.to} s and ${streamPackets?.count}`,
      );
  }
  return truncationMessage.test(errorOutput);
}

function displayedSize({
  width = 0,
  height = 0,
  sample_aspect_ratio: ratio = '1:1',
  side_data_list: sideData,
}: Stream) {
  const [pixelWidth = 1, pixelHeight = 1] = ratio.split(':').map(Number);
  const shape = pixelWidth > 0 && pixelHeight > 0 ? pixelWidth / pixelHeight : 1;
  const square = { width: Math.round(width * shape), height };
  const turn = sideData.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.round(Math.abs(turn) / 90) % 2 === 1;
  return {
    width: isTurned ? square.height : square.width,
    height: isTurned ? square.width : square.height,
    hasOtherPixels: Math.abs(shape - 1) > 0.01,
  };
}

function readColours({
  color_space: space,
  color_primaries: primaries,
  color_transfer: transfer,
  color_range: range,
}: Stream): Colours {
  const statedColours = Object.entries({ space, primaries, transfer, range }).filter(
    ([, name]) => name && !['unknown', 'unspecified', 'reserved'].includes(name),
  );
  return Object.fromEntries(statedColours) as Colours;
}

const hdrTransfers = ['smpte2084', 'arib-std-b67'];

export const isHdr = ({ transfer = '' }: Colours): boolean => hdrTransfers.includes(transfer);

/** True for colours outside BT.709: HDR, BT.2020, and P3, which phones record. */
export const isWideGamut = (colours: Colours): boolean =>
  isHdr(colours) || ['bt2020', 'smpte431', 'smpte432'].includes(colours.primaries ?? '');

interface ChosenSound {
  index: number;
  bitrate: number;
  isSilent: boolean;
  isFirstChannelOnly: boolean;
}

/** Quieter than the noise of any microphone. */
const silentDecibels = -60;
/** A mix this much quieter than its channels means that they cancel each other. */
const cancelledDecibels = 25;
const usualBitrate = 48_000;

/** Commentary and versions for deaf or blind viewers rank after the main track. */
const rankOf = ({ disposition }: Stream): number =>
  (disposition.default === 1 ? 0 : 1) +
  (['comment', 'hearing_impaired', 'visual_impaired', 'karaoke', 'dub'].some((name) => disposition[name] === 1)
    ? 2
    : 0);

/** Picks the default track, unless it is silent and another one is not. Null if there are no tracks. */
async function chooseSound(file: string, streams: readonly Stream[]): Promise<ChosenSound | null> {
  const ranked = streams.toSorted((one, other) => rankOf(one) - rankOf(other));
  const levels = new Map<number, SoundLevels>();
  for (const { index, channels = 1 } of ranked) {
    const measured = await measureLevels(file, index, channels);
    levels.set(index, measured);
    if (measured.loudest > silentDecibels) break;
  }
  const stream = ranked.find(({ index }) => (levels.get(index)?.loudest ?? -Infinity) > silentDecibels) ?? ranked[0];
  if (!stream) return null;
  const { loudest, mixed } = levels.get(stream.index)!;
  const isSilent = loudest <= silentDecibels;
  return {
    index: stream.index,
    bitrate: stream.bit_rate ?? usualBitrate,
    isSilent,
    isFirstChannelOnly: !isSilent && (stream.channels ?? 1) > 1 && loudest - mixed > cancelledDecibels,
  };
}

interface SoundLevels {
  /** Peak of all channels, in dB relative to full scale. */
  loudest: number;
  /** Peak of their mix. */
  mixed: number;
}

async function measureLevels(file: string, index: number, channels: number): Promise<SoundLevels> {
  const measureArgs = (filter: string) => ['-map', `0:${index}`, '-af', filter, '-f', 'null', '-'];
  const outputs = [
    ...measureArgs('volumedetect'),
    ...(channels > 1 ? measureArgs('aformat=channel_layouts=mono,volumedetect') : []),
  ];
  const { errorOutput } = await runTool('ffmpeg', [
    '-hide_banner',
    '-nostdin',
    '-v',
    'info',
    '-nostats',
    '-vn',
    ...singleFileArgs,
    '-i',
    file,
    ...outputs,
  ]);
  const [loudest = -Infinity, mixed = loudest] = [
    ...errorOutput.matchAll(/volumedetect_(\d+) @.*max_volume: (-?[\d.]+|-inf) dB/g),
  ]
    .toSorted((one, other) => Number(one[1]) - Number(other[1]))
    .map(([, , level]) => (level === '-inf' ? -Infinity : Number(level)));
  return { loudest, mixed };
}

const rates: ReadonlyArray<[name: string, value: number]> = [
  ['30', 30],
  ['25', 25],
  ['24', 24],
  ['30000/1001', 30_000 / 1001],
  ['24000/1001', 24_000 / 1001],
];

/** The rate is steady if this share of frames is evenly spaced, apart from rounding by the container. */
const steadyShare = 0.95;

function measureFrameRate(times: readonly number[]): { perSecond: number; isSteady: boolean } {
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted
    .slice(1)
    .map((at, index) => at - sorted[index]!)
    .filter((gap) => gap > 0)
    .toSorted((one, other) => one - other);
  const median = gaps[Math.floor(gaps.length / 2)] ?? 1;
  const usual = gaps.filter((gap) => Math.abs(gap - median) <= Math.max(0.0021, median * 0.1));
  return {
    perSecond: usual.length / usual.reduce((sum, gap) => sum + gap, 0),
    isSteady: usual.length >= gaps.length * steadyShare,
  };
}

const rateDistance = (number: number): number =>
  Math.round(number) > 0 ? Math.abs(number - Math.round(number)) / Math.round(number) : Infinity;
const maxDistance = 0.004;

/** Prefers a multiple or a fraction of the video's rate: 120 becomes 30, 50 becomes 25, 5 becomes 30. */
export function outputRate(times: readonly number[]): { rate: string; isChanged: boolean } {
  const { perSecond, isSteady } = measureFrameRate(times);
  const distances = rates.map(([, rate]) => Math.min(rateDistance(perSecond / rate), rateDistance(rate / perSecond)));
  const smallest = Math.min(...distances);
  // 24 and 24000/1001 differ by 0.1 %, and the measurement is more precise than that.
  const nearest = smallest < maxDistance ? distances.findIndex((each) => each < smallest + 0.0003) : 0;
  const [name, value] = rates[nearest]!;
  return { rate: name, isChanged: !isSteady || Math.abs(perSecond - value) > 0.1 };
}

/** The field that comes first, or `flagged` if the stream states it. */
type Interlacing = 'tff' | 'bff' | 'flagged';

const sampledSeconds = 10;
/** Measure only television heights, because fine patterns in other videos look interlaced too. */
const televisionLines = [480, 486, 576, 1080];
const minInterlacedFrames = 20;

/** Measures the picture, because some editors write interlaced fields but label them as frames. */
async function findInterlacing(
  file: string,
  { index, height = 0, field_order: order }: Stream,
): Promise<Interlacing | null> {
  if (['tt', 'bb', 'tb', 'bt'].includes(order ?? '')) return 'flagged';
  if (!televisionLines.includes(height)) return null;
  const { errorOutput } = await runTool('ffmpeg', [
    '-hide_banner',
    '-nostdin',
    '-v',
    'info',
    '-nostats',
    '-t',
    String(sampledSeconds),
    ...threadArgs,
    ...singleFileArgs,
    '-i',
    file,
    '-map',
    `0:${index}`,
    '-vf',
    'idet',
    '-f',
    'null',
    '-',
  ]);
  const counts =
    /Multi frame detection: TFF:\s*(\d+)\s*BFF:\s*(\d+)\s*Progressive:\s*(\d+)/
      .exec(errorOutput)
      ?.slice(1)
      .map(Number) ?? [];
  const [top = 0, bottom = 0, progressive = 0] = counts;
  const dominant = Math.max(top, bottom);
  if (dominant < minInterlacedFrames || dominant < 0.9 * (top + bottom + progressive)) return null;
  return top > bottom ? 'tff' : 'bff';
}
