import type { ByteRange } from '@/lib/video/playback/hls-playlist';

/** One request: parts that stand one behind the other in their file. */
export interface Batch { offset: number; bytes: number; parts: ByteRange[] }

/** A segment of 240p has some 12 KB: one by one they would wait for the network more than they load. */
const maxBatchBytes = 128 * 1024;

/** What is still to be fetched, in the order of the video. */
export function batchesOf(parts: readonly ByteRange[], present: ReadonlySet<number>): Batch[] {
  const batches: Batch[] = [];
  for (const part of parts) {
    if (present.has(part.offset)) continue;
    const last = batches.at(-1);
    if (last && last.offset + last.bytes === part.offset && last.bytes + part.bytes <= maxBatchBytes) {
      last.bytes += part.bytes;
      last.parts.push(part);
    } else batches.push({ offset: part.offset, bytes: part.bytes, parts: [part] });
  }
  return batches;
}
