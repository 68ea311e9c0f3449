import { audioKbps, segmentSeconds, type Probe, type RenditionPlan } from './plan';

const hls = (name: string) => [
  '-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4',
  // One file a rendition with byte ranges: a lesson stays at a handful of files, and Range is all a server needs.
  '-hls_flags', 'single_file', '-hls_segment_filename', `${name}.mp4`, `${name}.m3u8`,
];

const picture = (rung: RenditionPlan, probe: Probe) => [
  '-map', '0:v:0', '-vf', `scale=-2:${Math.min(rung.height, probe.height - (probe.height % 2))}:flags=lanczos,fps=${Math.min(30, probe.frameRate || 25)}`,
  '-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-pix_fmt', 'yuv420p', '-crf', String(rung.crf),
  '-maxrate', `${rung.maxKbps}k`, '-bufsize', `${rung.maxKbps * 2}k`,
];

const sound = (probe: Probe) => (probe.audioBitrate > 0
  ? ['-map', '0:a:0', '-c:a', 'aac', '-ac', '1', '-ar', '44100', '-b:a', `${audioKbps(probe)}k`] : ['-an']);

const begin = (source: string) => ['-hide_banner', '-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', '-i', source];

export function renditionArgs(source: string, rung: RenditionPlan, probe: Probe): string[] {
  const keys = ['-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`];
  return [...begin(source), ...picture(rung, probe), ...keys, ...sound(probe), ...hls(rung.name)];
}

export function audioArgs(source: string, probe: Probe): string[] {
  return [...begin(source), '-vn', ...sound(probe), ...hls('audio')];
}

/** The plain file for browsers without scripts and for old clients: 480p, its index first. */
export function plainArgs(source: string, rung: RenditionPlan, probe: Probe): string[] {
  return [...begin(source), ...picture(rung, probe), '-g', '250', ...sound(probe), '-movflags', '+faststart', 'video.mp4'];
}

export function posterArgs(source: string, probe: Probe): string[] {
  const at = Math.min(probe.durationSeconds / 3, 4).toFixed(2);
  return ['-hide_banner', '-nostdin', '-v', 'error', '-y', '-ss', at, '-i', source, '-frames:v', '1', '-vf', 'scale=1280:-2', 'poster.png'];
}

export interface Sprite { everySeconds: number; columns: number; rows: number; width: number; height: number }

/** At most a hundred small pictures, ten a row, whatever the video's length. */
export function planSprite(probe: Probe): Sprite {
  const everySeconds = Math.max(2, Math.ceil(probe.durationSeconds / 100));
  const count = Math.max(1, Math.ceil(probe.durationSeconds / everySeconds));
  const height = Math.max(2, 2 * Math.round((160 * probe.height) / probe.width / 2));
  return { everySeconds, columns: Math.min(10, count), rows: Math.ceil(count / 10), width: 160, height };
}

export function spriteArgs(source: string, sprite: Sprite): string[] {
  const filter = `fps=1/${sprite.everySeconds}:round=up,scale=${sprite.width}:${sprite.height},tile=${sprite.columns}x${sprite.rows}`;
  return ['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', source, '-frames:v', '1', '-vf', filter, 'thumbnails.png'];
}
