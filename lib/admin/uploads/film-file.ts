import 'server-only';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import type { CaptionsChange } from '@/lib/video/captions/captions-schema';

/** The bytes of an upload, in the folder that all processes share. */
export const filmPath = (uploadId: string): string => join(config().dataDir, 'uploads', uploadId);

/** How much has arrived: the file itself says, so a crash between two writes cannot make the two disagree. */
export const receivedBytes = (uploadId: string): Promise<number> => stat(filmPath(uploadId)).then(({ size }) => size, () => 0);

const captionsPath = (uploadId: string): string => `${filmPath(uploadId)}.captions.json`;

/** Captions that came with a film wait beside it until there is a lesson to give them to. */
export const keepCaptions = (uploadId: string, captions: CaptionsChange): Promise<void> => writeFile(captionsPath(uploadId), JSON.stringify(captions), { mode: 0o600 });

export const keptCaptions = (uploadId: string): Promise<CaptionsChange> =>
  readFile(captionsPath(uploadId), 'utf8').then((text) => JSON.parse(text) as CaptionsChange, () => ({}));

export async function removeFilm(uploadId: string): Promise<void> {
  await rm(filmPath(uploadId), { force: true });
  await rm(captionsPath(uploadId), { force: true });
}

const mebibyte = 1024 ** 2;
/** What must stay free beside the film and what is made from it: the front refuses writes below 256 MiB. */
const reserveBytes = 512 * mebibyte;

export async function hasRoomFor(sizeBytes: number): Promise<boolean> {
  const { dataDir } = config();
  await mkdir(join(dataDir, 'uploads'), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize > 2 * sizeBytes + reserveBytes;
}

export class TooManyBytes extends Error {}

/**
 * Writes what comes from `offset` on, piece by piece, never holding more than one. Each byte has its own place, so a
 * straggler of a connection that was given up writes what stands there already. What was written before a connection
 * broke stays. Gives how much there is now. @throws TooManyBytes beyond `limit`; what the connection throws
 */
export async function writeFilm(uploadId: string, body: AsyncIterable<Uint8Array>, { offset, limit }: { offset: number; limit: number }): Promise<number> {
  const file = await open(filmPath(uploadId), constants.O_WRONLY | constants.O_CREAT, 0o600);
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
