import { open } from 'node:fs/promises';
import { z } from 'zod';
import { IngestError } from './faults';
import { runTool } from './ffmpeg';

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
  format: z.object({ format_name: z.string(), duration: z.coerce.number().optional().catch(undefined), start_time: z.coerce.number().optional().catch(undefined) }),
  streams: z.array(streamSchema),
});
export type Container = z.infer<typeof containerSchema>;

/** A file may name others, on this machine or elsewhere: only what lies in the file itself is read. */
export const onlyFiles = ['-protocol_whitelist', 'file'] as const;

export async function readContainer(file: string): Promise<Container> {
  const { out } = await runTool('ffprobe', ['-v', 'error', ...onlyFiles, '-print_format', 'json', '-show_format', '-show_streams', file]);
  return containerSchema.parse(JSON.parse(out));
}

/** Texts that ffmpeg draws as pictures, and lists that name other files. */
const foreignFormats = /^(?:tty|bin|xbin|adf|idf|hls|concat|dash|sdp|webvtt|srt|ass|image2|lrc|ffmetadata)\b/;

/** @throws IngestError `not-a-video`, `video-incomplete` */
export async function openVideo(file: string): Promise<Container> {
  const container = await readContainer(file).catch(async (error: unknown) => {
    if (!(error instanceof IngestError) || error.fault === 'no-ffmpeg') throw error;
    const isMp4WithoutIndex = error.fault === 'video-incomplete' && (await beginsAsMp4(file));
    throw new IngestError(isMp4WithoutIndex ? 'video-incomplete' : 'not-a-video', error.message, { cause: error });
  });
  if (foreignFormats.test(container.format.format_name)) throw new IngestError('not-a-video', `a file of the format ${container.format.format_name}`);
  return container;
}

/** ffprobe takes whatever is named `.mp4` for one, and then misses its index. */
async function beginsAsMp4(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return bytesRead === 8 && /^(?:ftyp|mdat|free|skip|wide|moof|styp)$/.test(buffer.toString('latin1', 4));
  } finally {
    await handle.close();
  }
}

/** The packets of a stream, in seconds of the file's own clock. */
export interface Packets { count: number; from: number; to: number; /** When the first one is to be decoded. */ decodedFrom: number; /** Of each packet, in the order of the file. */ times: number[] }

/**
 * Reads every packet, without decoding: containers of recorders that were killed, or that write while they record, say
 * nothing or wrong things of lengths.
 */
export async function scanPackets(file: string): Promise<{ packets: ReadonlyMap<number, Packets>; complaints: string }> {
  const packets = new Map<number, Packets>();
  const onLine = (line: string) => {
    const [index = NaN, pts = NaN, dts = NaN, seconds = NaN] = line.split(',').map((field) => (field === '' ? NaN : Number(field)));
    const at = Number.isNaN(pts) ? dts : pts;
    if (Number.isNaN(index) || Number.isNaN(at)) return;
    const known = packets.get(index) ?? { count: 0, from: Infinity, to: -Infinity, decodedFrom: Number.isNaN(dts) ? at : dts, times: [] };
    known.count += 1;
    known.from = Math.min(known.from, at);
    known.to = Math.max(known.to, at + (seconds > 0 ? seconds : 0));
    known.times.push(at);
    packets.set(index, known);
  };
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time';
  const { complaints } = await runTool('ffprobe', ['-v', 'error', ...onlyFiles, '-show_entries', entries, '-of', 'csv=p=0', file], { onLine });
  return { packets, complaints };
}
