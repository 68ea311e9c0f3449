import { chooseSound } from './choose-sound';
import { openVideo, scanPackets, type Container, type Packets, type Stream } from './container';
import { IngestError, type VideoNotice } from './faults';
import { outputRate } from './frame-rate';
import { findInterlacing, type Interlacing } from './interlacing';

export interface Picture {
  /** Of ffmpeg's streams. */
  index: number;
  /** As a viewer sees it: square pixels, turned upright. */
  width: number;
  height: number;
  /** Constant, as ffmpeg writes it: `30`, `30000/1001`. */
  rate: string;
  interlacing: Interlacing | null;
  colours: Colours;
}

/** As the file names them; undefined where it names nothing. */
export interface Colours { space?: string; primaries?: string; transfer?: string; range?: string }

export interface Sound {
  index: number;
  /** Bits a second. */
  bitrate: number;
  /** The channels cancel each other in a mix. */
  isFirstChannelOnly: boolean;
}

/** What a lesson is made from. */
export interface Source {
  durationSeconds: number;
  picture: Picture;
  sound: Sound | null;
  notices: VideoNotice[];
}

interface Scanned { container: Container; packets: ReadonlyMap<number, Packets>; complaints: string }

/** Differences below this are the rounding of containers. */
const noticedSeconds = 1;

/** @throws IngestError when no lesson can be made of the file */
export async function probeVideo(file: string): Promise<Source> {
  const container = await openVideo(file);
  const { packets, complaints } = await scanPackets(file);
  const scanned = { container, packets, complaints };
  const video = choosePicture(scanned);
  const sounds = container.streams.filter(({ index, codec_type: type }) => type === 'audio' && packets.has(index));
  const isUnfinished = assertComplete(scanned);
  const sound = await chooseSound(file, sounds);
  const pictures = packets.get(video.stream.index)!;
  const heard = sound && packets.get(sound.index)!;
  const start = container.format.start_time ?? Math.min(pictures.from, heard?.from ?? Infinity);
  const pictureEnd = pictures.to - start;
  const soundEnd = heard ? heard.to - start : 0;
  const { rate, isChanged } = outputRate(pictures.times);
  const interlacing = await findInterlacing(file, video.stream);
  const size = displayedSize(video.stream);
  const colours = coloursOf(video.stream);
  const found: ReadonlyArray<[VideoNotice, boolean]> = [
    ['recording-unfinished', isUnfinished],
    ['length-measured', !isUnfinished && container.format.duration === undefined],
    ['still-left-out', video.hasStills],
    ['picture-chosen', video.hasOthers],
    ['sound-chosen', sounds.length > 1],
    ['no-sound', sound === null],
    ['sound-silent', sound?.isSilent ?? false],
    ['one-channel-used', sound?.isFirstChannelOnly ?? false],
    ['sound-shorter', heard !== null && pictureEnd - soundEnd > noticedSeconds],
    ['picture-shorter', heard !== null && soundEnd - pictureEnd > noticedSeconds],
    ['rate-changed', isChanged],
    ['deinterlaced', interlacing !== null],
    ['pixels-squared', size.hasOtherPixels],
    ['colours-converted', isWide(colours)],
  ];
  return {
    durationSeconds: Math.max(pictureEnd, soundEnd),
    picture: { index: video.stream.index, width: size.width, height: size.height, rate, interlacing, colours },
    sound: sound && { index: sound.index, bitrate: sound.bitrate, isFirstChannelOnly: sound.isFirstChannelOnly },
    notices: found.flatMap(([notice, holds]) => (holds ? [notice] : [])),
  };
}

const isCover = ({ disposition }: Stream): boolean => ['attached_pic', 'still_image', 'timed_thumbnails'].some((name) => disposition[name] === 1);

/** Covers, stills and thumbnails are video streams too; of several moving pictures the default one counts, then the largest. */
function choosePicture({ container, packets }: Scanned): { stream: Stream; hasStills: boolean; hasOthers: boolean } {
  const streams = container.streams.filter((stream) => stream.codec_type === 'video');
  const moving = streams.filter((stream) => !isCover(stream) && stream.width && stream.height && (packets.get(stream.index)?.count ?? 0) > 1);
  const area = ({ width = 0, height = 0 }: Stream) => width * height;
  const [stream] = moving.toSorted((one, other) => (other.disposition.default ?? 0) - (one.disposition.default ?? 0) || area(other) - area(one));
  if (!stream) throw new IngestError('no-picture', `no moving picture among ${container.streams.map(({ codec_type: type, codec_name: codec }) => `${type} ${codec}`).join(', ')}`);
  return { stream, hasStills: moving.length < streams.length, hasOthers: moving.length > 1 };
}

const brokenOff = /ended prematurely|partial file|Truncated/i;

/**
 * Compares what the container says with what is in it.
 * @returns whether the recording was never finished: its end is missing, but nobody said where that is
 * @throws IngestError `video-incomplete` when the end that the container names is not there
 */
function assertComplete({ container, packets, complaints }: Scanned): boolean {
  const { duration: claimed, start_time: start = 0, format_name: format } = container.format;
  const end = Math.max(...[...packets.values()].map(({ to }) => to)) - start;
  const isShort = (seconds: number | undefined, actual: number) => seconds !== undefined && seconds - actual > 0.5 + seconds / 100;
  if (isShort(claimed, end)) throw new IngestError('video-incomplete', `the container says ${claimed} s, its packets end at ${end} s`);
  for (const { index, codec_type: type, duration, nb_frames: frames = 0, disposition } of container.streams) {
    const found = packets.get(index);
    if ((type !== 'video' && type !== 'audio') || disposition.attached_pic === 1) continue;
    // AVI counts; lengths are guessed from the file's size there. Elsewhere edits hide packets, so lengths count.
    const isFewer = format === 'avi' && frames > (found?.count ?? 0) * 1.02 + 5;
    if (isFewer || (format !== 'avi' && isShort(duration, (found?.to ?? 0) - start))) throw new IngestError('video-incomplete', `stream ${index}: ${duration} s and ${frames} packets said, ${found?.to} s and ${found?.count} found`);
  }
  return brokenOff.test(complaints);
}

function displayedSize({ width = 0, height = 0, sample_aspect_ratio: ratio = '1:1', side_data_list: sideData }: Stream) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const shape = across > 0 && down > 0 ? across / down : 1;
  const square = { width: Math.round(width * shape), height };
  const turn = sideData.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.round(Math.abs(turn) / 90) % 2 === 1;
  return { width: isTurned ? square.height : square.width, height: isTurned ? square.width : square.height, hasOtherPixels: Math.abs(shape - 1) > 0.01 };
}

function coloursOf({ color_space: space, color_primaries: primaries, color_transfer: transfer, color_range: range }: Stream): Colours {
  const named = Object.entries({ space, primaries, transfer, range }).filter(([, name]) => name && !['unknown', 'unspecified', 'reserved'].includes(name));
  return Object.fromEntries(named) as Colours;
}

const highRange = ['smpte2084', 'arib-std-b67'];

/** HDR: brighter than a screen of BT.709 shows. */
export const isHighRange = ({ transfer = '' }: Colours): boolean => highRange.includes(transfer);

/** More colours than BT.709 has: HDR, BT.2020 and the P3 of phones. */
export const isWide = (colours: Colours): boolean => isHighRange(colours) || ['bt2020', 'smpte431', 'smpte432'].includes(colours.primaries ?? '');
