import { constants } from 'node:fs';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import type { CaptionsChange } from '@/lib/lessons/captions/captions-check';
import { readFreeBytes } from '@/lib/process/data-dir';

export const uploadPath = (uploadId: string): string => join(config().dataDir, 'uploads', uploadId);

/** Reads the size of the file, because a separate counter could differ from it after a crash. */
export const readReceivedBytes = (uploadId: string): Promise<number> =>
  stat(uploadPath(uploadId)).then(
    ({ size }) => size,
    () => 0,
  );

const captionsPath = (uploadId: string): string => `${uploadPath(uploadId)}.captions.json`;

/** Keeps uploaded captions next to the video until the lesson exists. */
export const storeCaptions = (uploadId: string, captions: CaptionsChange): Promise<void> =>
  writeFile(captionsPath(uploadId), JSON.stringify(captions), { mode: 0o600 });

export const readStoredCaptions = (uploadId: string): Promise<CaptionsChange> =>
  readFile(captionsPath(uploadId), 'utf8').then(
    (text) => JSON.parse(text) as CaptionsChange,
    () => ({}),
  );

export async function removeUploadFile(uploadId: string): Promise<void> {
  await rm(uploadPath(uploadId), { force: true });
  await rm(captionsPath(uploadId), { force: true });
}

const mebibyte = 1024 ** 2;
/** Free space to keep beyond the video and its renditions: the server refuses writes below 256 MiB. */
const reserveBytes = 512 * mebibyte;

export async function hasRoomFor(sizeBytes: number): Promise<boolean> {
  const { dataDir } = config();
  await mkdir(join(dataDir, 'uploads'), { recursive: true, mode: 0o700 });
  return (await readFreeBytes(dataDir)) > 2 * sizeBytes + reserveBytes;
}

export class TooManyBytes extends Error {}

/**
 * Writes each byte at its own offset, so a late write from an abandoned connection only repeats bytes. Keeps what
 * arrived before a connection broke. @throws TooManyBytes beyond `limit`
 */
export async function writeUpload(
  uploadId: string,
  body: AsyncIterable<Uint8Array>,
  { offset, limit }: { offset: number; limit: number },
): Promise<number> {
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
