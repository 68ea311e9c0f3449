import type { Rendition } from '@/lib/lessons/manifest';
import { singleFileArgs, threadArgs } from './container';
import { type Colours, isHdr, isWideGamut, type Picture, type Sound, type Source } from './probe';

const hlsArgs = (name: string) => [
  '-f',
  'hls',
  '-hls_time',
  String(segmentSeconds),
  '-hls_playlist_type',
  'vod',
  '-hls_segment_type',
  'fmp4',
  // One file per rendition with byte ranges: a lesson has few files, and a server only needs to support Range.
  '-hls_flags',
  'single_file',
  '-hls_segment_filename',
  `${name}.mp4`,
  `${name}.m3u8`,
];

const pictureArgs = (rung: RenditionPlan, source: Source) => [
  '-map',
  `0:${source.picture.index}`,
  '-vf',
  pictureFilter(source.picture, rung),
  '-c:v',
  'libx264',
  '-profile:v',
  'main',
  '-preset',
  'slow',
  '-crf',
  String(rung.crf),
  '-maxrate',
  `${rung.maxKbps}k`,
  '-bufsize',
  `${rung.maxKbps * 2}k`,
];

const soundArgs = ({ sound: track }: Source) =>
  track
    ? [
        '-map',
        `0:${track.index}`,
        '-af',
        soundFilter(track),
        '-c:a',
        'aac',
        '-ac',
        '1',
        '-b:a',
        `${audioKbps(track.bitrate)}k`,
      ]
    : ['-an'];

const quietArgs = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];

/** Drops metadata, because phones store the recording's location there. */
const sharedArgs = (file: string, source: Source) => ({
  input: [...quietArgs, '-progress', 'pipe:1', ...threadArgs, ...singleFileArgs, '-i', file],
  output: ['-map_metadata', '-1', '-map_chapters', '-1', '-t', source.durationSeconds.toFixed(3)],
});

export function renditionArgs(file: string, rung: RenditionPlan, source: Source): string[] {
  const { input, output } = sharedArgs(file, source);
  // No B-frames: segment players ignore the edit lists that reordered frames need, and would show the picture late.
  const keys = ['-bf', '0', '-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`];
  return [...input, ...pictureArgs(rung, source), ...keys, ...soundArgs(source), ...output, ...hlsArgs(rung.name)];
}

export function audioArgs(file: string, source: Source): string[] {
  const { input, output } = sharedArgs(file, source);
  return [...input, '-vn', ...soundArgs(source), ...output, ...hlsArgs('audio')];
}

/** The plain 480p file for browsers without JavaScript and old clients. `faststart` puts the index first. */
export function plainArgs(file: string, rung: RenditionPlan, source: Source): string[] {
  const { input, output } = sharedArgs(file, source);
  return [
    ...input,
    ...pictureArgs(rung, source),
    '-g',
    '250',
    ...soundArgs(source),
    ...output,
    '-movflags',
    '+faststart',
    'video.mp4',
  ];
}

export function posterArgs(rendition: string, { durationSeconds }: Source): string[] {
  const posterSecond = Math.min(durationSeconds / 3, 4).toFixed(2);
  return [
    ...quietArgs,
    '-ss',
    posterSecond,
    '-i',
    rendition,
    '-frames:v',
    '1',
    '-vf',
    "scale='max(iw,1280*iw/max(iw,ih))':-2",
    'poster.png',
  ];
}

export function spriteArgs(rendition: string, sprite: Sprite): string[] {
  // Files with sound start slightly after 0, which would shift each picture by one place.
  const filter = `fps=1/${sprite.everySeconds}:round=up:start_time=0,scale=${sprite.width}:${sprite.height},tile=${sprite.columns}x${sprite.rows}`;
  return [...quietArgs, '-i', rendition, '-frames:v', '1', '-vf', filter, 'thumbnails.png'];
}

const sdrTransfer = 'bt709';

/** Tone-maps in linear light and converts to BT.709. Assumes the usual values if the file states none. */
function narrowColours(colours: Colours): string[] {
  const primaries = colours.primaries ?? 'bt2020';
  const inputOptions = [
    `pin=${primaries}`,
    `tin=${colours.transfer ?? sdrTransfer}`,
    `min=${colours.space ?? (primaries === 'bt2020' ? '2020_ncl' : '709')}`,
    `rin=${colours.range === 'pc' ? 'full' : 'limited'}`,
  ];
  return [
    `zscale=${inputOptions.join(':').replace('bt2020nc', '2020_ncl').replace('bt2020c', '2020_cl')}:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    ...(isHdr(colours) ? ['tonemap=hable:desat=0'] : []),
    'zscale=t=bt709:m=bt709:r=tv',
  ];
}

const bt709Tags = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';

/** Leaves colours unchanged if the file does not state them. ffmpeg has already rotated phone videos. */
function pictureFilter(
  { rate, interlacing, colours }: Picture,
  { width, height }: Pick<RenditionPlan, 'width' | 'height'>,
): string {
  const isNamed = colours.space !== undefined && !['gbr', 'rgb'].includes(colours.space);
  const matrix = isNamed && !isWideGamut(colours) ? ':out_color_matrix=bt709' : '';
  return [
    ...(interlacing === null
      ? []
      : [`bwdif=mode=send_frame:parity=${interlacing === 'flagged' ? 'auto' : interlacing}`]),
    `fps=${rate}:start_time=0`,
    // A wide-gamut picture keeps its range until its colours are converted.
    `scale=${width}:${height}:flags=lanczos${isWideGamut(colours) ? '' : `${matrix}:out_range=tv`}`,
    ...(isWideGamut(colours) ? narrowColours(colours) : []),
    'format=yuv420p',
    'setsar=1',
    ...(isNamed ? [bt709Tags] : []),
    'tpad=stop=-1:stop_mode=clone',
  ].join(',');
}

/** Produces a mono track as long as the video, with silence in the gaps, so that it stays in sync. */
function soundFilter({ isFirstChannelOnly }: Sound): string {
  return [
    // Gaps and drifts become noticeable at 45 ms (ITU-R BT.1359).
    'aresample=44100:async=1:min_hard_comp=0.04:first_pts=0',
    isFirstChannelOnly ? 'pan=mono|c0=c0' : 'aformat=sample_fmts=fltp:channel_layouts=mono',
    // Mixing 5.1 keeps the centre, which carries the voice, at full level, so the sum may exceed full scale.
    'alimiter=limit=0.97:level=false',
    'apad',
  ].join(',');
}

const segmentSeconds = 2;

interface RenditionPlan {
  name: Rendition['name'];
  width: number;
  height: number;
  crf: number;
  maxKbps: number;
}

interface RenditionSize {
  /** Shorter side of the picture. */
  lines: number;
  crf: number;
  maxKbps: number;
}

const ladder: readonly RenditionSize[] = [
  { lines: 240, crf: 27, maxKbps: 300 },
  { lines: 480, crf: 26, maxKbps: 900 },
  { lines: 720, crf: 25, maxKbps: 2000 },
];

/** A rendition of the video's own size must exceed the next smaller one by this factor to be worth its bytes. */
const minSizeRatio = 1.2;
/** Limits extreme aspect ratios, which would leave no height or exceed the width that phones decode. */
const maxAspectRatio = 4;

/** The smallest rendition is always named 240p, because offline lessons ask for that name. */
export function planRenditions({ picture }: Source): RenditionPlan[] {
  const ownSize = Math.min(picture.width, picture.height);
  const filled = ladder.filter(({ lines }) => lines <= ownSize + 8);
  const below = filled.at(-1);
  const above = ladder.find(({ lines }) => lines > ownSize + 8);
  const rungs =
    above && ownSize >= (below?.lines ?? 0) * minSizeRatio
      ? [...filled, { lines: ownSize, crf: above.crf, maxKbps: Math.round(above.maxKbps * (ownSize / above.lines)) }]
      : filled;
  return rungs.map(({ lines, crf, maxKbps }, index) => ({
    name: index === 0 ? '240p' : `${lines}p`,
    crf,
    maxKbps,
    ...fitInto(picture, lines),
  }));
}

const roundToEven = (number: number): number => Math.max(2, 2 * Math.round(number / 2));

function fitInto(
  { width, height }: { width: number; height: number },
  lines: number,
): { width: number; height: number } {
  const scale = Math.min(1, lines / Math.min(width, height), (lines * maxAspectRatio) / Math.max(width, height));
  return { width: roundToEven(width * scale), height: roundToEven(height * scale) };
}

/** Speech is clear at 48 kbit/s mono. A higher rate than the source's would only waste space. */
const audioKbps = (bitrate: number): number => Math.max(16, Math.min(48, Math.round(bitrate / 1000)));

interface Sprite {
  everySeconds: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
}

export function planSprite({ durationSeconds, picture }: Source): Sprite {
  const everySeconds = Math.max(2, Math.ceil(durationSeconds / 100));
  const count = Math.max(1, Math.ceil(durationSeconds / everySeconds));
  return {
    everySeconds,
    columns: Math.min(10, count),
    rows: Math.ceil(count / 10),
    width: 160,
    height: roundToEven((160 * picture.height) / picture.width),
  };
}
