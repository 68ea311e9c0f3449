import { onlyFiles } from './container';
import { pictureFilter, soundFilter } from './normalise';
import { audioKbps, segmentSeconds, type RenditionPlan, type Sprite } from './plan';
import type { Source } from './probe';

const hls = (name: string) => [
  '-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4',
  // One file a rendition with byte ranges: a lesson stays at a handful of files, and Range is all a server needs.
  '-hls_flags', 'single_file', '-hls_segment_filename', `${name}.mp4`, `${name}.m3u8`,
];

const picture = (rung: RenditionPlan, source: Source) => [
  '-map', `0:${source.picture.index}`, '-vf', pictureFilter(source.picture, rung), '-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow',
  '-crf', String(rung.crf), '-maxrate', `${rung.maxKbps}k`, '-bufsize', `${rung.maxKbps * 2}k`,
];

const sound = ({ sound: track }: Source) => (track
  ? ['-map', `0:${track.index}`, '-af', soundFilter(track), '-c:a', 'aac', '-ac', '1', '-b:a', `${audioKbps(track.bitrate)}k`] : ['-an']);

const quiet = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];

/** What a phone writes beside the picture, its place among it, is not published. */
const whole = (file: string, source: Source) => ({
  input: [...quiet, '-progress', 'pipe:1', ...onlyFiles, '-i', file], output: ['-map_metadata', '-1', '-map_chapters', '-1', '-t', source.durationSeconds.toFixed(3)],
});

export function renditionArgs(file: string, rung: RenditionPlan, source: Source): string[] {
  const { input, output } = whole(file, source);
  // Players of segments ignore the edit lists that reordered frames need, and would show the picture late.
  const keys = ['-bf', '0', '-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`];
  return [...input, ...picture(rung, source), ...keys, ...sound(source), ...output, ...hls(rung.name)];
}

export function audioArgs(file: string, source: Source): string[] {
  const { input, output } = whole(file, source);
  return [...input, '-vn', ...sound(source), ...output, ...hls('audio')];
}

/** The plain file for browsers without scripts and for old clients: 480p, its index first. */
export function plainArgs(file: string, rung: RenditionPlan, source: Source): string[] {
  const { input, output } = whole(file, source);
  return [...input, ...picture(rung, source), '-g', '250', ...sound(source), ...output, '-movflags', '+faststart', 'video.mp4'];
}

/** @param rendition a file of the lesson itself, in which the picture is upright and its pixels are square */
export function posterArgs(rendition: string, { durationSeconds }: Source): string[] {
  const at = Math.min(durationSeconds / 3, 4).toFixed(2);
  return [...quiet, '-ss', at, '-i', rendition, '-frames:v', '1', '-vf', "scale='max(iw,1280*iw/max(iw,ih))':-2", 'poster.png'];
}

export function spriteArgs(rendition: string, sprite: Sprite): string[] {
  // Files with sound begin a moment after 0, which would put each picture one place early.
  const filter = `fps=1/${sprite.everySeconds}:round=up:start_time=0,scale=${sprite.width}:${sprite.height},tile=${sprite.columns}x${sprite.rows}`;
  return [...quiet, '-i', rendition, '-frames:v', '1', '-vf', filter, 'thumbnails.png'];
}
