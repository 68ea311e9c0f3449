import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { Probe } from './plan';

export class MediaToolError extends Error {}

/** @param onSeconds called with how much of the video is done. @returns the tool's standard output */
export function runTool(tool: 'ffmpeg' | 'ffprobe', args: readonly string[], onSeconds?: (done: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const done = onSeconds ? /out_time_us=(\d+)/.exec(chunk) : null;
      if (done?.[1]) onSeconds?.(Number(done[1]) / 1e6);
      else out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => { err = (err + chunk).slice(-2000); });
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT'
      ? new MediaToolError(`${tool} is not installed; it comes with the system's package "ffmpeg"`) : error));
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new MediaToolError(`${tool} failed (${code}): ${err.trim()}`))));
  });
}

const probeSchema = z.object({
  format: z.object({ duration: z.coerce.number().positive() }),
  streams: z.array(z.object({
    codec_type: z.string(),
    width: z.number().optional(),
    height: z.number().optional(),
    avg_frame_rate: z.string().optional(),
    bit_rate: z.coerce.number().optional(),
    profile: z.string().optional(),
    level: z.number().optional(),
  })),
});

async function readStreams(file: string) {
  const json = await runTool('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', file]);
  const parsed = probeSchema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new MediaToolError(`${file} is not a video that ffmpeg can read`);
  return parsed.data;
}

function rateOf(fraction: string | undefined): number {
  const [over, under] = (fraction ?? '0/1').split('/').map(Number);
  return over && under ? over / under : 0;
}

export async function probeVideo(file: string): Promise<Probe> {
  const { format, streams } = await readStreams(file);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  if (!video?.width || !video.height) throw new MediaToolError(`${file} has no picture`);
  return {
    durationSeconds: format.duration,
    width: video.width,
    height: video.height,
    frameRate: rateOf(video.avg_frame_rate),
    audioBitrate: audio ? audio.bit_rate ?? 48_000 : 0,
  };
}

/** RFC 6381 names, as CODECS of a playlist wants them. */
export async function codecsOf(file: string): Promise<{ codecs: string; width: number; height: number; frameRate: number }> {
  const { streams } = await readStreams(file);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const profile = video?.profile === 'High' ? '6400' : video?.profile === 'Main' ? '4d40' : '42c0';
  const names = streams.flatMap((stream) => stream.codec_type === 'audio' ? ['mp4a.40.2']
    : stream.codec_type === 'video' ? [`avc1.${profile}${(stream.level ?? 30).toString(16).padStart(2, '0')}`] : []);
  return {
    codecs: names.join(','), width: video?.width ?? 0, height: video?.height ?? 0, frameRate: rateOf(video?.avg_frame_rate),
  };
}
