import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { IngestError, type IngestFault } from './faults';

const streamSchema = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  sample_aspect_ratio: z.string().optional(),
  field_order: z.string().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  color_range: z.string().optional(),
  channels: z.number().optional(),
  bit_rate: z.coerce.number().optional().catch(undefined),
  duration: z.coerce.number().optional().catch(undefined),
  nb_frames: z.coerce.number().optional().catch(undefined),
  avg_frame_rate: z.string().optional(),
  profile: z.string().optional(),
  level: z.number().optional(),
  disposition: z.record(z.string(), z.number()).default({}),
  side_data_list: z.array(z.looseObject({ rotation: z.number().optional() })).default([]),
});
export type Stream = z.infer<typeof streamSchema>;

const containerSchema = z.object({
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional().catch(undefined),
    start_time: z.coerce.number().optional().catch(undefined),
  }),
  streams: z.array(streamSchema),
});
export type Container = z.infer<typeof containerSchema>;

/** Sounds and pictures are listed to get their own message. Playlists, which open other files, are missing. */
const formats =
  'mov,matroska,avi,asf,flv,mpeg,mpegts,mpegvideo,ogg,mxf,gxf,dv,nut,ivf,rm,wtv,h264,hevc,m4v,obu,av1,vc1,yuv4mpegpipe,mjpeg,gif,apng,mp3,wav,flac,aac,aiff,amr,png_pipe,jpeg_pipe,webp_pipe';

/** Keeps ffmpeg from opening other files and network addresses that a video refers to. */
export const singleFileArgs = ['-protocol_whitelist', 'file', '-format_whitelist', formats] as const;
/** Decoding takes memory for each thread (12 MB a frame in 4K), and ffmpeg starts a thread for every processor. */
export const threadArgs = ['-threads', '2'] as const;

export async function readContainer(file: string): Promise<Container> {
  const { out } = await runTool('ffprobe', [
    '-v',
    'error',
    ...singleFileArgs,
    '-print_format',
    'json',
    '-show_format',
    '-show_streams',
    file,
  ]);
  return containerSchema.parse(JSON.parse(out));
}

/** @throws IngestError `not-a-video`, `video-incomplete` */
export async function openVideo(file: string): Promise<Container> {
  return readContainer(file).catch(async (error: unknown) => {
    if (!(error instanceof IngestError) || error.fault === 'no-ffmpeg') throw error;
    const isMp4WithoutIndex = error.fault === 'video-incomplete' && (await beginsAsMp4(file));
    throw new IngestError(isMp4WithoutIndex ? 'video-incomplete' : 'not-a-video', error.message, { cause: error });
  });
}

/** ffprobe trusts the extension `.mp4` and then reports only a missing index. */
async function beginsAsMp4(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return bytesRead === 8 && /^(?:ftyp|mdat|free|skip|wide|moof|styp)$/.test(buffer.toString('latin1', 4));
  } finally {
    await handle.close();
  }
}

export interface Packets {
  count: number;
  from: number;
  to: number;
  /** Decoding time of the first packet. */
  decodedFrom: number;
  times: number[];
}

/** Reads every packet, because an unfinished or truncated recording states a wrong length or none. */
export async function scanPackets(
  file: string,
): Promise<{ packets: ReadonlyMap<number, Packets>; errorOutput: string }> {
  const packets = new Map<number, Packets>();
  const onLine = (line: string) => {
    const [index = NaN, pts = NaN, dts = NaN, seconds = NaN] = line
      .split(',')
      .map((field) => (field === '' ? NaN : Number(field)));
    const timestamp = Number.isNaN(pts) ? dts : pts;
    if (Number.isNaN(index) || Number.isNaN(timestamp)) return;
    const streamPackets = packets.get(index) ?? {
      count: 0,
      from: Infinity,
      to: -Infinity,
      decodedFrom: Number.isNaN(dts) ? timestamp : dts,
      times: [],
    };
    streamPackets.count += 1;
    streamPackets.from = Math.min(streamPackets.from, timestamp);
    streamPackets.to = Math.max(streamPackets.to, timestamp + (seconds > 0 ? seconds : 0));
    streamPackets.times.push(timestamp);
    packets.set(index, streamPackets);
  };
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time';
  const { errorOutput } = await runTool(
    'ffprobe',
    ['-v', 'error', ...singleFileArgs, '-show_entries', entries, '-of', 'csv=p=0', file],
    { onLine },
  );
  return { packets, errorOutput };
}

type Tool = 'ffmpeg' | 'ffprobe';

interface Listeners {
  onSeconds?: (done: number) => void;
  onLine?: (line: string) => void;
}

interface ToolOutput {
  out: string;
  errorOutput: string;
}

const faultPatterns: ReadonlyArray<[pattern: RegExp, fault: IngestFault]> = [
  [/No space left|Disk quota exceeded/, 'disk-full'],
  [/No such filter|Filter not found|Unknown encoder|Error initializing a filter/i, 'ffmpeg-incomplete'],
  [/moov atom not found|partial file|Truncated/i, 'video-incomplete'],
  [
    /Invalid data found when processing input|could not find codec parameters|no decoder|Decoder .* not found|not supported|does not contain any stream|matches no streams/i,
    'video-undecodable',
  ],
];

const faultOfOutput = (errorOutput: string): IngestFault =>
  faultPatterns.find(([pattern]) => pattern.test(errorOutput))?.[1] ?? 'encoding-failed';

const maxErrorOutput = 4000;

/** Measuring the sound of a long video prints nothing for minutes. */
const maxSilenceMs = 60 * 60_000;

/** The tools read files of strangers, so they get none of the service's secrets. */
const toolVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'LD_LIBRARY_PATH'];
const toolEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => toolVariables.includes(name))) as NodeJS.ProcessEnv;

/** Ends a tool that prints nothing for `silenceMs`, because one that hangs would block all later videos. */
export function runTool(
  tool: Tool,
  args: readonly string[],
  { onSeconds, onLine, silenceMs = maxSilenceMs }: Listeners & { silenceMs?: number } = {},
): Promise<ToolOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], env: toolEnvironment() });
    const silence = setTimeout(() => child.kill('SIGKILL'), silenceMs);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', () => silence.refresh());
    let out = '';
    let errorOutput = '';
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    else
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        const done = onSeconds ? /out_time_us=(\d+)/.exec(chunk) : null;
        if (done?.[1]) onSeconds?.(Number(done[1]) / 1e6);
        else out += chunk;
      });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errorOutput = (errorOutput + chunk).slice(-maxErrorOutput);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new IngestError('no-ffmpeg', `${tool} is not installed; it comes with the system's package "ffmpeg"`)
          : error,
      ),
    );
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      if (code === 0) resolve({ out, errorOutput: errorOutput.trim() });
      else
        reject(
          new IngestError(faultOfOutput(errorOutput), `${tool} failed (${code ?? signal}): ${errorOutput.trim()}`),
        );
    });
  });
}
