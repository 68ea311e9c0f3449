import type { Rendition } from '@/lib/video/files/manifest';
import type { Source } from './probe';

export const segmentSeconds = 2;

export interface RenditionPlan {
  name: Rendition['name'];
  width: number;
  height: number;
  /** x264's constant quality, and the ceiling in kbit/s for a phone on a slow network. */
  crf: number;
  maxKbps: number;
}

interface Rung { /** The shorter side of the picture. */ lines: number; crf: number; maxKbps: number }

const ladder: readonly Rung[] = [
  { lines: 240, crf: 27, maxKbps: 300 },
  { lines: 480, crf: 26, maxKbps: 900 },
  { lines: 720, crf: 25, maxKbps: 2000 },
];

/** A picture of its own size is worth its bytes when it shows this much more than the rung below. */
const worthwhile = 1.2;
/** A tape of a picture would have no height left, or a width that no phone decodes. */
const longestShape = 4;

/**
 * The rungs of the ladder that a video fills, and its own size where it lies between two: never larger than the video, but
 * always one. The smallest is called 240p whatever its size, since offline lessons ask for it by name.
 */
export function planRenditions({ picture }: Source): RenditionPlan[] {
  const own = Math.min(picture.width, picture.height);
  const filled = ladder.filter(({ lines }) => lines <= own + 8);
  const below = filled.at(-1);
  const above = ladder.find(({ lines }) => lines > own + 8);
  const rungs = above && own >= (below?.lines ?? 0) * worthwhile ? [...filled, { lines: own, crf: above.crf, maxKbps: Math.round(above.maxKbps * (own / above.lines)) }] : filled;
  return rungs.map(({ lines, crf, maxKbps }, index) => ({ name: index === 0 ? '240p' : `${lines}p`, crf, maxKbps, ...fit(picture, lines) }));
}

const even = (number: number): number => Math.max(2, 2 * Math.round(number / 2));

/** The picture with `lines` on its shorter side, no side larger than its own. */
function fit({ width, height }: { width: number; height: number }, lines: number): { width: number; height: number } {
  const scale = Math.min(1, lines / Math.min(width, height), (lines * longestShape) / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

/** Speech is clear at 48 kbit/s mono; more than the video itself has would only cost megabytes. */
export const audioKbps = (bitrate: number): number => Math.max(16, Math.min(48, Math.round(bitrate / 1000)));

export interface Sprite { everySeconds: number; columns: number; rows: number; width: number; height: number }

/** At most a hundred small pictures, ten a row, whatever the video's length. */
export function planSprite({ durationSeconds, picture }: Source): Sprite {
  const everySeconds = Math.max(2, Math.ceil(durationSeconds / 100));
  const count = Math.max(1, Math.ceil(durationSeconds / everySeconds));
  return { everySeconds, columns: Math.min(10, count), rows: Math.ceil(count / 10), width: 160, height: even((160 * picture.height) / picture.width) };
}
