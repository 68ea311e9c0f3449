import 'server-only';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import type { CaptionsChange } from '@/lib/video/captions/captions-schema';

/** The bytes of an upload, in the folder that all processes share. */
export const uploadPath = (uploadId: string): string => join(config().dataDir, 'uploads', uploadId);

/** Read from the file itself: a second count could disagree with it after a crash. */
export const receivedBytes = (uploadId: string): Promise<number> => stat(uploadPath(uploadId)).then(({ size }) => size, () => 0);

const captionsPath = (uploadId: string): string => `${uploadPath(uploadId)}.captions.json`;

/** Captions that came with a video are stored beside it until the lesson exists. */
export const storeCaptions = (uploadId: string, captions: CaptionsChange): Promise<void> => writeFile(captionsPath(uploadId), JSON.stringify(captions), { mode: 0o600 });

export const storedCaptions = (uploadId: string): Promise<CaptionsChange> =>
  readFile(captionsPath(uploadId), 'utf8').then((text) => JSON.parse(text) as CaptionsChange, () => ({}));

export async function removeUploadFile(uploadId: string): Promise<void> {
  await rm(uploadPath(uploadId), { force: true });
  await rm(captionsPath(uploadId), { force: true });
}

const mebibyte = 1024 ** 2;
/** Free space beyond the video and what is made from it: the server refuses writes below 256 MiB. */
const reserveBytes = 512 * mebibyte;

export async function hasRoomFor(sizeBytes: number): Promise<boolean> {
  const { dataDir } = config();
  await mkdir(join(dataDir, 'uploads'), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize > 2 * sizeBytes + reserveBytes;
}

export class TooManyBytes extends Error {}

/**
 * Writes the body from `offset` on, a chunk in memory at a time. Every byte has its own position, so a late write of an
 * abandoned connection repeats what is there already. What was written before a connection broke stays.
 * @returns the bytes there are now. @throws TooManyBytes beyond `limit`; what the connection throws
 */
export async function writeUpload(uploadId: string, body: AsyncIterable<Uint8Array>, { offset, limit }: { offset: number; limit: number }): Promise<number> {
  const file = await open(uploadPath(uploadId), constants.O_WRONLY | constants.O_CREAT, 0o600);
  let position = offset;
  try {
    for await (const piece of body) {
      if (position + piece.byteLength > limit) throw new TooManyBytes();
      await file.writev([piece], position);
      position += piece.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return position;
}
