import type { Rendition } from '@/lib/video/files/manifest';

export const segmentSeconds = 2;

export interface Probe {
  durationSeconds: number;
  width: number;
  height: number;
  frameRate: number;
  /** Bits a second; 0 when the video has no sound. */
  audioBitrate: number;
}

export interface RenditionPlan {
  name: Rendition['name'];
  height: number;
  /** x264's constant quality, and the ceiling in kbit/s for a phone on a slow network. */
  crf: number;
  maxKbps: number;
}

const ladder: readonly RenditionPlan[] = [
  { name: '240p', height: 240, crf: 27, maxKbps: 300 },
  { name: '480p', height: 480, crf: 26, maxKbps: 900 },
  { name: '720p', height: 720, crf: 25, maxKbps: 2000 },
];

/** The rungs a video is worth: never larger than the video itself, but always one. */
export function planRenditions(probe: Probe): RenditionPlan[] {
  const fitting = ladder.filter((rung) => rung.height <= probe.height + 8);
  return fitting.length > 0 ? fitting : ladder.slice(0, 1);
}

/** Speech is clear at 48 kbit/s mono; more than the video itself has would only cost megabytes. */
export function audioKbps(probe: Probe): number {
  return Math.max(16, Math.min(48, Math.round(probe.audioBitrate / 1000)));
}
